/** How a duplicate is scored: pure, and independent of the order of people and results. */
import { compareResults } from '../race/standings.ts';
import type { RaceResult } from '../race/standings.ts';

/** Somebody's result at one deal: null if they have not played it and it is too late, undefined while they still may. */
export type Outcome = RaceResult | null | undefined;

export interface Score {
  /** The mean of the shares; null before there is any. */
  readonly score: number | null;
  /** Equal scores share one (1, 1, 3); those without any come last together. */
  readonly place: number;
  /** How many deals they have played. */
  readonly done: number;
}

const isThere = (outcome: Outcome): outcome is RaceResult | null => outcome !== undefined;

/** People who have not played come after everybody who has, and are equal. */
function compareOutcomes(a: RaceResult | null, b: RaceResult | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareResults(a, b);
}

/**
 * What each has made of one deal: the share of the others in the field whom they have beaten, equal ones half.
 * @returns in the order given; null for a person who is not in the field yet, or alone in it
 */
export function sharesOf(outcomes: readonly Outcome[]): (number | null)[] {
  const field = outcomes.filter(isThere);
  return outcomes.map((mine) => {
    if (!isThere(mine) || field.length < 2) return null;
    // Twice the points, one of them against oneself: halves stay whole numbers.
    const points = field.reduce(
      (sum, other) => sum + 1 + Math.sign(compareOutcomes(other, mine)),
      -1,
    );
    return points / (2 * (field.length - 1));
  });
}

/** The place of each result of a deal, in the order given; null where there is none. */
export const placesOnDeal = (outcomes: readonly Outcome[]): (number | null)[] =>
  outcomes.map((mine) =>
    mine ? 1 + outcomes.filter((other) => other && compareResults(other, mine) < 0).length : null,
  );

/**
 * The standings, person by person.
 * @param deals for each deal everybody's outcome, always in the same order of people
 * @param people how many there are
 */
export function scoresOf(deals: readonly (readonly Outcome[])[], people: number): Score[] {
  const shares = deals.map(sharesOf);
  const scores = Array.from({ length: people }, (_, n) =>
    meanOf(shares.flatMap((ofDeal) => ofDeal[n] ?? [])),
  );
  return scores.map((score, n) => ({
    score,
    place: 1 + scores.filter((other) => isBetter(other, score)).length,
    done: deals.filter((outcomes) => outcomes[n]).length,
  }));
}

const isBetter = (a: number | null, b: number | null): boolean =>
  a !== null && (b === null || a > b);

/** Summed in order of size, so that equal scores are equal to the last digit whatever deals they come from. */
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : [...values].sort((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;
