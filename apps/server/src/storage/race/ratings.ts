import { gameOf } from '@same-deal/engine';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Race } from '../../race/race.ts';
import { FIRST_RATING, rateRace } from '../../rating/rating.ts';
import type { Entrant } from '../../rating/rating.ts';
import type { StoredChange } from '../../rating/rating-stats.ts';
import type { Database } from '../database.ts';

/**
 * Serialises the settling of rated races of one game over all nodes, so that ratings change in the order of
 * `settled_at`. Call it before reading that time.
 */
export async function lockRatings(tx: Prisma.TransactionClient, variant: string): Promise<void> {
  const name = `same-deal ratings ${gameOf(variant)}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext(${name}))`;
}

/** Whether a node that carried a race has ended since: its players then had an outage of ours. */
export async function hasLostItsNode(
  tx: Prisma.TransactionClient,
  { start }: Race,
): Promise<boolean> {
  // Races started by a version that did not record the node.
  if (start?.node === undefined) return false;
  const ids = [...new Set([start.node, ...(start.laterNodes ?? [])])].map(BigInt);
  return (await tx.node.count({ where: { id: { in: ids } } })) < ids.length;
}

interface EntrantRow {
  readonly id: string;
  readonly ending: string | null;
  readonly cardsHome: number | null;
  readonly elapsedMs: number | null;
  readonly mu: number | null;
  readonly sigma: number | null;
  readonly races: number | null;
}

/**
 * Rates a race in the transaction that settles it, once the ends of its plays are stored. Sparring partners, banned
 * people and whoever has no account, or had none when it began, are left out: the others are rated among themselves.
 * @param at when it was settled
 */
export async function rateSettled(
  tx: Prisma.TransactionClient,
  raceId: string,
  { settings, start }: Race,
  at: Date,
): Promise<void> {
  const game = gameOf(settings.variant);
  const rows = await tx.$queryRaw<EntrantRow[]>`
    select u.id, p.ending, p.cards_home as "cardsHome", p.elapsed_ms as "elapsedMs",
      last.mu, last.sigma, last.races
    from plays p
    join users u on u.id = p.user_id and not u.is_anonymous and u.banned_at is null
      and u.deleted_at is null and u.role is distinct from 'partner'
    left join lateral (
      select mu, sigma, races from rating_changes
      where user_id = u.id and game = ${game} order by id desc limit 1) last on true
    where p.race_id = ${raceId}::uuid and p.id <> all(${start?.guests ?? []}::uuid[])`;
  const after = rateRace(rows.map(entrantOf));
  if (after.size === 0) return;
  await tx.ratingChange.createMany({
    data: rows.flatMap((row) => {
      const rating = after.get(row.id);
      if (!rating) return [];
      const { mu: muBefore, sigma: sigmaBefore } = entrantOf(row).rating;
      const races = (row.races ?? 0) + 1;
      return [{ raceId, userId: row.id, game, races, muBefore, sigmaBefore, ...rating, at }];
    }),
  });
}

const entrantOf = ({ id, ending, cardsHome, elapsedMs, mu, sigma }: EntrantRow): Entrant => ({
  id,
  ending,
  cardsHome: cardsHome ?? 0,
  elapsedMs: elapsedMs ?? 0,
  rating: mu === null || sigma === null ? FIRST_RATING : { mu, sigma },
});

export type Ratings = ReturnType<typeof ratingsRepository>;

export function ratingsRepository(database: Database) {
  return {
    /** All changes of a person's ratings, oldest first. */
    async changesOf(userId: string): Promise<StoredChange[]> {
      const rows = await database.ratingChange.findMany({
        where: { userId },
        orderBy: { id: 'asc' },
        select: {
          game: true,
          races: true,
          mu: true,
          sigma: true,
          at: true,
          race: { select: { code: true } },
        },
      });
      return rows.map(({ race, ...row }) => ({ ...row, code: race.code }));
    },
  };
}
