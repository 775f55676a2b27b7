/** How hard a deal is for a person. */
import {
  CARDS_IN_PACK,
  mersenneDraw,
  newGame,
  ok,
  refuse,
  sortedPack,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Position, Result } from '@same-deal/engine';
import { checkWhole } from '../solve.ts';
import type { SolveError } from '../solve.ts';
import { canonicalOf } from './canonical.ts';
import { bestMoves, hastyMoves, playOut } from '../careful.ts';
import type { Player } from '../careful.ts';

/** From 1, a deal that a careful player seldom loses or nearly wins, to 5. */
export type Difficulty = 1 | 2 | 3 | 4 | 5;

/**
 * Increased whenever the same deal might get another class: with the players, the number of plays or
 * the limits. A class stored with an older version is stale. Version 1 counted the positions that the
 * search for a win visited; version 2 had no hasty player; version 3 had limits from 70 deals of Alhambra.
 */
export const GRADING_VERSION = 4;
/** The limits were calibrated with it. */
const SEED = 3;

/** How often each player plays a deal. */
const PLAYS = 100;

/**
 * The weight of the cards that a hasty player leaves, beside the careful player's trouble. In British
 * Square what is hard for the one says little about the other (rank correlation 0.37; 0.7 and more
 * elsewhere), so there both count.
 */
const hastyWeights: Readonly<Record<string, number>> = {
  'british-square/piles': 3,
  'british-square/union': 3,
};

/**
 * The upper limits of trouble for classes 1, 2, 3 and 4, in thousandths. Calibrated so that the classes
 * are about equally frequent among a variant's winnable deals; docs/winnability.md says on how many.
 */
const limits: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'bisley/thirteen': [1518, 1675, 1765, 1827],
  'bisley/twelve': [1623, 1741, 1801, 1846],
  'sly-fox/standard': [1045, 1218, 1305, 1374],
  'british-square/piles': [2340, 2798, 3140, 3499],
  'british-square/columns': [1827, 1864, 1885, 1904],
  // Both players fill a space only from the waste, so to them it is the same game as `piles`.
  'british-square/union': [2340, 2798, 3140, 3499],
  'alhambra/standard': [1168, 1192, 1214, 1241],
};
/** For a variant that has not been calibrated. */
const usualLimits = [1000, 1250, 1400, 1550] as const;

export interface Grade {
  readonly difficulty: Difficulty;
  readonly gradingVersion: typeof GRADING_VERSION;
  /**
   * What the class is based on, in thousandths: the share of plays that the careful player loses, plus
   * the share of cards that do not come home, which distinguishes deals that are nearly always, or
   * never, won. In British Square plus the weighted share of cards that the hasty player leaves.
   */
  readonly trouble: number;
}

export type GradeError = SolveError | { readonly code: 'not-a-deal' };

/**
 * Grades a deal by how a simple, careful player fares who sees what a person sees (careful.ts). The
 * player plays the deal's canonical form, with the same random seed for every deal, so renaming suits
 * changes nothing and the grade is reproducible.
 * @param opening the position before the first move, no card face down
 */
export function gradeDeal(opening: Position): Result<Grade, GradeError> {
  const checked = checkWhole(opening);
  if (!checked.ok) return checked;
  if (!isOpening(opening)) return refuse({ code: 'not-a-deal' });
  const start = canonicalOf(opening);
  const careful = outcomesOf(start, bestMoves);
  const weight = hastyWeights[opening.variant] ?? 0;
  const hasty = weight > 0 ? weight * outcomesOf(start, hastyMoves).left : 0;
  const trouble = Math.round(1000 * (careful.lost + careful.left + hasty));
  const above = (limits[opening.variant] ?? usualLimits).filter((limit) => trouble > limit).length;
  return ok({ difficulty: (above + 1) as Difficulty, gradingVersion: GRADING_VERSION, trouble });
}

/** The share of its plays that a player loses, and of the cards that do not come home. */
function outcomesOf(start: Position, player: Player): { lost: number; left: number } {
  const draw = mersenneDraw([SEED]);
  const cards = CARDS_IN_PACK * variantOf(start.variant).packs;
  let lost = 0;
  let left = 0;
  for (let n = 0; n < PLAYS; n++) {
    const notHome = playOut(start, draw, player);
    left += notHome / cards;
    if (notHome > 0) lost++;
  }
  return { lost: lost / PLAYS, left: left / PLAYS };
}

/** Whether a position can be a deal before its first move, judged by the cards in each pile and the counters. */
export function isOpening({ variant, piles, counters }: Position): boolean {
  const deal = unwrap(newGame(variant, sortedPack(variantOf(variant).packs)));
  return (
    deal.piles.every((pile, n) => pile.length === piles[n]?.length) &&
    deal.counters.every((counter, n) => counter === counters[n])
  );
}
