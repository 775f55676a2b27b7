/**
 * What is deleted automatically, and when. Never deleted: results, races that were played, ended plays, accounts, and
 * guests who have any of these. Every statement takes a bounded number of rows that no other transaction has locked, so
 * any node may run any of them at any time, and repeating one does no harm.
 */
import { Prisma } from '../generated/prisma/client.ts';
import type { Database } from './database.ts';

/** The outcome of a batch: how many were deleted, and in `next` where the following one starts; null after the last. */
export interface Swept {
  readonly gone: number;
  readonly next: string | null;
}

export interface RetentionRule {
  /** What is deleted, as `docs/operations.md` lists it. */
  readonly what: string;
  /** The event from which the days count. */
  readonly since: string;
  /** How many days it is kept after that. */
  readonly days: number;
  /**
   * Deletes one batch of what that event happened to before `before`.
   * @param limit how many rows to read
   * @param after `next` of the previous batch; empty at first
   */
  readonly sweep: (
    database: Database,
    before: Date,
    limit: number,
    after: string,
  ) => Promise<Swept>;
}

/** Sweeps the rows of a table in which one column is older than that. */
const oldRows =
  (table: string, key: string, column: string, isOld: string = 'true') =>
  async (database: Database, before: Date, limit: number): Promise<Swept> => {
    const [from, id, time, condition] = [table, key, column, isOld].map((sql) => Prisma.raw(sql));
    const gone = await database.$executeRaw`
      delete from ${from} where ${id} in (
        select ${id} from ${from} where ${time} < ${before} and ${condition}
        order by ${time} limit ${limit} for update skip locked)`;
    return { gone, next: gone === limit ? '' : null };
  };

/**
 * The largest time an entry can store, 25 days. Such an entry may be from any later day on which the player was active.
 */
const LONGEST_MS = 2 ** 31 - 1;

/** Sweeps practice that has not ended, with its entries and the deal it had to itself. */
const unendedPractice =
  (isLeft: string) =>
  async (database: Database, before: Date, limit: number): Promise<Swept> =>
    database.$transaction(async (tx) => {
      const old = await tx.$queryRaw<{ id: string; deal: string }[]>`
        select p.id, p.deal_id as deal from plays p
        where p.ended_at is null and p.race_id is null and p.daily_id is null and p.duplicate_id is null
          and p.starts_at < ${before} and ${Prisma.raw(isLeft)}
          and not exists (select from entries e where e.play_id = p.id
            and (p.starts_at + e.elapsed_ms * interval '1 millisecond' >= ${before}
              or e.elapsed_ms = ${LONGEST_MS} and exists (
                select from sessions s where s.user_id = p.user_id and s.last_used_at >= ${before})))
        order by p.starts_at limit ${limit} for update of p skip locked`;
      const ids = old.map(({ id }) => id);
      await tx.$executeRaw`delete from entries where play_id = any(${ids}::uuid[])`;
      await tx.$executeRaw`delete from plays where id = any(${ids}::uuid[])`;
      await tx.$executeRaw`
        delete from deals d where d.id = any(${old.map(({ deal }) => deal)}::uuid[])
          and d.kind = 'practice' and not exists (select from plays where deal_id = d.id)`;
      return { gone: old.length, next: old.length === limit ? '' : null };
    });

/** Sweeps duplicates at which nobody has started a try, with the deals they had to themselves. */
const unplayedDuplicates = async (
  database: Database,
  before: Date,
  limit: number,
): Promise<Swept> =>
  database.$transaction(async (tx) => {
    const old = await tx.$queryRaw<{ id: string }[]>`
      select d.id from duplicates d
      where d.closes_at < ${before} and not exists (select from plays where duplicate_id = d.id)
      order by d.closes_at limit ${limit} for update skip locked`;
    const ids = old.map(({ id }) => id);
    const deals = await tx.$queryRaw<{ id: string }[]>`
      delete from duplicate_deals where duplicate_id = any(${ids}::uuid[]) returning deal_id as id`;
    await tx.$executeRaw`delete from duplicates where id = any(${ids}::uuid[])`;
    await tx.$executeRaw`delete from deals where id = any(${deals.map(({ id }) => id)}::uuid[])`;
    return { gone: old.length, next: old.length === limit ? '' : null };
  });

/** Sweeps guests without plays who were not active. Walks over all users by id, since those it keeps would match again. */
async function unusedGuests(
  database: Database,
  before: Date,
  limit: number,
  after: string,
): Promise<Swept> {
  const [swept] = await database.$queryRaw<[{ gone: number; next: string | null }]>`
    with scanned as materialized (
      select id from users where id > ${after} order by id limit ${limit}
    ), old as materialized (
      select u.id from users u join scanned using (id)
      where u.is_anonymous and u.deleted_at is null and u.created_at < ${before}
        and not exists (select from plays where user_id = u.id)
        -- Whoever took a seat and did not play is last there, and counts for the others' scores.
        and not exists (select from duplicate_seats where user_id = u.id)
        and not exists (select from sessions where user_id = u.id and last_used_at >= ${before})
      for update of u skip locked
    ), gone as (
      delete from users u using old where u.id = old.id returning u.id
    )
    select (select count(*)::int from gone) as gone, (select max(id) from scanned) as next`;
  return swept;
}

const EXPIRY = 'it has run out';

/** In this order: deleting the earlier ones may make later ones deletable. */
export const retentionRules: readonly RetentionRule[] = [
  {
    what: 'sessions of devices',
    since: EXPIRY,
    days: 1,
    sweep: oldRows('sessions', 'id', 'expires_at'),
  },
  {
    what: 'hand-overs to another device, used or not',
    since: EXPIRY,
    days: 1,
    sweep: oldRows('hand_overs', 'id', 'expires_at'),
  },
  {
    what: 'passkeys’ challenges and e-mailed links, used or not',
    since: EXPIRY,
    days: 1,
    sweep: oldRows('sign_in_tickets', 'hash', 'expires_at'),
  },
  {
    what: 'short-lived values of the sign-in library',
    since: EXPIRY,
    days: 1,
    sweep: oldRows('verifications', 'id', 'expires_at'),
  },
  {
    what: 'lobbies of races that were never started',
    since: 'it was opened',
    days: 7,
    sweep: oldRows('races', 'id', 'created_at', 'deal_id is null'),
  },
  {
    what: 'practice without an entry',
    since: 'it was dealt',
    days: 7,
    sweep: unendedPractice('not exists (select from entries e where e.play_id = p.id)'),
  },
  {
    what: 'practice that was left unfinished',
    since: 'its last entry',
    days: 90,
    sweep: unendedPractice('true'),
  },
  {
    what: 'duplicates that nobody has played',
    since: 'the end of the window',
    days: 30,
    sweep: unplayedDuplicates,
  },
  {
    what: 'guests without any game',
    since: 'the last visit',
    days: 60,
    sweep: unusedGuests,
  },
];

/** The rules over one database. */
export const retentionRepository = (database: Database) => ({
  rules: retentionRules.map(({ what, days, sweep }) => ({
    what,
    days,
    sweep: (before: Date, limit: number, after: string) => sweep(database, before, limit, after),
  })),
});
