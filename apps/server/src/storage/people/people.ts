import { accountPreferences } from '@same-deal/protocol';
import type { AccountPreferences } from '@same-deal/protocol';
import { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import type { SettledRace } from '../../people/head-to-head.ts';
import { withinBound } from '../bounds.ts';
import { partInCircles } from './circles.ts';
import type { Parted } from './circles.ts';
import { ownerIn } from './owner.ts';
import type { OpenDatabase } from '../database.ts';
import { partners } from '../../race/partners.ts';
import { OPEN_LIMIT_MS, raceValue } from '../../race/race.ts';
import { despiteDeadlocks } from '../transaction.ts';
import { haveMet, shareCircle } from '../met.ts';

/** How many races of one person are read at most, the newest ones. */
const RACES_MOST = 2_000;

export type People = ReturnType<typeof peopleRepository>;

/** A settled race as it is read; older ones have no order. */
type SettledRow = Pick<SettledRace, 'code' | 'variant' | 'results'> & {
  readonly settledAt: Date;
  readonly order: unknown;
};

const shownName = ({ name, nameHiddenAt }: { name: string; nameHiddenAt: Date | null }): string =>
  nameHiddenAt === null ? name : HIDDEN_NAME;

const NAME = 'select name from users where id = $1 and deleted_at is null';
const BLOCKED = 'select from blocks where blocker_id = $1 and blocked_id = $2';
const AVOIDED = `
  select blocker_id as "blockerId", blocked_id as "blockedId" from blocks
  where blocker_id = any($1::text[]) or blocked_id = any($1::text[])`;

/** People: names, preferences, blocks, reports, and the races they share. */
export function peopleRepository({
  prisma: database,
  pool,
}: Pick<OpenDatabase, 'prisma' | 'pool'>) {
  /** For each of these people, whom they have blocked and who has blocked them; people without either are left out. */
  async function avoidedByEach(ids: readonly string[]): Promise<Map<string, Set<string>>> {
    const query = { name: 'avoided', text: AVOIDED, values: [ids] };
    const { rows } = await pool.query<{ blockerId: string; blockedId: string }>(query);
    const avoided = new Map<string, Set<string>>();
    for (const { blockerId, blockedId } of rows) {
      avoided.set(blockerId, (avoided.get(blockerId) ?? new Set()).add(blockedId));
      avoided.set(blockedId, (avoided.get(blockedId) ?? new Set()).add(blockerId));
    }
    return avoided;
  }

  return {
    /** The person's name; null if there is no such person, or they were deleted. */
    async nameOf(id: string): Promise<string | null> {
      const query = { name: 'name', text: NAME, values: [id] };
      const { rows } = await pool.query<{ name: string }>(query);
      return rows[0]?.name ?? null;
    },

    /** The account that a guest was merged into, or the person; null as above. */
    async ownerOf(id: string): Promise<string | null> {
      const where = { id, deletedAt: null };
      const user = await database.user.findUnique({ where, select: { mergedIntoId: true } });
      return user && (user.mergedIntoId ?? id);
    },

    /** The name as others see it; null as above. */
    async shownNameOf(id: string): Promise<string | null> {
      const user = await database.user.findUnique({
        where: { id, deletedAt: null },
        select: { name: true, nameHiddenAt: true },
      });
      return user && shownName(user);
    },

    /** The ids of the guests who were merged into a person. */
    async guestsOf(id: string): Promise<string[]> {
      const where = { mergedIntoId: id };
      const guests = await database.user.findMany({ where, select: { id: true } });
      return guests.map((guest) => guest.id);
    },

    /** What is stored besides the name; null if there is no such person, or they were deleted. */
    async detailsOf(id: string): Promise<{ offBoards: boolean; createdAt: Date } | null> {
      return database.user.findUnique({
        where: { id, deletedAt: null },
        select: { offBoards: true, createdAt: true },
      });
    },

    /** Sets whether a person wishes to be on no board. */
    async setOffBoards(id: string, offBoards: boolean): Promise<void> {
      await despiteDeadlocks(() => database.user.update({ where: { id }, data: { offBoards } }));
    },

    /** A person's preferences; what they never set is missing, and what is stored but invalid is dropped. */
    async preferencesOf(id: string): Promise<AccountPreferences> {
      const user = await database.user.findUnique({ where: { id }, select: { preferences: true } });
      return accountPreferences.catch({}).parse(user?.preferences ?? {});
    },

    async setPreferences(id: string, preferences: AccountPreferences): Promise<void> {
      await despiteDeadlocks(() => database.user.update({ where: { id }, data: { preferences } }));
    },

    /** The names of the other players in a person's races that are not over. */
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

    /** Changes a name, which the caller has validated. */
    async rename(id: string, name: string): Promise<void> {
      await database.user.update({ where: { id }, data: { name } });
    },

    /**
     * The settled races a person played in, newest first.
     * @param withId only those that this person played in too
     */
    async settledRacesOf(id: string, withId?: string): Promise<SettledRace[]> {
      const mates = Object.values(partners).map((partner) => partner.id);
      // One statement, and each race as one value: rows by the thousand would block the event loop.
      const rows = await database.$queryRaw<SettledRow[]>`
        with counting as (
          select r.id, r.code, r.settled_at, r.value, d.variant
          from races r join deals d on d.id = r.deal_id
          where r.settled_at is not null
            -- Races against recordings do not count.
            and d.kind = 'race'
            and exists (select from plays p where p.race_id = r.id and p.user_id = ${id})
            and (${withId ?? null}::text is null
              or exists (select from plays p where p.race_id = r.id and p.user_id = ${withId ?? null}))
            -- Nor do those against sparring partners only,
            and exists (select from plays p
              where p.race_id = r.id and p.user_id <> ${id} and p.user_id <> all(${mates}))
            -- nor one in which one person had two seats (see people/merge-rules.ts): it says so itself, also of somebody gone.
            and r.value ->> 'unrated' is distinct from 'true'
          order by r.settled_at desc limit ${RACES_MOST}
        )
        select c.code, c.settled_at as "settledAt", c.value -> 'order' as "order", c.variant, (
          select json_agg(json_build_object(
            'personId', p.user_id, 'ending', p.ending, 'moves', coalesce(p.moves, 0),
            'name', case when u.deleted_at is not null then null
                         when u.name_hidden_at is not null then ${HIDDEN_NAME} else u.name end,
            'cardsHome', coalesce(p.cards_home, 0), 'cardsHomeAtMs', coalesce(p.cards_home_at_ms, 0),
            'elapsedMs', coalesce(p.elapsed_ms, 0)))
          from plays p join users u on u.id = p.user_id
          where p.race_id = c.id and p.user_id <> all(${mates})
        ) as results
        from counting c order by c.settled_at desc`;
      return rows.map(({ settledAt, order, ...row }) => ({
        ...row,
        settledAt: settledAt.toISOString(),
        order: raceValue.shape.order.parse(order ?? undefined),
      }));
    },

    /** Whether two people see each other in a circle. */
    async shareCircle(a: string, b: string): Promise<boolean> {
      const [row] = await database.$queryRaw<{ share: boolean }[]>`
        select ${shareCircle(Prisma.sql`${a}`, Prisma.sql`${b}`)} as share`;
      return a !== b && row?.share === true;
    },

    /** Whether two people know each other, by a race or a circle. */
    async haveMet(a: string, b: string): Promise<boolean> {
      const [row] = await database.$queryRaw<{ met: boolean }[]>`
        select ${haveMet(Prisma.sql`${a}`, Prisma.sql`${b}`)} as met`;
      return a !== b && row?.met === true;
    },

    /**
     * Blocks a person for another one, and parts them where one of them is host of a circle that the other one is in.
     * @returns who is out of which circle; `too-many` if they have blocked as many as they may
     */
    async block(
      blockerId: string,
      blockedId: string,
      now: number,
    ): Promise<readonly Parted[] | 'too-many'> {
      const parted = await withinBound(database, 'blocks', blockerId, async (tx) => {
        // A merge may have come between the asking and this.
        const ownerId = (await ownerIn(tx, blockedId)) ?? blockedId;
        const data = [{ blockerId, blockedId: ownerId }];
        await tx.block.createMany({ data, skipDuplicates: true });
        return partInCircles(tx, blockerId, ownerId, now);
      });
      return parted ?? [];
    },

    async unblock(blockerId: string, blockedId: string): Promise<void> {
      await database.block.deleteMany({ where: { blockerId, blockedId } });
    },

    async isBlocked(blockerId: string, blockedId: string): Promise<boolean> {
      const values = [blockerId, blockedId];
      const { rowCount } = await pool.query({ name: 'blocked', text: BLOCKED, values });
      return rowCount === 1;
    },

    /**
     * Reports a person's name to the moderators; repeated reports by the same person count once.
     * @returns false if they have reported as many as they may
     */
    async reportName(reporterId: string, personId: string, name: string): Promise<boolean> {
      const data = [{ reporterId, personId, name }];
      const done = await withinBound(database, 'reports', reporterId, (tx) =>
        tx.nameReport.createMany({ data, skipDuplicates: true }),
      );
      return done !== 'too-many';
    },

    /** The names that a person has reported, newest first; also as a guest who was merged into them. */
    async reportedBy(reporterId: string): Promise<{ name: string; at: Date }[]> {
      return database.nameReport.findMany({
        where: { OR: [{ reporterId }, { reporter: { mergedIntoId: reporterId } }] },
        orderBy: { at: 'desc' },
        select: { name: true, at: true },
      });
    },

    /** Whom a person has blocked, and who has blocked them. */
    avoidedBy: async (id: string): Promise<ReadonlySet<string>> =>
      (await avoidedByEach([id])).get(id) ?? new Set(),

    avoidedByEach,

    /** Everybody a person has blocked, newest first. */
    async blockedBy(blockerId: string): Promise<{ id: string; name: string }[]> {
      const rows = await database.block.findMany({
        where: { blockerId },
        orderBy: [{ createdAt: 'desc' }, { blockedId: 'asc' }],
        select: { blocked: { select: { id: true, name: true, nameHiddenAt: true } } },
      });
      return rows.map(({ blocked }) => ({ id: blocked.id, name: shownName(blocked) }));
    },
  };
}
