import { isShared, mergeInRace } from '../people/merge-rules.ts';
import type { MergeOutcome, MergeStore } from '../people/merging.ts';
import type { Database } from '../plugins/prisma.ts';
import { raceValue } from '../race/race.ts';

/** Lobbies older than this have expired (`race.ts` says two hours), and nobody sits in them any more. */
const LOBBY_AGE = '3 hours';
const PATIENCE = { timeout: 15_000, maxWait: 10_000 };

/** Merging a guest into an account; see `people/merge-rules.ts`. */
export function mergesRepository(database: Database): MergeStore {
  return {
    async unsettledRacesOfBoth(guestId, accountId) {
      const rows = await database.$queryRaw<{ code: string }[]>`
        select r.code from races r
        join plays g on g.race_id = r.id and g.user_id = ${guestId}
        join plays a on a.race_id = r.id and a.user_id = ${accountId}
        where r.settled_at is null`;
      return rows.map(({ code }) => code);
    },

    /**
     * Rows are locked in the order that everything else keeps: lobbies before plays, as a start has it, plays in the
     * order of their ids, as entries and settling have it, and races after their plays. Locking people with `no key`
     * lets a start that is under way finish; what it has dealt is seen here then, and what comes later finds a race at
     * another version.
     */
    merge: (guestId, accountId) =>
      database.$transaction<MergeOutcome>(async (tx) => {
        const people = await tx.$queryRaw<
          { id: string; name: string; guest: boolean; merged: boolean }[]
        >`
          select id, name, is_anonymous as guest, merged_into_id is not null as merged
          from users where id in (${guestId}, ${accountId}) order by id for no key update`;
        const guest = people.find(({ id }) => id === guestId);
        const account = people.find(({ id }) => id === accountId);
        if (!guest?.guest || guest.merged || !account || account.merged) {
          return { kind: 'merged-before' };
        }

        const lobbies = await tx.$queryRaw<RaceRow[]>`
          select id, code, value from races
          where deal_id is null and created_at > now() - ${LOBBY_AGE}::interval
            and (value->>'hostId' = ${guestId}
              or value->'players' @> jsonb_build_array(jsonb_build_object('id', ${guestId}::text)))
          order by id for update`;
        await tx.$queryRaw`select id from plays where user_id = ${guestId} order by id for update`;
        const started = await tx.$queryRaw<RaceRow[]>`
          select id, code, value from races
          where id in (select race_id from plays where user_id = ${guestId})
          order by id for update`;

        const races = [...lobbies, ...started].map(({ id, code, value }) => {
          const race = raceValue.parse(value);
          return { id, code, race, after: mergeInRace(race, guestId, account) };
        });
        const running = races.find(({ after }) => !after.ok);
        if (running) return { kind: 'running', what: `race ${running.code}` };
        const shared = races.filter(({ race }) => isShared(race, guestId, accountId));
        const changed = races.flatMap(({ id, code, race, after }) =>
          after.ok && after.value !== race ? [{ id, code, race: after.value }] : [],
        );
        for (const { id, race } of changed) {
          await tx.race.update({
            where: { id },
            data: { value: race, version: { increment: 1 } },
          });
        }

        const { count } = await tx.play.updateMany({
          where: {
            userId: guestId,
            OR: [{ raceId: null }, { raceId: { notIn: shared.map(({ id }) => id) } }],
          },
          data: { userId: accountId },
        });
        await tx.user.update({ where: { id: guestId }, data: { mergedIntoId: accountId } });
        const sessions = await tx.session.findMany({
          where: { userId: guestId },
          select: { id: true },
        });
        await tx.session.deleteMany({ where: { userId: guestId } });
        await tx.handOver.deleteMany({ where: { userId: guestId } });
        await tx.signInTicket.deleteMany({ where: { userId: guestId } });
        const merged = { name: guest.name, plays: count, sharedRaces: shared.length };
        return {
          kind: 'merged',
          merged,
          raceCodes: changed.map(({ code }) => code),
          sessionIds: sessions.map(({ id }) => id),
        };
      }, PATIENCE),
  };
}

interface RaceRow {
  readonly id: string;
  readonly code: string;
  readonly value: unknown;
}
