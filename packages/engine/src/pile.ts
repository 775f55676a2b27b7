import { FACE_DOWN } from './card.ts';
import type { Card } from './card.ts';

/** Cards from bottom to top; the last is the top card, the only one that can move. */
export type Pile = readonly Card[];

export type Role = 'foundation' | 'tableau' | 'reserve' | 'waste' | 'stock';

/** Where a pile stands, in card widths (x) and card heights (y), and how far its cards may spread. */
export interface Slot {
  readonly x: number;
  readonly y: number;
  /** Covered cards peep out in this direction, over at most so many card sizes beyond the first. */
  readonly fan?: { readonly towards: 'down' | 'right'; readonly room: number };
}

export interface PileSpec {
  /** As in the notation: `faC`, `t0`, `r0`, `w`, `s`. */
  readonly name: string;
  readonly role: Role;
  /**
   * What a foundation builds, from an ace or a king to the other end of its suit; one of 26 cards
   * then turns round. The page draws it on the empty place.
   */
  readonly builds?: { readonly suit: number; readonly from: number; readonly cards: 13 | 26 };
  readonly upright: Slot;
  readonly wide: Slot;
}

const EMPTY: Pile = [];

export const pileAt = (piles: readonly Pile[], index: number): Pile => piles[index] ?? EMPTY;

/** The top card; `FACE_DOWN` for an empty pile, which no rule accepts either. */
export const topOf = (pile: Pile): Card =>
  // Asking an array for its element −1 is a hundred times slower than asking for its length.
  pile.length === 0 ? FACE_DOWN : (pile[pile.length - 1] ?? FACE_DOWN);

/** By `[...pile, card]` an array gets room for sixteen cards more, and every position of a play is kept for undo. */
function withOnTop(pile: Pile, card: Card): Pile {
  const { length } = pile;
  const next = new Array<Card>(length + 1);
  for (let n = 0; n < length; n++) next[n] = pile[n]!;
  next[length] = card;
  return next;
}

/** New piles with the top card of `from` on `to`. */
export function moveTop(piles: readonly Pile[], from: number, to: number): Pile[] {
  const next = piles.slice();
  const source = pileAt(piles, from);
  next[from] = source.slice(0, -1);
  next[to] = withOnTop(pileAt(piles, to), topOf(source));
  return next;
}
