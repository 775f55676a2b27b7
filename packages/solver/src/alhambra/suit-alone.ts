/**
 * A proof that an Alhambra position is lost: some suit does not come home even if the cards of all others
 * are home already.
 *
 * Take any win and leave out the moves of the other suits' cards. What is left wins the position without
 * those cards: a card that was on top still is, building in suit and the foundations see one suit only,
 * and the order of the row stays. Two things are easier there than by the rules, and must be: the waste may
 * be empty where others' cards lay on it, and a redeal deals no card, which may have been another's. So if
 * one suit alone is lost, the whole is.
 */
import { CARDS_IN_PACK, suitOf, SUITS } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import type { Bounds, Verdict } from '../solution.ts';
import { searchExhaustively } from '../two-deck/exhaustive.ts';
import { FIRST_RESERVE, KING_FOUNDATIONS } from './pass.ts';
import { alhambraTable } from './table.ts';

/** The position with the cards of all other suits home. */
function alone({ piles, ...rest }: Position, suit: number): Position {
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
export const decideSuit = (position: Position, suit: number, bounds: Bounds): Verdict =>
  searchExhaustively(alhambraTable(alone(position, suit), false), bounds).verdict;
