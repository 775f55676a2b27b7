import { isShared, mergeInRace, mergeTries } from '../../people/merge-rules.ts';
import type { Blocks, Try } from '../../people/merge-rules.ts';
import type { MergeOutcome, MergeStore } from '../../people/merging.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Database } from '../database.ts';
import { raceValue } from '../../race/race.ts';
import { writeRaces } from './changed-races.ts';
import { moveCircles } from './circles.ts';
import { moveNudges } from '../nudge/planning.ts';
import { inUnrepeatableTransaction } from '../transaction.ts';

/** Lobbies older than this have expired (`race.ts` says after two hours), so their seats do not matter. */
const LOBBY_AGE = '3 hours';
const TIMEOUTS = { timeout: 15_000, maxWait: 10_000 };
const TRIES = 3;

type Transaction = Prisma.TransactionClient;

interface RaceRow {
  readonly id: string;
  readonly code: string;
  readonly value: unknown;
}

/** Merging a guest into an account, or into another guest by hand-over; see `people/merge-rules.ts`. */
export function mergesRepository(database: Database): MergeStore {
  const isMerged = async (guestId: string, accountId: string): Promise<boolean> =>
    (await database.user.count({ where: { id: guestId, mergedIntoId: accountId } })) === 1;

  return {
    async unsettledRacesOfBoth(guestId, accountId) {
      const rows = await database.$queryRaw<{ code: string }[]>`
        select r.code from races r
        join plays g on g.race_id = r.id and g.user_id = ${guestId}
        join plays a on a.race_id = r.id and a.user_id = ${accountId}
        where r.settled_at is null`;
      return rows.map(({ code }) => code);
    },

    async runningTryOfBoth(guestId, accountId) {
      const of = await triesOf(database, guestId, accountId);
      const merged = mergeTries(of(guestId), of(accountId));
      return merged.ok ? null : merged.reason;
    },

    async merge(guestId, accountId) {
      for (let n = 1; ; n++) {
        try {
          return await inUnrepeatableTransaction(
            database,
            TIMEOUTS,
            (tx) => mergeIn(tx, guestId, accountId),
            ({ kind }) => kind === 'merged',
            () => isMerged(guestId, accountId),
          );
        } catch (error) {
          // The account has just started a try at the guest's daily; the next attempt chooses between the two.
          const isTaken =
            error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
          if (!isTaken || n === TRIES) throw error;
        }
      }
    },
  };
}

/**
 * Reads all of it, decides, and only then writes.
 *
 * Rows are locked in the same order as everywhere else: lobbies before plays, as a start does; plays in the order of
 * their ids, as entries and settling do; then races, as settling does; and people last, as an entry that ends a try
 * does. Locking people with `no key` lets a start in progress finish; what it has dealt is then seen here, and a later
 * start finds the race at another version.
 */
async function mergeIn(tx: Transaction, guestId: string, accountId: string): Promise<MergeOutcome> {
  const lobbies = await tx.$queryRaw<RaceRow[]>`
    select id, code, value from races
    where deal_id is null and created_at > now() - ${LOBBY_AGE}::interval
      and (value->>'hostId' = ${guestId}
        or value->'players' @> jsonb_build_array(jsonb_build_object('id', ${guestId}::text)))
    order by id for update`;
  await tx.$queryRaw`
    select id from plays
    where user_id = ${guestId}
      or (user_id = ${accountId} and ranked
        and deal_id in (select deal_id from plays where user_id = ${guestId} and ranked))
    order by id for update`;
  const started = await tx.$queryRaw<RaceRow[]>`
    select id, code, value from races
    where id in (select race_id from plays where user_id = ${guestId})
    order by id for update`;
  const people = await tx.$queryRaw<
    { id: string; name: string; guest: boolean; over: boolean; banned_at: Date | null }[]
  >`
    select id, name, is_anonymous as guest, banned_at,
      merged_into_id is not null or deleted_at is not null as over
    from users where id in (${guestId}, ${accountId}) or merged_into_id = ${guestId}
    order by id for no key update`;

  const guest = people.find(({ id }) => id === guestId);
  const account = people.find(({ id }) => id === accountId);
  if (!guest?.guest || guest.over || !account || account.over) return { kind: 'merged-before' };
  const blocks = await blocksOf(tx, guestId, accountId);
  const races = [...lobbies, ...started].map(({ id, code, value }) => {
    const race = raceValue.parse(value);
    return { id, code, race, after: mergeInRace(race, guestId, account, blocks) };
  });
  const running = races.find(({ after }) => !after.ok);
  if (running) return { kind: 'running', what: `race ${running.code}` };
  const triesIn = await triesOf(tx, guestId, accountId);
  const unranked = mergeTries(triesIn(guestId), triesIn(accountId));
  if (!unranked.ok) return { kind: 'running', what: unranked.reason };

  const changed = races.flatMap(({ id, code, race, after }) =>
    after.ok && after.value !== race ? [{ id, code, race: after.value }] : [],
  );
  await writeRaces(tx, changed, ({ race }) => race);
  await tx.play.updateMany({ where: { id: { in: [...unranked.value] } }, data: { ranked: false } });
  const shared = races.filter(({ race }) => isShared(race, guestId, accountId));
  const { count } = await tx.play.updateMany({
    where: {
      userId: guestId,
      OR: [{ raceId: null }, { raceId: { notIn: shared.map(({ id }) => id) } }],
    },
    data: { userId: accountId },
  });
  await moveSeats(tx, guestId, accountId);
  // Before circles: nobody goes on in one with whose host there is a block.
  await moveBlocks(tx, guestId, accountId);
  await moveCircles(tx, guestId, accountId);
  await moveNudges(tx, guestId, accountId);
  // A ban follows the person: merging is no way out of it.
  if (guest.banned_at && !account.banned_at) {
    await tx.user.update({ where: { id: accountId }, data: { bannedAt: guest.banned_at } });
  }
  // Including those merged into this guest before, so that every `mergedIntoId` points at an active person.
  await tx.user.updateMany({
    where: { OR: [{ id: guestId }, { mergedIntoId: guestId }] },
    data: { mergedIntoId: accountId },
  });
  const sessions = await tx.session.findMany({
    where: { userId: guestId },
    select: { id: true },
  });
  await tx.session.deleteMany({ where: { userId: guestId } });
  await tx.handOver.deleteMany({ where: { userId: guestId } });
  await tx.signInTicket.deleteMany({ where: { userId: guestId } });
  return {
    kind: 'merged',
    merged: { name: guest.name, plays: count, sharedRaces: shared.length },
    raceCodes: changed.map(({ code }) => code),
    sessionIds: sessions.map(({ id }) => id),
  };
}

