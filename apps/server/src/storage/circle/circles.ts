import { ok, refuse } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import { LOBBY_OPENS_MS } from '@same-deal/protocol';
import type { ErrorCode } from '@same-deal/protocol';
import type { QueryResultRow } from 'pg';
import { isMember, newMember } from '../../circle/circle.ts';
import type { Circle, Member } from '../../circle/circle.ts';
import type {
  CircleDuplicate,
  CircleRace,
  CircleStore,
  CircleTry,
  OwnCircle,
  StoredCircle,
  StoredDate,
} from '../../circle/ports.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import { raceValue } from '../../race/race.ts';
import { partners } from '../../race/partners.ts';
import { withinBound } from '../bounds.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { nudge } from '../nudge/planning.ts';
import { ownerIn } from '../people/owner.ts';
import { inTransaction } from '../transaction.ts';

type Transaction = Prisma.TransactionClient;
type Change = (circle: Circle) => Result<Circle, ErrorCode>;

interface CircleRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly hostId: string | null;
  readonly isNameHidden: boolean;
  readonly members: readonly (Member & { readonly name: string | null })[];
  readonly invited: readonly string[];
}

/** How many circles and invitations a person's list shows at most. */
const LISTED_MOST = 30;
const MATES = Object.values(partners).map(({ id }) => id);

const ms = (column: string): Prisma.Sql =>
  Prisma.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const shownName = Prisma.sql`case when u.deleted_at is not null then null
  when u.name_hidden_at is not null then ${HIDDEN_NAME} else u.name end`;

/** A circle with its people in one statement. */
const circleWith = (which: Prisma.Sql) => Prisma.sql`
  select c.id, c.name, c.code, c.host_id as "hostId",
    coalesce((select u.name_hidden_at is not null from users u where u.id = c.host_id), false) as "isNameHidden",
    coalesce((
      select json_agg(json_build_object('personId', m.user_id, 'name', ${shownName},
        'joinedAt', ${ms('m.joined_at')}, 'leftAt', ${ms('m.left_at')}, 'removedAt', ${ms('m.removed_at')},
        'showsLane', m.shows_lane, 'showsPresence', m.shows_presence) order by m.joined_at, m.user_id)
      from circle_members m join users u on u.id = m.user_id where m.circle_id = c.id), '[]') as members,
    array(select i.user_id from circle_invitations i where i.circle_id = c.id order by i.user_id) as invited
  from circles c where ${which}`;

function circleOf(row: CircleRow | undefined): StoredCircle | null {
  if (!row) return null;
  const { isNameHidden, members, ...circle } = row;
  return {
    circle: {
      ...circle,
      isClosed: false,
      members: members.map(({ name: _, ...member }) => member),
    },
    names: new Map(members.map(({ personId, name }) => [personId, name])),
    isNameHidden,
  };
}

const findIn = async (tx: Pick<Database, '$queryRaw'>, id: string) =>
  circleOf((await tx.$queryRaw<CircleRow[]>(circleWith(byId(id))))[0]);

/** By the index of people's results, one by one: the planner would read all tries of some days, or all of these people. */
const countedTries = (personIds: readonly string[]) => Prisma.sql`
  from dailies d cross join unnest(${personIds}::text[]) with ordinality as m(id, n)
  cross join lateral (
    select * from results r where r.user_id = m.id and r.daily_id = d.id and r.standing >= 1 offset 0) r`;

type DateRow = Omit<StoredDate, 'answers'> & { readonly answers: (readonly [string, boolean])[] };
interface EventRows {
  readonly dates: readonly DateRow[];
  readonly races: readonly (Omit<CircleRace, 'order'> & { readonly order: unknown })[];
  readonly duplicates: readonly CircleDuplicate[];
}

const dateOfRow = ({ answers, ...date }: DateRow): StoredDate => ({
  ...date,
  answers: new Map(answers),
});

