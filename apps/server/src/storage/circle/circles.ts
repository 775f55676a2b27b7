/** Circles and their people, and what changes them. */
import { ok, refuse } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import type { ErrorCode } from '@same-deal/protocol';
import {
  EVER_MEMBERS_MAX,
  isMember,
  membersOf,
  newMember,
  storedStays,
} from '../../circle/circle.ts';
import type { Circle } from '../../circle/circle.ts';
import type { CircleStore, OwnCircle } from '../../circle/ports.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import { withinBound } from '../bounds.ts';
import type { OpenDatabase } from '../database.ts';
import { forgetFormer, noteNamedAfter, partFromHosts } from '../people/circles.ts';
import { ownerIn } from '../people/owner.ts';
import { prepared } from '../prepared.ts';
import { inTransaction } from '../transaction.ts';
import { datesRepository } from './dates.ts';
import { pagesRepository } from './pages.ts';
import { byId, circleOf, circleWith, findIn, ms } from './rows.ts';
import type { CircleRow } from './rows.ts';

type Transaction = Prisma.TransactionClient;
type Change = (circle: Circle) => Result<Circle, ErrorCode>;

/** How many invitations a person's list shows at most. */
const LISTED_MOST = 30;

const dateOrNull = (time: number | null): Date | null => (time === null ? null : new Date(time));

/**
 * Writes what a transition has changed.
 * @param isNameHidden whether the name of its host was hidden: what they have called it stays hidden with another host
 */
