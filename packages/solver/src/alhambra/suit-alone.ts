/**
 * A proof that an Alhambra position is lost: some suit does not come home even if the cards of all others
 * are home already.
 *
 * Take any win and leave out the moves of the other suits' cards. What is left wins the position without
 * those cards: a card that was on top still is, building in suit and the foundations see one suit only,
 * and the order of the row stays. Two things are easier there than by the rules, and must be: the waste may
 * be empty where others' cards lay on it, and a redeal deals no card, which may have been another's. So if
 * one suit alone is lost, the whole is.
 *
 * The search for it gives up where the row of the suit does not come home even with the reserve open
 * (row-alone.ts).
 */
import { CARDS_IN_PACK, pileAt, suitOf, SUITS } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import type { Bounds, Verdict } from '../solution.ts';
import { searchExhaustively } from '../two-deck/exhaustive.ts';
import type { Store } from '../two-deck/table.ts';
import { FIRST_RESERVE, KING_FOUNDATIONS, RESERVES } from './pass.ts';
import { createPlayOut, openTableOf, waysOf } from './row-alone.ts';
import type { Way } from './row-alone.ts';
import { alhambraTable, readOpenTable } from './table.ts';

/** So many moves of a line apart the ways to share equal cards are sifted for those still possible. */
const MOVES_BETWEEN_SIFTING = 8;

/** The position with the cards of all other suits home. */
export function alone({ piles, ...rest }: Position, suit: number): Position {
  const full = (foundation: number) =>
    Array.from({ length: CARDS_IN_PACK / SUITS.length }, (_, n) =>
      foundation < KING_FOUNDATIONS
        ? 13 * foundation + n
        : 13 * (foundation % SUITS.length) + 12 - n,
    );
  return {
    ...rest,
    piles: piles.map((pile, n) => {
      if (n >= FIRST_RESERVE) return pile.filter((card) => suitOf(card) === suit);
      return n % SUITS.length === suit ? pile : full(n);
    }),
  };
}

/** Whether a suit can be brought home alone; `lost` means that the whole position is. */
export function decideSuit(position: Position, suit: number, bounds: Bounds): Verdict {
  const only = alone(position, suit);
  const table = alhambraTable(only, false);
  return searchExhaustively(table, bounds, createIsHopeless(only, suit, table.stride)).verdict;
}

/**
 * Whether no way to share the suit's equal cards brings its row home with the reserve open. A way that fails fails for
 * good as long as the line keeps to it, so along a line fewer and fewer are looked at. Once two equal cards both went home
 * the other way round, a way that failed may do again; but then it says of all other cards what the way with these two
 * exchanged says, to which the line kept, and which is looked at in its place.
 */
function createIsHopeless(
  only: Position,
  suit: number,
  stride: number,
): (store: Store, at: number) => boolean {
  const playOut = createPlayOut();
  const open = openTableOf(only);
  const columns = Array.from({ length: RESERVES }, (_, n) => pileAt(only.piles, FIRST_RESERVE + n));
  const ways = waysOf(open, suit, false);
  /** The ways possible at the line's first, eighth, sixteenth … move. */
  const sifted: Way[][] = [];
  return (store, at) => {
    readOpenTable(columns, store, at, open);
    const depth = at / stride;
    const level = Math.floor(depth / MOVES_BETWEEN_SIFTING);
    if (depth % MOVES_BETWEEN_SIFTING === 0) {
      const before = (level === 0 ? ways : sifted[level - 1]) ?? [];
      const left = before.filter((way) => playOut(open, [way]));
      sifted[level] = left;
      return left.length === 0;
    }
    const left = sifted[level] ?? [];
    const found = left.findIndex((way) => playOut(open, [way]));
    if (found < 0) return true;
    // Next time the same one will most likely do again.
    [left[0], left[found]] = [left[found]!, left[0]!];
    return false;
  };
}
