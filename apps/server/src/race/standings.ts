/** The order of a race: pure, and the same while it runs and when it has settled. */

/** What places depend on. */
export interface Result {
  readonly ending: string | null;
  readonly cardsHome: number;
  readonly cardsHomeAtMs: number;
  readonly moves: number;
  readonly elapsedMs: number;
}

/**
 * Won before not won; won by elapsed time; not won by cards home, then by the earlier time of the
 * move that reached that count, then by fewer moves. Negative if `a` comes before `b`; 0 if they
 * share the place.
 */
export function compareResults(a: Result, b: Result): number {
  const aWon = a.ending === 'won';
  const bWon = b.ending === 'won';
  if (aWon !== bWon) return aWon ? -1 : 1;
  if (aWon) return a.elapsedMs - b.elapsedMs;
  return b.cardsHome - a.cardsHome || a.cardsHomeAtMs - b.cardsHomeAtMs || a.moves - b.moves;
}

/** The place of each result, in the order given; equal results share one (1, 1, 3). */
export const placesOf = (results: readonly Result[]): number[] =>
  results.map((result) => 1 + results.filter((other) => compareResults(other, result) < 0).length);
