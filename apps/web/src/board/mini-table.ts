/** A game's opening table in small: what its card on the start page shows, drawn from the registry alone. */
import { newGame, packOf, suitOf, unwrap } from '@same-deal/engine';
import type { PileSpec, Solitaire } from '@same-deal/engine';

/** Everything is counted in card widths. */
export const CARD_HEIGHT = 1.4;
const CARD_GAP = 0.14;
const STEP_DOWN = 0.34;
const STEP_RIGHT = 0.3;

interface MiniCard {
  readonly x: number;
  readonly y: number;
  readonly kind: 'place' | 'black' | 'red' | 'back';
}

export interface MiniTable {
  readonly width: number;
  readonly height: number;
  readonly cards: readonly MiniCard[];
}

/** Lays out a public deal of the variant; the same one every time. */
export function miniTable(rules: Solitaire): MiniTable {
  const pack = packOf('1', rules.packs);
  if (!pack.ok) return { width: 1, height: 1, cards: [] };
  const { piles } = unwrap(newGame(rules.id, pack.value));
  const cards = rules.piles.flatMap((spec, index) => pileCards(spec, piles[index] ?? []));
  const left = Math.min(...cards.map(({ x }) => x));
  return {
    width: Math.max(...cards.map(({ x }) => x)) - left + 1,
    height: Math.max(...cards.map(({ y }) => y)) + CARD_HEIGHT,
    cards: cards.map((card) => ({ ...card, x: card.x - left })),
  };
}

function pileCards({ role, wide }: PileSpec, pile: readonly number[]): MiniCard[] {
  const x = wide.x * (1 + CARD_GAP);
  const y = wide.y * CARD_HEIGHT;
  if (pile.length === 0) return [{ x, y, kind: 'place' }];
  if (role === 'stock') return [{ x, y, kind: 'back' }];
  const shown = wide.fan ? pile : pile.slice(-1);
  const most = wide.fan ? wide.fan.room / Math.max(1, shown.length - 1) : 0;
  const isDown = wide.fan?.towards === 'down';
  const step = isDown ? Math.min(STEP_DOWN, most * CARD_HEIGHT) : Math.min(STEP_RIGHT, most);
  return shown.map((card, n) => ({
    x: isDown ? x : x + n * step,
    y: isDown ? y + n * step : y,
    kind: suitOf(card) >= 2 ? 'red' : 'black',
  }));
}
