/**
 * What is deleted automatically, and when. Never deleted: results, races that were played, ended plays, accounts, and
 * guests who have any of these. Every statement takes a bounded number of rows that no other transaction has locked, so
 * any node may run any of them at any time, and repeating one does no harm.
 */
import { Prisma } from '../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../names/stand-ins.ts';
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

/** Whether a play `p` has an entry: in a row of its own, or inherited, which is folded in its log. */
const HAS_ENTRY = Prisma.raw(
  `(coalesce(length(p.log), 0) > 0 or exists (select from entries e where e.play_id = p.id))`,
);

/**
 * When a play `p` that has not ended was last played or changed. `changed_at` covers what it was stored with, wherever
 * its times lie, and every change but entries; entries say it themselves, up to the longest time they can store, from
 * where on a trigger sets `changed_at`.
 */
const LAST_USED = Prisma.raw(
  `greatest(p.changed_at, p.starts_at + interval '1 millisecond' * (
    select e.elapsed_ms from entries e where e.play_id = p.id order by e.number desc limit 1))`,
);

/** Deletes practice that has not ended and was last used before then, with its entries and the deal it had to itself. */
async function deleteUnended(
  tx: Prisma.TransactionClient,
  before: Date | Prisma.Sql,
  { and, order, limit }: { and: Prisma.Sql; order: Prisma.Sql; limit: number },
): Promise<{ found: number; gone: number }> {
  // `starts_at` is never later than the last use, and has the index.
  const isOld = Prisma.sql`p.ended_at is null and p.race_id is null and p.daily_id is null
    and p.duplicate_id is null and p.starts_at < ${before} and ${and} and ${LAST_USED} < ${before}`;
  const found = await tx.$queryRaw<{ id: string }[]>`
    select p.id from plays p where ${isOld}
    order by ${order} limit ${limit} for update of p skip locked`;
  // Again, now that no entry can be added: one may have been committed before its play was locked here.
  const old = await tx.$queryRaw<{ id: string; deal: string }[]>`
    select p.id, p.deal_id as deal from plays p
    where p.id = any(${found.map(({ id }) => id)}::uuid[]) and ${isOld}`;
  const ids = old.map(({ id }) => id);
  await tx.$executeRaw`delete from entries where play_id = any(${ids}::uuid[])`;
  await tx.$executeRaw`delete from plays where id = any(${ids}::uuid[])`;
  await tx.$executeRaw`
    delete from deals d where d.id = any(${old.map(({ deal }) => deal)}::uuid[])
      and d.kind = 'practice' and not exists (select from plays where deal_id = d.id)`;
  return { found: found.length, gone: old.length };
}

/** Of a batch that deletes from several tables, in ms: a play has thousands of entries at most, and there are hundreds. */
const TIMEOUTS = { timeout: 15_000, maxWait: 10_000 } as const;

/** Sweeps practice that has not ended. */
const unendedPractice =
  (isLeft: Prisma.Sql) =>
  async (database: Database, before: Date, limit: number): Promise<Swept> =>
    database.$transaction(async (tx) => {
      const batch = { and: isLeft, order: Prisma.sql`p.starts_at`, limit };
      const { found, gone } = await deleteUnended(tx, before, batch);
      return { gone, next: found === limit ? '' : null };
    }, TIMEOUTS);

/**
 * Deletes the practice under way that a person has not used for the longest time, deals without a move first, if none of
 * it was used since then.
 * @param but a play that stays: another one is made from it
 * @returns whether there was any
 */
export async function deleteLongestUnused(
  tx: Prisma.TransactionClient,
  personId: string,
  before: Prisma.Sql,
  but: string | undefined,
): Promise<boolean> {
  const and = Prisma.sql`p.user_id = ${personId} and p.id is distinct from ${but ?? null}::uuid`;
  const one = { and, order: Prisma.sql`${HAS_ENTRY}, ${LAST_USED}`, limit: 1 };
  return (await deleteUnended(tx, before, one)).gone > 0;
}

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
  }, TIMEOUTS);

/** Sweeps invitations to circles that nobody has answered. */
const oldInvitations = async (database: Database, before: Date, limit: number): Promise<Swept> => {
  const gone = await database.$executeRaw`
    delete from circle_invitations where ctid in (
      select ctid from circle_invitations where at < ${before}
      order by at limit ${limit} for update skip locked)`;
  return { gone, next: gone === limit ? '' : null };
};

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
        -- Whoever has become an account goes with it: what they had seen and reported is that person's.
        and u.merged_into_id is null
        and not exists (select from plays where user_id = u.id)
        -- Whoever took a seat and did not play is last there, and counts for the others' scores.
        and not exists (select from duplicate_seats where user_id = u.id)
        and not exists (select from circle_members where user_id = u.id)
        and not exists (select from sessions where user_id = u.id and last_used_at >= ${before})
      for update of u skip locked
    ), unnamed as (
      -- With the note that a circle is called after them nothing would lead to their name any more.
      update circles set name = ${HIDDEN_NAME}
      where id in (select circle_id from circle_named_after where user_id in (select id from old))
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
    what: 'nudges, sent or not',
    since: 'it was of use',
    days: 7,
    sweep: oldRows('nudges', 'id', 'expires_at'),
  },
  {
    what: 'lobbies of races that were never started',
    since: 'it was opened',
    days: 7,
    sweep: oldRows('races', 'id', 'created_at', 'deal_id is null'),
  },
  {
    what: 'practice without an entry',
    since: 'it was dealt, or last changed',
    days: 7,
    sweep: unendedPractice(Prisma.sql`not ${HAS_ENTRY}`),
  },
  {
    what: 'practice that was left unfinished',
    since: 'its last entry, or change',
    days: 90,
    sweep: unendedPractice(HAS_ENTRY),
  },
  {
    what: 'duplicates that nobody has played',
    since: 'the end of the window',
    days: 30,
    sweep: unplayedDuplicates,
  },
  {
    what: 'invitations to circles',
    since: 'it was sent',
    days: 30,
    sweep: oldInvitations,
  },
  {
    what: 'races that circles have arranged',
    since: 'its time',
    days: 30,
    sweep: oldRows('circle_dates', 'id', 'at'),
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
