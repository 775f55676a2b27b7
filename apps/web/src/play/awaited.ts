/** A tap on a card whose face has not arrived yet is kept until it has. */
import { isFaceUp, topOf } from '@same-deal/engine';
import type { Position, Solitaire } from '@same-deal/engine';
import { tick } from 'svelte';
import type { Remark } from '../board/board-state.ts';

/** One table's awaited card; there is none yet. */
export function createAwaited() {
  let pile: number | undefined;
  return {
    /** Whether the tapped card has no face yet. */
    isFor(remark: Remark, { piles }: Position, tapped: number): boolean {
      const cards = piles[tapped] ?? [];
      const isUnknown = cards.length > 0 && !isFaceUp(topOf(cards));
      pile = remark === 'nothing-there' && isUnknown ? tapped : undefined;
      return pile !== undefined;
    },

    forget: () => void (pile = undefined),

    /** A card lies there now; if it is the one, it is tapped. */
    turnedUp(rules: Solitaire, on: number): void {
      if (on !== pile) return;
      pile = undefined;
      const name = rules.piles[on]?.name;
      void tick().then(() => document.querySelector<HTMLElement>(`[data-pile='${name}']`)?.click());
    },
  };
}
