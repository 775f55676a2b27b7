/**
 * How many rows one person may have of each kind: every such bound, in one table. Each is checked within the transaction
 * that inserts, under a lock on person and kind, so that it holds however many requests arrive at once, at whichever
 * nodes. What somebody has beyond a bound, as after a merge, stays. `docs/operations.md` has the same table.
 */
import type { ErrorCode } from '@same-deal/protocol';
import type { Pool, PoolClient } from 'pg';
import { Prisma } from '../generated/prisma/client.ts';
import { EMPTY_LIMIT_MS, OPEN_LIMIT_MS } from '../race/race.ts';
import type { Database } from './database.ts';
import { deleteLongestUnused } from './retention.ts';
import { inTransaction, inTransactionByDriver } from './transaction.ts';

interface Bound {
  /** As `docs/operations.md` lists it. */
  readonly what: string;
  readonly most: number;
  /** What the next one is refused with. */
  readonly code: ErrorCode;
  /** Counts what a person has: one row with `count`. */
  readonly count: (personId: string) => Prisma.Sql;
  /** Where there is no room: deletes another one that is of no use any more; resolves to whether there was one. */
  readonly replace?: (
    tx: Prisma.TransactionClient,
    personId: string,
    but: string | undefined,
  ) => Promise<boolean>;
}

/** Practice that was used more recently may be open somewhere. */
const PRACTICE_STAYS_UNTIL = Prisma.sql`now() - interval '1 hour'`;

export const bounds = {
  lobbies: {
    what: 'seats in lobbies that wait for their start',
    most: 10,
    code: 'too-many-lobbies',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from races
      where deal_id is null and value->'players' @> ${JSON.stringify([{ id: personId }])}::jsonb
        and created_at > now() - ${OPEN_LIMIT_MS} * interval '1 millisecond'
        and (value->>'emptySince' is null or (value->>'emptySince')::float8
          > extract(epoch from now()) * 1000 - ${EMPTY_LIMIT_MS})`,
  },
  races: {
    what: 'races under way, of whoever starts another one',
    most: 10,
    code: 'too-many-requests',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from plays
      where user_id = ${personId} and race_id is not null and ended_at is null
        and closes_at > now()`,
  },
  practice: {
    what: 'practice plays under way; one unused for an hour gives way',
    most: 500,
    code: 'too-many-plays',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from plays
      where user_id = ${personId} and ended_at is null
        and race_id is null and daily_id is null and duplicate_id is null`,
    replace: (tx, personId, but) => deleteLongestUnused(tx, personId, PRACTICE_STAYS_UNTIL, but),
  },
  duplicates: {
    what: 'duplicates of their own under way',
    most: 10,
    code: 'too-many-duplicates',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from duplicates
      where opened_by = ${personId} and settled_at is null`,
  },
  duplicateSeats: {
    what: 'seats in duplicates under way',
    most: 100,
    code: 'duplicate-full',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from duplicate_seats s join duplicates d on d.id = s.duplicate_id
      where s.user_id = ${personId} and d.settled_at is null`,
  },
  circles: {
    what: 'circles they are in',
    most: 20,
    code: 'too-many-circles',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from circle_members
      where user_id = ${personId} and left_at is null`,
  },
  passkeys: {
    what: 'passkeys',
    most: 50,
    code: 'passkey-refused',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from passkeys where user_id = ${personId}`,
  },
  handOvers: {
    what: 'hand-overs of a day',
    most: 200,
    code: 'too-many-kept',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from hand_overs where user_id = ${personId}`,
  },
  blocks: {
    what: 'people they have blocked',
    most: 1_000,
    code: 'too-many-kept',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from blocks where blocker_id = ${personId}`,
  },
  reports: {
    what: 'names they have reported',
    most: 1_000,
    code: 'too-many-kept',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from name_reports where reporter_id = ${personId}`,
  },
  pushSubscriptions: {
    what: 'devices that take nudges',
    most: 10,
    code: 'too-many-kept',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from push_subscriptions where user_id = ${personId}`,
  },
  nudgeRivals: {
    what: 'people of whom they want to know when they have played',
    most: 100,
    code: 'too-many-kept',
    count: (personId) => Prisma.sql`
      select count(*)::int as count from nudge_rivals where user_id = ${personId}`,
  },
} as const satisfies Record<string, Bound>;

export type BoundName = keyof typeof bounds;

/** Whether a person has fewer than they may; by the time of an insert that may have changed. */
export async function hasRoom(
  prisma: Pick<Database, '$queryRaw'>,
  name: BoundName,
  personId: string,
): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>(bounds[name].count(personId));
  return (row?.count ?? 0) < bounds[name].most;
}

/**
 * The last insert under way on this node, by person and kind: whoever sends many at once waits here, with one connection
 * to the database instead of all of them.
 */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Runs the transaction that inserts one more row for a person; rolls back if `work` returns undefined.
 * @param but the id of a row that gives way to no other
 * @returns `too-many` if they have as many as they may, and nothing is inserted
 */
export async function withinBound<Outcome>(
  prisma: Database,
  name: BoundName,
  personId: string,
  work: (tx: Prisma.TransactionClient) => Promise<Outcome | undefined>,
  but?: string,
): Promise<Outcome | 'too-many' | undefined> {
  const key = keyOf(name, personId);
  return oneAtATime(key, () =>
    inTransaction<Outcome | 'too-many'>(prisma, async (tx) => {
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
      // A statement of its own, which sees what those before have committed.
      const { replace }: Bound = bounds[name];
      const hasSome = (await hasRoom(tx, name, personId)) || (await replace?.(tx, personId, but));
      return hasSome ? work(tx) : 'too-many';
    }),
  );
}

/**
 * The same by the driver under Prisma, for what everybody does who comes; commits whatever `work` returns.
 * @param work gets `room`, for the `with` of a statement which inserts only where that has a row
 */
export function withinBoundByDriver<Outcome>(
  pool: Pool,
  name: BoundName,
  personId: string,
  work: (client: PoolClient, room: Prisma.Sql) => Promise<Outcome>,
): Promise<Outcome> {
  const key = keyOf(name, personId);
  const { count, most } = bounds[name];
  const room = Prisma.sql`
    room as materialized (select from (${count(personId)}) had where had.count < ${most}::int)`;
  // The lock is a statement of its own: the one that counts sees what those before have committed.
  const lock = (client: PoolClient) =>
    `select pg_advisory_xact_lock(hashtextextended(${client.escapeLiteral(key)}, 0))`;
  return oneAtATime(key, () => inTransactionByDriver(pool, (client) => work(client, room), lock));
}

const keyOf = (name: BoundName, personId: string) => `${name} ${personId}`;

async function oneAtATime<Outcome>(key: string, insert: () => Promise<Outcome>): Promise<Outcome> {
  const mine = (underWay.get(key) ?? Promise.resolve()).then(insert, insert);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}
