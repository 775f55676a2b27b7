/** The order of a race: pure, and the same while it runs and when it has settled. */

/** What places depend on: a play, in a race or at a deal of a duplicate. */
export interface RaceResult {
  readonly ending: string | null;
  readonly cardsHome: number;
  readonly cardsHomeAtMs: number;
  readonly moves: number;
  readonly elapsedMs: number;
}

/**
 * Which order a race was begun under, and keeps: places are computed, not stored. In the first one a player who had
 * given up could come before one who played on, with as many cards home.
 */
export type Order = 1 | 2;
export const PRESENT_ORDER: Order = 2;

/**
 * Won before not won; won by elapsed time; not won by cards home, then those who played on before those who gave up,
 * then by the earlier time of the move that reached that count, then by fewer moves. Negative if `a` comes before `b`;
 * 0 if they share the place.
 */
export function compareResults(a: RaceResult, b: RaceResult, order: Order = PRESENT_ORDER): number {
  const aWon = a.ending === 'won';
  const bWon = b.ending === 'won';
  if (aWon !== bWon) return aWon ? -1 : 1;
  if (aWon) return a.elapsedMs - b.elapsedMs;
  return (
    b.cardsHome - a.cardsHome ||
    (order === 1 ? 0 : gaveUp(a) - gaveUp(b)) ||
    a.cardsHomeAtMs - b.cardsHomeAtMs ||
    a.moves - b.moves
  );
}

const gaveUp = ({ ending }: RaceResult): number => (ending === 'conceded' ? 1 : 0);

/** The place of each result, in the order given; equal results share one (1, 1, 3). */
export const placesOf = (results: readonly RaceResult[], order: Order = PRESENT_ORDER): number[] =>
  results.map((result) => placeAmong(results, result, order));

/**
 * Who came first among the people of a settled race. Nobody where nobody brought a card home, where there was only one
 * person, or where one person had two seats, so that it is `unrated`.
 * @param results of people: sparring partners are left out
 */
export function winnersAmong<Result extends RaceResult>(
  results: readonly Result[],
  { order, unrated }: { readonly order: Order; readonly unrated: boolean },
): Result[] {
  if (unrated || results.length < 2) return [];
  const places = placesOf(results, order);
  return results.filter(
    ({ ending, cardsHome }, n) => places[n] === 1 && (ending === 'won' || cardsHome > 0),
  );
}

/** One more than those of `others` who come before. */
export function placeAmong(
  others: readonly RaceResult[],
  result: RaceResult,
  order: Order,
): number {
  let place = 1;
  for (const other of others) if (compareResults(other, result, order) < 0) place += 1;
  return place;
}