/** The blocks by and of the two, but for those between them. */
async function blocksOf(tx: Transaction, guestId: string, accountId: string): Promise<Blocks> {
  const both = [guestId, accountId];
  const rows = await tx.block.findMany({
    where: { OR: [{ blockerId: { in: both } }, { blockedId: { in: both } }] },
  });
  const others = (ids: readonly string[]) => new Set(ids.filter((id) => !both.includes(id)));
  const by = rows.map(({ blockerId }) => blockerId);
  return { by: others(by), all: others([...by, ...rows.map(({ blockedId }) => blockedId)]) };
}

/** Reads the ranked tries of both; the function returned gives those of one. */
async function triesOf(
  tx: Pick<Transaction, '$queryRaw'>,
  guestId: string,
  accountId: string,
): Promise<(userId: string) => Try[]> {
  const rows = await tx.$queryRaw<
    { id: string; user_id: string; at: string; starts_at: Date; running: boolean }[]
  >`
    select p.id, p.user_id, p.starts_at,
      -- A try past its closing time does not count as running, even if the duplicate has not been settled since.
      p.ended_at is null and (d.id is not null or p.closes_at > now()) as running,
      case when d.id is not null
        then 'daily ' || d.game || ' ' || to_char(date '1970-01-01' + d.day, 'YYYY-MM-DD')
        else 'duplicate ' || x.code || ' ' || n.number end as at
    from plays p
    left join dailies d on d.id = p.daily_id
    left join duplicates x on x.id = p.duplicate_id
    left join duplicate_deals n on n.deal_id = p.deal_id
    where p.user_id in (${guestId}, ${accountId}) and p.ranked`;
  return (userId) =>
    rows
      .filter((row) => row.user_id === userId)
      .map((row) => ({
        playId: row.id,
        at: row.at,
        startedAt: row.starts_at.getTime(),
        isRunning: row.running,
      }));
}

/** Moves the guest's seats in duplicates, and the duplicates that the guest has opened. */
async function moveSeats(tx: Transaction, guestId: string, accountId: string): Promise<void> {
  await tx.$executeRaw`
    insert into duplicate_seats (duplicate_id, user_id, joined_at)
    select duplicate_id, ${accountId}, joined_at from duplicate_seats where user_id = ${guestId}
    on conflict do nothing`;
  await tx.duplicateSeat.deleteMany({ where: { userId: guestId } });
  await tx.duplicate.updateMany({ where: { openedBy: guestId }, data: { openedBy: accountId } });
}

/** Moves blocks by the guest and of the guest, except between the two. */
async function moveBlocks(tx: Transaction, guestId: string, accountId: string): Promise<void> {
  await tx.$executeRaw`
    insert into blocks (blocker_id, blocked_id, created_at)
    select ${accountId}, blocked_id, created_at from blocks
    where blocker_id = ${guestId} and blocked_id <> ${accountId}
    on conflict do nothing`;
  await tx.$executeRaw`
    insert into blocks (blocker_id, blocked_id, created_at)
    select blocker_id, ${accountId}, created_at from blocks
    where blocked_id = ${guestId} and blocker_id <> ${accountId}
    on conflict do nothing`;
  await tx.$executeRaw`delete from blocks where ${guestId} in (blocker_id, blocked_id)`;
}