const datesAfter = (id: string, after: number) => Prisma.sql`
  select a.id, ${ms('a.at')} as at, a.variant, a.made_by as "madeBy", a.race_code as "raceCode",
    coalesce((
      select json_agg(json_build_array(p.user_id, p.comes))
      from circle_date_people p where p.date_id = a.id), '[]') as answers
  from circle_dates a
  where a.circle_id = ${id}::uuid and a.cancelled_at is null and a.at >= ${new Date(after)}
  order by a.at, a.id`;

const lastRaces = (id: string, limit: number) => Prisma.sql`
  select r.code, d.variant, ${ms('r.settled_at')} as "settledAt", r.value->'order' as "order", (
    select json_agg(json_build_object(
      'personId', p.user_id, 'name', ${shownName}, 'ending', p.ending, 'moves', coalesce(p.moves, 0),
      'cardsHome', coalesce(p.cards_home, 0), 'cardsHomeAtMs', coalesce(p.cards_home_at_ms, 0),
      'elapsedMs', coalesce(p.elapsed_ms, 0)) order by p.id)
    from plays p join users u on u.id = p.user_id
    where p.race_id = r.id and p.user_id <> all(${MATES})) as results
  from races r join deals d on d.id = r.deal_id
  where r.value->>'circleId' = ${id} and r.settled_at is not null
  order by r.settled_at desc limit ${limit}`;

const lastDuplicates = (id: string, limit: number, now: number) => Prisma.sql`
  select d.code, d.opened_by as "openedBy", ${ms('d.opened_at')} as "openedAt",
    d.settled_at is not null or d.closes_at <= ${new Date(now)} as "isClosed",
    array(
      select deal.variant from duplicate_deals x join deals deal on deal.id = x.deal_id
      where x.duplicate_id = d.id order by x.number) as variants
  from duplicates d where d.circle_id = ${id}::uuid
  order by d.opened_at desc limit ${limit}`;

const inOneColumn = (rows: Prisma.Sql) =>
  Prisma.sql`(select coalesce(json_agg(one), '[]') from (${rows}) one)`;

const byId = (id: string) => Prisma.sql`c.id = ${id}::uuid`;
const dateOrNull = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** Writes what a transition has changed. */
async function save(tx: Transaction, before: Circle, after: Circle): Promise<void> {
  const circleId = after.id;
  if (after.isClosed) {
    await tx.$executeRaw`
      delete from nudges where kind = 'circle-date'
        and subject in (select id::text from circle_dates where circle_id = ${circleId}::uuid)`;
    return void (await tx.circle.delete({ where: { id: circleId } }));
  }
  const { name, code, hostId } = after;
  await tx.circle.update({
    where: { id: circleId },
    data: { name, code, hostId },
  });
  for (const member of after.members) {
    if (before.members.includes(member)) continue;
    const { personId: userId, joinedAt, leftAt, removedAt, showsLane, showsPresence } = member;
    const data = {
      joinedAt: new Date(joinedAt),
      leftAt: dateOrNull(leftAt),
      removedAt: dateOrNull(removedAt),
      showsLane,
      showsPresence,
    };
    await tx.circleMember.upsert({
      where: { circleId_userId: { circleId, userId } },
      create: { circleId, userId, ...data },
      update: data,
    });
  }
  const over = before.invited.filter((one) => !after.invited.includes(one));
  if (over.length > 0)
    await tx.circleInvitation.deleteMany({ where: { circleId, userId: { in: over } } });
}

/** Somebody comes to a race that is arranged; what becomes of the date until then is looked at when it is due. */
const nudgeOfDate = (
  tx: Transaction,
  { id, circleId, at }: { readonly id: string; readonly circleId: string; readonly at: Date },
  personId: string,
  now: number,
): Promise<void> =>
  nudge(tx, {
    kind: 'circle-date',
    subject: id,
    to: [personId],
    aboutId: null,
    data: { path: `/circle/${circleId}`, at: at.toISOString() },
    now,
    dueAt: Math.max(now, at.getTime() - LOBBY_OPENS_MS),
    expiresAt: at.getTime(),
  });