async function save(
  tx: Transaction,
  before: Circle,
  after: Circle,
  isNameHidden: boolean,
): Promise<void> {
  const circleId = after.id;
  if (after.isClosed) {
    await tx.$executeRaw`
      delete from nudges where kind = 'circle-date'
        and subject in (select id::text from circle_dates where circle_id = ${circleId}::uuid)`;
    return void (await tx.circle.delete({ where: { id: circleId } }));
  }
  const { code, hostId } = after;
  const name = isNameHidden && hostId !== before.hostId ? HIDDEN_NAME : after.name;
  await tx.circle.update({
    where: { id: circleId },
    data: { name, code, hostId },
  });
  for (const member of after.members) {
    if (before.members.includes(member)) continue;
    const { personId: userId, joinedAt, leftAt, removedAt, ...more } = member;
    const { formerStays, showsLane, showsPresence } = more;
    const data = {
      formerStays: storedStays(formerStays),
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
  const stays = new Set(after.members.map(({ personId }) => personId));
  const gone = before.members.map((one) => one.personId).filter((one) => !stays.has(one));
  if (gone.length > 0) {
    const userId = { in: gone };
    await tx.circleMember.deleteMany({ where: { circleId, userId } });
    await tx.circleDatePerson.deleteMany({ where: { date: { circleId }, userId } });
  }
  const over = before.invited.filter((one) => !after.invited.includes(one));
  if (over.length > 0)
    await tx.circleInvitation.deleteMany({ where: { circleId, userId: { in: over } } });
  const isRenamed = name !== before.name;
  if (isRenamed) await tx.circleNamedAfter.deleteMany({ where: { circleId } });
  const everybody = ({ members, invited }: Circle) => [
    ...members.map(({ personId }) => personId),
    ...invited,
  ];
  const noted = new Set(isRenamed ? [] : everybody(before));
  const others = everybody(after).filter((one) => !noted.has(one));
  if (others.length > 0) await noteNamedAfter(tx, { ...after, name }, others);
}

/** Changes of one circle come one after another, on whichever nodes: each locks its row first. */
async function changeIn(
  tx: Transaction,
  id: string,
  now: number,
  change: Change,
): Promise<Result<Circle, ErrorCode>> {
  await tx.$queryRaw`select from circles where id = ${id}::uuid for no key update`;
  const found = await findIn(tx, id);
  if (!found) return refuse('not-found' as const);
  let { circle } = found;
  if (circle.members.length >= EVER_MEMBERS_MAX) {
    await forgetFormer(tx, [id]);
    circle = (await findIn(tx, id))?.circle ?? circle;
  }
  const changed = change(circle);
  if (!changed.ok || changed.value === circle) return changed;
  await save(tx, circle, changed.value, found.isNameHidden);
  if (changed.value.isClosed) return changed;
  const parted = await partFromHosts(tx, [id], Prisma.sql`${new Date(now)}`);
  const wasIn = membersOf(circle).length;
  if (parted.length > 0 || membersOf(changed.value).length < wasIn) await forgetFormer(tx, [id]);
  if (parted.length === 0) return changed;
  const after = await findIn(tx, id);
  return after ? ok(after.circle) : refuse('not-found');
}

/** Within this time the same again is the same circle, as long as nobody has come. */
const ASKED_AGAIN_MS = 120_000;

export function circlesRepository(database: Pick<OpenDatabase, 'prisma' | 'pool'>): CircleStore {
  const { prisma, pool } = database;
  const found = ([row]: readonly CircleRow[]) => (row ? circleOf(row) : null);

  type NewCircle = Parameters<CircleStore['create']>[0];

  /** Whoever got no answer asks again. */
  const openedJustNow = (
    tx: Pick<Transaction, 'circle'>,
    { name, hostId, invited, now }: NewCircle,
  ) =>
    tx.circle.findFirst({
      where: {
        ...{ name, hostId, createdAt: { gt: new Date(now - ASKED_AGAIN_MS) } },
        members: { every: { userId: hostId } },
        invitations: { every: { userId: { in: [...invited] } } },
        AND: invited.map((userId) => ({ invitations: { some: { userId } } })),
      },
      select: { id: true },
    });

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
        formerStays: [],
        leftAt: null,
        removedAt: null,
      },
    });
    await tx.circleInvitation.createMany({
      data: invited.map((userId) => ({ circleId: id, userId, fromId: owner, at })),
    });
    await noteNamedAfter(tx, { id, name, hostId: owner }, [owner, ...invited]);
    return { id };
  }

  return {
    ...pagesRepository(pool),
    ...datesRepository(database),

    find: async (id) => found(await prepared(pool, 'circle-find', circleWith(byId(id)))),
    findByCode: async (code) =>
      found(await prepared(pool, 'circle-by-code', circleWith(Prisma.sql`c.code = ${code}`))),

    async create(circle) {
      const created = await withinBound(
        prisma,
        'circles',
        circle.hostId,
        async (tx) => (await openedJustNow(tx, circle)) ?? createIn(tx, circle),
      );
      // The one that was not answered may have been the last there was room for.
      if (created === 'too-many') return (await openedJustNow(prisma, circle)) ?? created;
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
        if (waiting && (await changeIn(tx, waiting.id, circle.now, seat)).ok) return waiting;
        // The same press twice, or on another device: the other one has not answered yet.
        const mine = await tx.circle.findFirst({
          where: { ...open, hostId, invitations: { some: { userId: otherId } } },
          select: { id: true },
        });
        return mine ?? createIn(tx, circle);
      });
      return created ?? 'code-taken';
    },

    async change(id, now, change) {
      const changed = await inTransaction(prisma, (tx) => changeIn(tx, id, now, change));
      return changed ?? refuse('not-found');
    },

    async seat(id, personId, now, change) {
      const seated = await withinBound(prisma, 'circles', personId, async (tx) => {
        const changed = await changeIn(tx, id, now, change);
        // Whoever has become an account in this moment asks again as that.
        if (changed.ok && (await ownerIn(tx, personId)) !== personId) return undefined;
        return changed;
      });
      if (seated !== 'too-many') return seated ?? refuse('not-signed-in');
      // Whoever is in it already takes up no room.
      const there = await findIn(prisma, id);
      return there && isMember(there.circle, personId)
        ? ok(there.circle)
        : refuse('too-many-circles');
    },

    async listOf(personId, today, avoided, now) {
      return prisma.$queryRaw`
        with mine as (
          select c.id, c.host_id, m.joined_at,
            case when h.name_hidden_at is null then c.name else ${HIDDEN_NAME} end as name
          from circle_members m join circles c on c.id = m.circle_id left join users h on h.id = c.host_id
          where m.user_id = ${personId} and m.left_at is null)
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
        select c.id, coalesce(c.host_id = m.user_id, false) as "isHost",
          case when h.name_hidden_at is null or h.id = m.user_id then c.name else ${HIDDEN_NAME} end as name,
          m.joined_at as "joinedAt", m.left_at as "leftAt", m.removed_at as "removedAt",
          m.former_stays as "formerStays",
          m.shows_lane as "showsLane", m.shows_presence as "showsPresence",
          coalesce((
            select json_agg(json_build_object('at', ${ms('a.at')}, 'comes', p.comes) order by a.at desc)
            from circle_date_people p join circle_dates a on a.id = p.date_id
            where p.user_id = m.user_id and a.circle_id = c.id), '[]') as dates
        from circle_members m join circles c on c.id = m.circle_id left join users h on h.id = c.host_id
        where m.user_id = ${personId} order by m.joined_at desc, c.id`;
      return rows.map(({ dates, ...row }) => ({
        ...row,
        dates: dates.map(({ at, comes }) => ({ at: new Date(at), comes })),
      }));
    },

    async openInvitationsOf(personId) {
      return prisma.$queryRaw`
        select c.id as circle, i.at, i.from_id = ${personId} as "isMine",
          case when h.name_hidden_at is null then c.name else ${HIDDEN_NAME} end as name,
          case when i.from_id = ${personId} then i.user_id else i.from_id end as "otherId"
        from circle_invitations i join circles c on c.id = i.circle_id
        left join users h on h.id = c.host_id
        where ${personId} in (i.user_id, i.from_id) order by i.at, c.id, i.user_id`;
    },

    async arrangedBy(personId) {
      return prisma.$queryRaw`
        select circle_id as circle, at, variant, cancelled_at is not null as "isCancelled"
        from circle_dates where made_by = ${personId} order by at, id`;
    },
  };
}
