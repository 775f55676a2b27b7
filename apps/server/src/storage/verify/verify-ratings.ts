import { FIRST_RATING, rateRace } from '../../rating/rating.ts';
import type { Rating } from '../../rating/rating.ts';
import type { Database } from '../database.ts';

/** Floating-point functions differ in the last bits between machines. */
const CLOSE = 1e-6;
const BATCH = 1_000;

/**
 * Recomputes all ratings, from the first rated race on, and compares each change with the stored one. Who was rated in
 * a race is taken from the stored changes, as nothing else records who had an account then. Reads only.
 * @returns the differences, in words
 */
export async function verifyRatings(database: Database): Promise<string[]> {
  const differences: string[] = [];
  /** By game and person. */
  const ratings = new Map<string, { readonly rating: Rating; readonly races: number }>();
  for (let after = 0n; ;) {
    const { races: batch, last } = await read(database, after);
    for (const race of batch) {
      const keyOf = (userId: string) => `${race.game} ${userId}`;
      const recomputed = rateRace(
        race.changes.map(({ userId, play }) => ({
          id: userId,
          ending: play?.ending ?? null,
          cardsHome: play?.cardsHome ?? 0,
          elapsedMs: play?.elapsedMs ?? 0,
          rating: ratings.get(keyOf(userId))?.rating ?? FIRST_RATING,
        })),
      );
      for (const change of race.changes) {
        const { userId, muBefore, sigmaBefore, mu, sigma, races } = change;
        const before = ratings.get(keyOf(userId)) ?? { rating: FIRST_RATING, races: 0 };
        const rating = recomputed.get(userId) ?? before.rating;
        const isRight =
          isClose({ mu: muBefore, sigma: sigmaBefore }, before.rating) &&
          isClose({ mu, sigma }, rating) &&
          races === before.races + 1;
        if (!isRight) differences.push(`rating ${race.game} ${userId}: wrong after ${race.code}`);
        ratings.set(keyOf(userId), { rating: { mu, sigma }, races });
      }
    }
    if (last === undefined) return differences;
    after = last;
  }
}

const isClose = (a: Rating, b: Rating): boolean =>
  Math.abs(a.mu - b.mu) < CLOSE && Math.abs(a.sigma - b.sigma) < CLOSE;

/** The next races in the order in which they were rated, each with all its changes. */
async function read(database: Database, after: bigint) {
  const some = await database.ratingChange.findMany({
    where: { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true, raceId: true },
  });
  const rows = await database.ratingChange.findMany({
    where: { raceId: { in: [...new Set(some.map(({ raceId }) => raceId))] } },
    orderBy: { id: 'asc' },
    include: {
      race: {
        select: {
          code: true,
          plays: { select: { userId: true, ending: true, cardsHome: true, elapsedMs: true } },
        },
      },
    },
  });
  const races = new Map<string, { code: string; game: string; changes: ChangeOf[] }>();
  type ChangeOf = (typeof rows)[number] & {
    play: (typeof rows)[number]['race']['plays'][number] | undefined;
  };
  for (const row of rows) {
    const race = races.get(row.raceId) ?? { code: row.race.code, game: row.game, changes: [] };
    const play = row.race.plays.find(({ userId }) => userId === row.userId);
    race.changes.push({ ...row, play });
    races.set(row.raceId, race);
  }
  return {
    // The rows of two games' races may interleave: a race whose first row is in an earlier batch was checked there, whole.
    races: [...races.values()].filter(({ changes: [first] }) => first && first.id > after),
    last: some.at(-1)?.id,
  };
}
