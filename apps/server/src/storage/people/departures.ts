import { randomUUID } from 'node:crypto';
import { NOBODYS_NAME } from '../../names/stand-ins.ts';
import { withoutPerson } from '../../people/departure.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Database } from '../database.ts';
import { raceValue } from '../../race/race.ts';
import type { Person } from '../../race/race.ts';
import { writeRaces } from './changed-races.ts';
import { forgetNames, leaveCircles } from './circles.ts';
import { inUnrepeatableTransaction } from '../transaction.ts';

export type Departures = ReturnType<typeof departuresRepository>;

export type Departure =
  | {
      readonly kind: 'gone';
      /** The sessions that have ended. */
      readonly sessionIds: readonly string[];
      /** The races that have changed. */
      readonly raceCodes: readonly string[];
    }
  | { readonly kind: 'race-running'; readonly code: string }
  | { readonly kind: 'unknown' };

interface RaceRow {
  readonly id: string;
  readonly code: string;
  readonly value: unknown;
}

const TIMEOUTS = { timeout: 30_000, maxWait: 10_000 };

/** Deletes people for good. */
export function departuresRepository(database: Database) {
  const isGone = async (userId: string): Promise<boolean> =>
    (await database.user.count({ where: { id: userId } })) === 0;

  return {
    /** The codes of a person's races that are not stored as settled yet. */
    async unsettledRacesOf(userId: string): Promise<string[]> {
      const rows = await database.race.findMany({
        where: { settledAt: null, plays: { some: { userId } } },
        select: { code: true },
      });
      return rows.map(({ code }) => code);
    },

    /**
     * Deletes a person in one transaction, or changes nothing. Whatever refers to them is deleted too (`on delete
     * cascade`), except plays with others or on a daily's deal: those pass to an anonymous stand-in.
     *
     * Rows are locked in the order that a start, entries and settling use: lobbies, plays in the order of their ids,
     * races. The person's lock (`no key`) lets a start in progress finish; what it has dealt is then seen here.
     * @param now by the database's clock, if it is not told
     */
    leaveForGood(userId: string, now?: number): Promise<Departure> {
      return inUnrepeatableTransaction(
        database,
        TIMEOUTS,
        (tx) => forget(tx, userId, now),
        ({ kind }) => kind === 'gone',
        () => isGone(userId),
      );
    },
  };
}

async function forget(
  tx: Prisma.TransactionClient,
  userId: string,
  now: number | undefined,
): Promise<Departure> {
  const at = now === undefined ? Prisma.sql`now()` : Prisma.sql`${new Date(now)}`;
  // Guests who were merged into an account are deleted with it.
  const people = await tx.$queryRaw<
    { id: string; name: string; email: string; bannedAt: Date | null }[]
  >`
          select id, name, email, banned_at as "bannedAt" from users
          where (id = ${userId} or merged_into_id = ${userId}) and deleted_at is null
          order by id for no key update`;
  if (people.every(({ id }) => id !== userId)) return { kind: 'unknown' };
  const ids = people.map(({ id }) => id);

  const lobbies = await tx.$queryRaw<RaceRow[]>`
          select id, code, value from races
          where deal_id is null and exists (
            select from unnest(${ids}::text[]) as one(id)
            where position(to_jsonb(one.id)::text in value::text) > 0)
          order by id for update`;
  await tx.$queryRaw`select id from plays where user_id = any(${ids}) order by id for update`;
  const started = await tx.$queryRaw<(RaceRow & { settled: boolean })[]>`
          select id, code, value, settled_at is not null as settled from races
          where id in (select race_id from plays where user_id = any(${ids}))
          order by id for update`;
  const running = started.find(({ settled }) => !settled);
  if (running) return { kind: 'race-running', code: running.code };

  await tx.$executeRaw`
          delete from entries where play_id in (
            select p.id from plays p join deals d on d.id = p.deal_id
            where p.user_id = any(${ids}) and d.kind = 'practice')`;
  const practised = await tx.$queryRaw<{ id: string }[]>`
          delete from plays p using deals d
          where d.id = p.deal_id and p.user_id = any(${ids}) and d.kind = 'practice'
          returning d.id`;
  // A practice play has a deal of its own.
  await tx.$executeRaw`
          delete from deals d where d.id = any(${practised.map(({ id }) => id)}::uuid[])
            and not exists (select 1 from plays where deal_id = d.id)`;

  await forgetNames(tx, people);
  const standIns = new Map<string, Person>();
  for (const { id, bannedAt } of people) {
    const standIn = { id: randomUUID(), name: NOBODYS_NAME };
    standIns.set(id, standIn);
    const email = `${standIn.id}@deleted.invalid`;
    const nobody = { isAnonymous: true, offBoards: true, bannedAt, deletedAt: new Date() };
    await tx.user.create({ data: { ...standIn, email, ...nobody } });
    await tx.play.updateMany({ where: { userId: id }, data: { userId: standIn.id } });
    // The ratings of others were computed from theirs, and can be checked only with them.
    await tx.ratingChange.updateMany({ where: { userId: id }, data: { userId: standIn.id } });
    // Where they have started a deal, or it is over, the seat stays, so that the others' field does not shrink.
    await tx.$executeRaw`
      update duplicate_seats s set user_id = ${standIn.id} where s.user_id = ${id}
        and (exists (select from plays p where p.duplicate_id = s.duplicate_id and p.user_id = ${standIn.id})
          or exists (select from duplicates d where d.id = s.duplicate_id
            and (d.settled_at is not null or d.closes_at <= now())))`;
    await leaveCircles(tx, id, standIn.id, at);
    // Tables that refer to people without a foreign key. Totals were moved by triggers, with the plays.
    await tx.periodTotal.deleteMany({ where: { userId: id } });
    await tx.moderation.updateMany({ where: { userId: id }, data: { userId: standIn.id } });
    await tx.moderation.updateMany({ where: { byId: id }, data: { byId: standIn.id } });
  }
  const races = [...lobbies, ...started];
  await writeRaces(tx, races, ({ value }) =>
    [...standIns].reduce(
      (race, [id, standIn]) => withoutPerson(race, id, standIn),
      raceValue.parse(value),
    ),
  );

  const traces = people.flatMap(({ id, email }) => [id, email]);
  await tx.verification.deleteMany({
    where: {
      OR: traces.flatMap((trace) => [
        { value: { contains: trace } },
        { identifier: { contains: trace } },
      ]),
    },
  });
  await tx.signInTicket.deleteMany({
    where: { email: { in: people.map(({ email }) => email), mode: 'insensitive' } },
  });
  const sessions = await tx.session.findMany({
    where: { userId: { in: ids } },
    select: { id: true },
  });
  await tx.user.deleteMany({ where: { id: { in: ids } } });
  return {
    kind: 'gone',
    sessionIds: sessions.map(({ id }) => id),
    raceCodes: races.map(({ code }) => code),
  };
}