/** Changes of one circle come one after another, on whichever nodes: each locks its row first. */
async function changeIn(tx: Transaction, id: string, change: Change) {
  await tx.$queryRaw`select from circles where id = ${id}::uuid for no key update`;
  const found = await findIn(tx, id);
  if (!found) return refuse('not-found' as const);
  const changed = change(found.circle);
  if (changed.ok && changed.value !== found.circle) await save(tx, found.circle, changed.value);
  return changed;
}

export function circlesRepository({
  prisma,
  pool,
}: Pick<OpenDatabase, 'prisma' | 'pool'>): CircleStore {
  /** What pages read, not through Prisma, whose overhead is as long as the database's work; prepared once a connection. */
  const read = async <Row extends QueryResultRow>(
    name: string,
    { text, values }: Prisma.Sql,
  ): Promise<Row[]> => (await pool.query<Row>({ name: `circle-${name}`, text, values })).rows;

  type NewCircle = Parameters<CircleStore['create']>[0];

  async function createIn(tx: Transaction, { name, code, hostId, invited, now }: NewCircle) {
    const owner = await ownerIn(tx, hostId);
    if (owner === undefined) throw new Error('nobody makes a circle');
    const at = new Date(now);
    const { count } = await tx.circle.createMany({
      data: [{ name, code, hostId: owner, createdAt: at }],
      skipDuplicates: true,
    });
    if (count === 0) return undefined;
    const { id } = await tx.circle.findUniqueOrThrow({ where: { code }, select: { id: true } });
    const { joinedAt: _, personId, ...member } = newMember(owner, now);
    await tx.circleMember.create({
      data: {
        circleId: id,
        userId: personId,
        joinedAt: at,
        ...member,
        leftAt: null,
        removedAt: null,
      },
    });
    await tx.circleInvitation.createMany({
      data: invited.map((userId) => ({ circleId: id, userId, fromId: owner, at })),
    });
    return { id };
  }

  return {
    find: async (id) => circleOf((await read<CircleRow>('find', circleWith(byId(id))))[0]),
    findByCode: async (code) =>
      circleOf(
        (await read<CircleRow>('find-by-code', circleWith(Prisma.sql`c.code = ${code}`)))[0],
      ),

    async create(circle) {
      const created = await withinBound(prisma, 'circles', circle.hostId, (tx) =>
        createIn(tx, circle),
      );
      return created ?? 'code-taken';
    },

    async createDuel(circle, otherId, seat) {
      const { hostId } = circle;
      const pair = [hostId, otherId].sort().join(' ');
      const created = await withinBound(prisma, 'circles', hostId, async (tx) => {
        await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`duel ${pair}`}, 0))`;
        const of = (userId: string) => ({ members: { some: { userId, leftAt: null } } });
        const isPair = {
          every: { OR: [{ userId: { in: [hostId, otherId] } }, { leftAt: { not: null } }] },
        };
        const open = { members: isPair };
        const both = await tx.circle.findFirst({
          where: { AND: [open, of(hostId), of(otherId)] },
          select: { id: true },
        });
        if (both) return both;
        const waiting = await tx.circle.findFirst({
          where: { ...open, hostId: otherId, invitations: { some: { userId: hostId } } },
          select: { id: true },
        });
        if (waiting && (await changeIn(tx, waiting.id, seat)).ok) return waiting;
        // The same press twice, or on another device: the other one has not answered yet.
        const mine = await tx.circle.findFirst({
          where: { ...open, hostId, invitations: { some: { userId: otherId } } },
          select: { id: true },
        });
        return mine ?? createIn(tx, circle);
      });
      return created ?? 'code-taken';
    },

    async change(id, change) {
      const changed = await inTransaction(prisma, (tx) => changeIn(tx, id, change));
      return changed ?? refuse('not-found');
    },

    async seat(id, personId, change) {
      const seated = await withinBound(prisma, 'circles', personId, async (tx) => {
        const changed = await changeIn(tx, id, change);
        // Whoever has become an account in this moment asks again as that.
        if (changed.ok && (await ownerIn(tx, personId)) !== personId) return undefined;
        return changed;
      });
      if (seated !== 'too-many') return seated ?? refuse('not-signed-in');
      // Whoever is in it already takes up no room.
      const found = await findIn(prisma, id);
      return found && isMember(found.circle, personId)
        ? ok(found.circle)
        : refuse('too-many-circles');
    },

    async listOf(personId, today, avoided, now) {
      return prisma.$queryRaw`
        with mine as (
          select c.id, c.host_id, m.joined_at,
            case when h.name_hidden_at is null then c.name else ${HIDDEN_NAME} end as name
          from circle_members m join circles c on c.id = m.circle_id left join users h on h.id = c.host_id
          where m.user_id = ${personId} and m.left_at is null
          order by m.joined_at, c.id limit ${LISTED_MOST})
        select mine.id, mine.name, mine.host_id as "hostId",
          (select count(*)::int from circle_members m where m.circle_id = mine.id and m.left_at is null
            and m.user_id <> all(${avoided})) as members,
          (select ${ms('min(a.at)')} from circle_dates a
            where a.circle_id = mine.id and a.cancelled_at is null and a.at >= ${new Date(now)}) as "nextAt",
          (select count(*)::int from dailies d where d.day = ${today}
            and not exists (select from plays p where p.daily_id = d.id and p.user_id = ${personId} and p.ranked)
            and exists (
              select from circle_members m
              join plays p on p.daily_id = d.id and p.user_id = m.user_id and p.ranked
              where m.circle_id = mine.id and m.left_at is null and p.ended_at is not null
                and m.user_id <> all(${avoided}))) as waiting
        from mine order by mine.joined_at, mine.id`;
    },

    async invitationsOf(personId) {
      return prisma.$queryRaw`
        select c.id, case when h.name_hidden_at is null then c.name else ${HIDDEN_NAME} end as name,
          u.id as "fromId", case when u.name_hidden_at is null then u.name else ${HIDDEN_NAME} end as "from"
        from circle_invitations i join circles c on c.id = i.circle_id join users u on u.id = i.from_id
        left join users h on h.id = c.host_id
        where i.user_id = ${personId} and u.deleted_at is null
        order by i.at desc, c.id limit ${LISTED_MOST}`;
    },

    async idsOf(personId) {
      const rows = await prisma.circleMember.findMany({
        where: { userId: personId, leftAt: null },
        select: { circleId: true },
      });
      return rows.map(({ circleId }) => circleId);
    },

    // One statement: a circle may be closed in this moment.
    async ownOf(personId) {
      type Row = Omit<OwnCircle, 'dates'> & { readonly dates: { at: number; comes: boolean }[] };
      const rows = await prisma.$queryRaw<Row[]>`
        select c.id, c.name, coalesce(c.host_id = m.user_id, false) as "isHost",
          m.joined_at as "joinedAt", m.left_at as "leftAt",
          m.shows_lane as "showsLane", m.shows_presence as "showsPresence",
          coalesce((
            select json_agg(json_build_object('at', ${ms('a.at')}, 'comes', p.comes) order by a.at desc)
            from circle_date_people p join circle_dates a on a.id = p.date_id
            where p.user_id = m.user_id and a.circle_id = c.id), '[]') as dates
        from circle_members m join circles c on c.id = m.circle_id
        where m.user_id = ${personId} order by m.joined_at desc, c.id`;
      return rows.map(({ dates, ...row }) => ({
        ...row,
        dates: dates.map(({ at, comes }) => ({ at: new Date(at), comes })),
      }));
    },

    async triesOf(personIds, firstDay, lastDay) {
      type Tries = readonly [
        day: number,
        game: string,
        who: readonly number[],
        keys: readonly number[],
      ];
      const tries = Prisma.sql`
        select coalesce(json_agg(json_build_array(each.day, each.game, each.who, each.keys)), '[]') as all
        from (
          select d.day, d.game, array_agg(m.n::int - 1) as who, array_agg(r.fastest) as keys
          ${countedTries(personIds)}
          where d.day between ${firstDay} and ${lastDay}
          group by d.day, d.game) each`;
      const [row] = await read<{ all: Tries[] }>('tries', tries);
      return (row?.all ?? []).map(([day, game, who, keys]) => ({
        day,
        game,
        tries: who.map((n, index) => ({ personId: personIds[n]!, key: keys[index]! })),
      }));
    },

    async resultsOf(personIds, firstDay, lastDay) {
      const results = Prisma.sql`
        select coalesce(json_agg(json_build_object('day', d.day, 'game', d.game, 'personId', m.id, 'playId', r.play_id,
          'key', r.fastest, 'ending', coalesce(r.ending, 'cap'), 'elapsedMs', coalesce(r.elapsed_ms, 0),
          'moves', coalesce(r.moves, 0), 'undos', coalesce(r.undos, 0), 'cardsHome', coalesce(r.cards_home, 0))), '[]') as all
        ${countedTries(personIds)}
        where d.day between ${firstDay} and ${lastDay}`;
      const [row] = await read<{ all: CircleTry[] }>('results', results);
      return row?.all ?? [];
    },

    async triesBefore(personIds, day) {
      const [row] = await prisma.$queryRaw<
        { all: (readonly [number, readonly number[], readonly number[]])[] }[]
      >`
        with each as (
          select d.day, array_agg(m.n::int - 1) as who, array_agg(r.fastest) as keys
          from unnest(${personIds}::text[]) with ordinality as m(id, n)
          cross join lateral (
            select r.daily_id, r.fastest from results r
            where r.user_id = m.id and r.standing >= 1 offset 0) r
          join dailies d on d.id = r.daily_id and d.day < ${day}
          group by d.id, d.day)
        select coalesce(json_agg(json_build_array(day, who, keys) order by day), '[]') as all from each`;
      return row?.all ?? [];
    },

    // One statement: a page's reader waits for each.
    async eventsOf(id, { after, limit, now }) {
      const events = Prisma.sql`
        select ${inOneColumn(datesAfter(id, after))} as dates, ${inOneColumn(lastRaces(id, limit))} as races,
          ${inOneColumn(lastDuplicates(id, limit, now))} as duplicates`;
      const [row] = await read<EventRows>('events', events);
      return {
        dates: (row?.dates ?? []).map(dateOfRow),
        races: (row?.races ?? []).map(({ order, ...race }) => ({
          ...race,
          order: raceValue.shape.order.parse(order ?? undefined),
        })),
        duplicates: row?.duplicates ?? [],
      };
    },

    async datesOf(id, after) {
      return (await read<DateRow>('dates', datesAfter(id, after))).map(dateOfRow);
    },

    async arrange(id, { at, variant, by, now }, most) {
      const arranged = await inTransaction(prisma, async (tx) => {
        await tx.$queryRaw`select from circles where id = ${id}::uuid for no key update`;
        const found = await findIn(tx, id);
        if (!found || !isMember(found.circle, by)) return undefined;
        const waiting = { circleId: id, cancelledAt: null, at: { gte: new Date(now) } };
        if ((await tx.circleDate.count({ where: waiting })) >= most) return undefined;
        const people = { create: [{ userId: by, comes: true }] };
        const date = await tx.circleDate.create({
          data: { circleId: id, at: new Date(at), variant, madeBy: by, people },
        });
        await nudgeOfDate(tx, date, by, now);
        return true;
      });
      return arranged ?? false;
    },

    async cancel(dateId, now) {
      await prisma.circleDate.update({
        where: { id: dateId },
        data: { cancelledAt: new Date(now) },
      });
    },

    async answer(dateId, userId, comes, now) {
      const where = { dateId_userId: { dateId, userId } };
      await inTransaction(prisma, async (tx) => {
        const { date } = await tx.circleDatePerson.upsert({
          where,
          create: { dateId, userId, comes },
          update: { comes },
          select: { date: { select: { id: true, circleId: true, at: true } } },
        });
        if (comes) await nudgeOfDate(tx, date, userId, now);
        return true;
      });
    },

    async noteRace(dateId, code) {
      await prisma.circleDate.updateMany({
        where: { id: dateId, raceCode: null },
        data: { raceCode: code },
      });
      const date = await prisma.circleDate.findUnique({
        where: { id: dateId },
        select: { raceCode: true },
      });
      return date?.raceCode ?? null;
    },
  };
}
