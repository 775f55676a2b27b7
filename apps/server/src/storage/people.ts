import { accountPreferences } from '@same-deal/protocol';
import type { AccountPreferences } from '@same-deal/protocol';
import type { SettledRace } from '../people/head-to-head.ts';
import type { Database } from './database.ts';
import { isPartner } from '../race/partners.ts';
import { OPEN_LIMIT_MS, raceValue } from '../race/race.ts';
import { despiteDeadlocks } from './transaction.ts';

/** How many races of one person are read, the newest ones. */
const RACES_MOST = 2_000;

export type People = ReturnType<typeof peopleRepository>;

/** What is kept about people beyond their sessions. */
export function peopleRepository(database: Database) {
  /** Whom each of these people has blocked, and who has blocked them; nothing of those of whom neither is so. */
  async function avoidedByEach(ids: readonly string[]): Promise<Map<string, Set<string>>> {
    const some = { in: [...ids] };
    const rows = await database.block.findMany({
      where: { OR: [{ blockerId: some }, { blockedId: some }] },
      select: { blockerId: true, blockedId: true },
    });
    const avoided = new Map<string, Set<string>>();
    for (const { blockerId, blockedId } of rows) {
      avoided.set(blockerId, (avoided.get(blockerId) ?? new Set()).add(blockedId));
      avoided.set(blockedId, (avoided.get(blockedId) ?? new Set()).add(blockerId));
    }
    return avoided;
  }

  return {
    /** Whether somebody has exactly this name. Names are not unique; this only helps to choose a new one. */
    async isNameTaken(name: string): Promise<boolean> {
      return (await database.user.findFirst({ where: { name }, select: { id: true } })) !== null;
    },

    /** The person's name, or null if there is no such person, or no more. */
    async nameOf(id: string): Promise<string | null> {
      const user = await database.user.findUnique({
        where: { id, deletedAt: null },
        select: { name: true },
      });
      return user?.name ?? null;
    },

    /** What is kept beside the name; null if there is no such person. */
    async detailsOf(id: string): Promise<{ offBoards: boolean; createdAt: Date } | null> {
      return database.user.findUnique({
        where: { id, deletedAt: null },
        select: { offBoards: true, createdAt: true },
      });
    },

    /** Whether a person wishes to be on no board. */
    async setOffBoards(id: string, offBoards: boolean): Promise<void> {
      await despiteDeadlocks(() => database.user.update({ where: { id }, data: { offBoards } }));
    },

    /** How a person likes their table; nothing where they have not said. */
    async preferencesOf(id: string): Promise<AccountPreferences> {
      const user = await database.user.findUnique({ where: { id }, select: { preferences: true } });
      return accountPreferences.catch({}).parse(user?.preferences ?? {});
    },

    async setPreferences(id: string, preferences: AccountPreferences): Promise<void> {
      await despiteDeadlocks(() => database.user.update({ where: { id }, data: { preferences } }));
    },

    /** What those are called who sit with a person in races that are not over. */
    async namesBeside(id: string): Promise<string[]> {
      const seat = JSON.stringify([{ id }]);
      const rows = await database.$queryRaw<{ name: string }[]>`
        with beside as (
          select value->'players' as seats from races
          where deal_id is null and value->'players' @> ${seat}::jsonb
            and created_at > now() - ${OPEN_LIMIT_MS} * interval '1 millisecond'
          union all
          select r.value->'players' from plays p join races r on r.id = p.race_id
          where p.user_id = ${id} and p.ended_at is null and r.settled_at is null)
        select distinct name from users
        where id = any(array(select seat->>'id' from beside, jsonb_array_elements(seats) seat))
          and id <> ${id}`;
      return rows.map(({ name }) => name);
    },

    /** Changes a name. The caller has checked it. */
    async rename(id: string, name: string): Promise<void> {
      await database.user.update({ where: { id }, data: { name } });
    },

    /**
     * The settled races a person played in, newest first.
     * @param withId only those that this person played in too
     */
    async settledRacesOf(id: string, withId?: string): Promise<SettledRace[]> {
      const of = (userId: string) => ({ plays: { some: { userId } } });
      const rows = await database.race.findMany({
        where: {
          settledAt: { not: null },
          // Races against recordings count for nothing.
          deal: { kind: 'race' },
          AND: [of(id), ...(withId === undefined ? [] : [of(withId)])],
          // One person had two of its seats (see `people/merge-rules.ts`): it counts for nothing.
          NOT: { plays: { some: { user: { mergedIntoId: { not: null } } } } },
        },
        orderBy: { settledAt: 'desc' },
        take: RACES_MOST,
        select: {
          code: true,
          settledAt: true,
          value: true,
          deal: { select: { variant: true } },
          plays: {
            select: {
              userId: true,
              ending: true,
              moves: true,
              cardsHome: true,
              cardsHomeAtMs: true,
              elapsedMs: true,
              user: { select: { name: true, deletedAt: true } },
            },
          },
        },
      });
      const races = rows.map(({ code, settledAt, value, deal, plays }) => ({
        code,
        order: raceValue.shape.order.parse((value as { order?: unknown }).order),
        variant: deal?.variant ?? '',
        settledAt: settledAt?.toISOString() ?? '',
        results: plays
          .filter(({ userId }) => !isPartner(userId))
          .map(({ userId, user, ending, ...play }) => ({
            personId: userId,
            name: user.deletedAt === null ? user.name : null,
            ending,
            moves: play.moves ?? 0,
            cardsHome: play.cardsHome ?? 0,
            cardsHomeAtMs: play.cardsHomeAtMs ?? 0,
            elapsedMs: play.elapsedMs ?? 0,
          })),
      }));
      // A race against sparring partners only counts as no race.
      return races.filter(({ results }) => results.length > 1);
    },

    /** Whether two have played in a race together, be it settled or not. */
    async haveRaced(a: string, b: string): Promise<boolean> {
      const of = (userId: string) => ({ plays: { some: { userId } } });
      const where = { AND: [of(a), of(b)] };
      return a !== b && (await database.race.findFirst({ where, select: { id: true } })) !== null;
    },

    /** Lets a person have nothing to do with another any more. */
    async block(blockerId: string, blockedId: string): Promise<void> {
      await database.block.createMany({ data: [{ blockerId, blockedId }], skipDuplicates: true });
    },

    async unblock(blockerId: string, blockedId: string): Promise<void> {
      await database.block.deleteMany({ where: { blockerId, blockedId } });
    },

    async isBlocked(blockerId: string, blockedId: string): Promise<boolean> {
      const where = { blockerId_blockedId: { blockerId, blockedId } };
      return (await database.block.findUnique({ where, select: { createdAt: true } })) !== null;
    },

    /** Reports somebody's name to the moderators; once, however often it is asked for. */
    async reportName(reporterId: string, personId: string, name: string): Promise<void> {
      const data = [{ reporterId, personId, name }];
      await database.nameReport.createMany({ data, skipDuplicates: true });
    },

    /** The names that a person has reported, the last one first. */
    async reportedBy(reporterId: string): Promise<{ name: string; at: Date }[]> {
      return database.nameReport.findMany({
        where: { reporterId },
        orderBy: { at: 'desc' },
        select: { name: true, at: true },
      });
    },

    /** Whom a person has blocked, and who has blocked them. */
    avoidedBy: async (id: string): Promise<ReadonlySet<string>> =>
      (await avoidedByEach([id])).get(id) ?? new Set(),

    avoidedByEach,

    /** Everybody a person has blocked, the last one first. */
    async blockedBy(blockerId: string): Promise<{ id: string; name: string }[]> {
      const rows = await database.block.findMany({
        where: { blockerId },
        orderBy: [{ createdAt: 'desc' }, { blockedId: 'asc' }],
        select: { blocked: { select: { id: true, name: true } } },
      });
      return rows.map((row) => row.blocked);
    },
  };
}
