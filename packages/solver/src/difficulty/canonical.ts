import {
  CARDS_IN_PACK,
  faceOf,
  isFaceUp,
  pileAt,
  rankOf,
  SUITS,
  suitOf,
  variantOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';

/**
 * The same position with its suits renamed in the order in which they first appear off the
 * foundations, and equal cards numbered as they lie. No rule distinguishes suits, so the game is the
 * same, and all positions that differ only in the names of their suits have one canonical form.
 */
export const canonicalOf = (position: Position): Position => canonicalForm(position).position;

/** The canonical form, and a function from each pile of the form to the pile of the position. */
export function canonicalForm(position: Position): {
  readonly position: Position;
  readonly pileOf: (pile: number) => number;
} {
  const { piles } = variantOf(position.variant);
  const lying = position.piles.filter((_, n) => !piles[n]?.builds).flat();
  const shown = lying.filter(isFaceUp).map(suitOf);
  const order = [...new Set([...shown, ...SUITS.keys()])];
  const renamed = (suit: number) => order.indexOf(suit);

  const copies = new Map<number, number>();
  const rename = (card: number): number => {
    if (!isFaceUp(card)) return card;
    const face = 13 * renamed(suitOf(card)) + rankOf(faceOf(card));
    const copy = copies.get(face) ?? 0;
    copies.set(face, copy + 1);
    return face + copy * CARDS_IN_PACK;
  };
  const sources = piles.map(({ builds }, n) =>
    builds
      ? piles.findIndex(
          (other) => other.builds?.from === builds.from && other.builds.suit === order[builds.suit],
        )
      : n,
  );
  return {
    position: {
      variant: position.variant,
      piles: sources.map((source) => pileAt(position.piles, source).map(rename)),
      counters: position.counters,
    },
    pileOf: (pile) => sources[pile] ?? pile,
  };
}
