/** What becomes of circles whose people turn out to be one person, block one another, or leave for good. */
import { mergedMember, REMOVED_KEPT, storedStays } from '../../circle/circle.ts';
import type { Circle, Member, Stay } from '../../circle/circle.ts';
import { isNamedAfter } from '../../circle/named-after.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';

type Transaction = Prisma.TransactionClient;

const lock = (tx: Transaction, ids: readonly string[]) => tx.$queryRaw`
  select id from circles where id = any(${[...ids]}::uuid[]) order by id for no key update`;

/**
 * A circle that nobody is in goes; where the host is not in it any more, who joined first is host. What a host has called
 * it whose name is hidden stays hidden.
 */
async function settleHosts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    delete from circles c where c.id = any(${[...ids]}::uuid[])
      and not exists (select from circle_members m where m.circle_id = c.id and m.left_at is null)`;
  await tx.$executeRaw`
    update circles c set
      name = case when exists (
        select from users u where u.id = c.host_id and u.name_hidden_at is not null)
        then ${HIDDEN_NAME} else c.name end,
      host_id = (
        select m.user_id from circle_members m where m.circle_id = c.id and m.left_at is null
        order by m.joined_at, m.user_id limit 1)
    where c.id = any(${[...ids]}::uuid[]) and not exists (
      select from circle_members m
      where m.circle_id = c.id and m.user_id = c.host_id and m.left_at is null)`;
}

/** One who is out of a circle. */
export interface Parted {
  /** Of the circle. */
  readonly id: string;
  readonly personId: string;
}

/** Lets those leave between whom and the host of their circle there is a block, whichever of them it is by. */
export const partFromHosts = (
  tx: Transaction,
  ids: readonly string[],
  at: Prisma.Sql,
): Promise<Parted[]> => tx.$queryRaw`
  update circle_members m set left_at = ${at} from circles c
  where c.id = any(${[...ids]}::uuid[]) and m.circle_id = c.id
    and m.left_at is null and m.user_id <> c.host_id
    and exists (select from blocks b where (b.blocker_id, b.blocked_id) in
      ((c.host_id, m.user_id), (m.user_id, c.host_id)))
  returning m.circle_id as id, m.user_id as "personId"`;

const dayOf = (column: string) => Prisma.raw(`floor(extract(epoch from ${column}) / 86400)`);
/** Whether former member `m` has a try that counts; as `countsOn`. One may still be under way. */
const HAS_PLAYED = Prisma.sql`exists (
  select from dailies d join plays p on p.daily_id = d.id and p.user_id = m.user_id and p.ranked
  where (d.day >= ${dayOf('m.joined_at')} and d.day < ${dayOf('m.left_at')})
    or exists (select from jsonb_array_elements(m.former_stays) stay
      where d.day >= (stay->>0)::int and d.day < (stay->>1)::int))`;

/**
 * Forgets who has left without a try that counts, with what they have answered there. Whom the host has removed stays, but
 * from the hundredth last one on they are as if they had left.
 */
export async function forgetFormer(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    update circle_members m set removed_at = null
    from (
      select circle_id, user_id,
        row_number() over (partition by circle_id order by removed_at desc, user_id) as n
      from circle_members
      where circle_id = any(${[...ids]}::uuid[]) and removed_at is not null) one
    where m.circle_id = one.circle_id and m.user_id = one.user_id and one.n > ${REMOVED_KEPT}::int`;
  await tx.$executeRaw`
    with gone as (
      delete from circle_members m
      where m.circle_id = any(${[...ids]}::uuid[])
        and m.left_at is not null and m.removed_at is null and not ${HAS_PLAYED}
      returning m.circle_id, m.user_id)
    delete from circle_date_people p using circle_dates a, gone
    where a.id = p.date_id and a.circle_id = gone.circle_id and p.user_id = gone.user_id`;
}

/** After their people have changed otherwise than by a transition of `circle.ts`. */
async function settle(tx: Transaction, ids: readonly string[], at: Prisma.Sql): Promise<void> {
  await settleHosts(tx, ids);
  await partFromHosts(tx, ids, at);
  await forgetFormer(tx, ids);
}

/**
 * Once there is a block between two people, neither goes on in a circle of which the other one is host. Whoever joins one
 * in this moment has done so before, or sees the block: all circles of both are locked.
 */
export async function partInCircles(
  tx: Transaction,
  one: string,
  other: string,
  now: number,
): Promise<Parted[]> {
  const rows = await tx.circleMember.findMany({
    where: { userId: { in: [one, other] }, leftAt: null },
    select: { circleId: true },
  });
  const ids = [...new Set(rows.map(({ circleId }) => circleId))];
  await lock(tx, ids);
  const parted = await partFromHosts(tx, ids, Prisma.sql`${new Date(now)}`);
  const changed = [...new Set(parted.map(({ id }) => id))];
  if (changed.length > 0) await forgetFormer(tx, changed);
  return parted;
}

/** Moves the guest's places in circles, and all that is kept of them there. */
export async function moveCircles(
  tx: Transaction,
  guestId: string,
  accountId: string,
): Promise<void> {
  const both = await tx.circleMember.findMany({
    where: { userId: { in: [guestId, accountId] } },
    orderBy: { circleId: 'asc' },
  });
  const ids = both.map(({ circleId }) => circleId);
  await lock(tx, ids);
  const time = (date: Date | null) => date?.getTime() ?? null;
  const memberOf = (row: (typeof both)[number]): Member => ({
    personId: accountId,
    joinedAt: row.joinedAt.getTime(),
    leftAt: time(row.leftAt),
    removedAt: time(row.removedAt),
    formerStays: row.formerStays as unknown as Stay[],
    showsLane: row.showsLane,
    showsPresence: row.showsPresence,
  });
  for (const guest of both.filter(({ userId }) => userId === guestId)) {
    const { circleId } = guest;
    const account = both.find((row) => row.circleId === circleId && row.userId === accountId);
    if (!account) continue;
    const merged = mergedMember(memberOf(account), memberOf(guest));
    const date = (at: number | null) => (at === null ? null : new Date(at));
    await tx.circleMember.delete({ where: { circleId_userId: { circleId, userId: guestId } } });
    await tx.circleMember.update({
      where: { circleId_userId: { circleId, userId: accountId } },
      data: {
        joinedAt: new Date(merged.joinedAt),
        leftAt: date(merged.leftAt),
        removedAt: date(merged.removedAt),
        formerStays: storedStays(merged.formerStays),
      },
    });
  }
  await tx.circleMember.updateMany({ where: { userId: guestId }, data: { userId: accountId } });
  await tx.circle.updateMany({
    where: { hostId: guestId, host: { nameHiddenAt: { not: null } } },
    data: { name: HIDDEN_NAME },
  });
  await tx.circle.updateMany({ where: { hostId: guestId }, data: { hostId: accountId } });
  await tx.circleDate.updateMany({ where: { madeBy: guestId }, data: { madeBy: accountId } });
  await tx.$executeRaw`
    insert into circle_date_people (date_id, user_id, comes)
    select date_id, ${accountId}, comes from circle_date_people where user_id = ${guestId}
    on conflict do nothing`;
  await tx.circleDatePerson.deleteMany({ where: { userId: guestId } });
  await tx.$executeRaw`
    insert into circle_invitations (circle_id, user_id, from_id, at)
    select circle_id, ${accountId}, from_id, at from circle_invitations
    where user_id = ${guestId} and from_id <> ${accountId}
    on conflict do nothing`;
  await tx.circleInvitation.deleteMany({ where: { userId: guestId } });
  // Nobody is invited by themselves, nor where they are in.
  await tx.circleInvitation.deleteMany({
    where: {
      userId: accountId,
      OR: [
        { fromId: { in: [guestId, accountId] } },
        { circle: { members: { some: { userId: accountId, leftAt: null } } } },
      ],
    },
  });
  await tx.circleInvitation.updateMany({ where: { fromId: guestId }, data: { fromId: accountId } });
  await settle(tx, ids, Prisma.sql`now()`);
}

/** Notes after whom of these people a circle is called: they may leave it without any other trace. */
export async function noteNamedAfter(
  tx: Transaction,
  { id: circleId, name, hostId }: Pick<Circle, 'id' | 'name' | 'hostId'>,
  personIds: readonly string[],
): Promise<void> {
  const people = await tx.user.findMany({
    where: { id: { in: [...personIds] } },
    select: { id: true, name: true },
  });
  const after = people.filter((one) => isNamedAfter(name, one.name, one.id === hostId));
  await tx.circleNamedAfter.createMany({
    data: after.map(({ id: userId }) => ({ circleId, userId })),
    skipDuplicates: true,
  });
}

/**
 * Takes the names of people who go for good out of what circles are called that were called after them, or that they are
 * or were in or are asked to join: the page calls a circle after them.
 */
export async function forgetNames(
  tx: Transaction,
  people: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const personIds = people.map(({ id }) => id);
  const circles = await tx.$queryRaw<
    { id: string; name: string; hostId: string; isNoted: boolean }[]
  >`
    select id, name, host_id as "hostId", id in (
      select circle_id from circle_named_after where user_id = any(${personIds})) as "isNoted"
    from circles where id in (
      select circle_id from circle_members where user_id = any(${personIds})
      union select circle_id from circle_invitations where user_id = any(${personIds})
      union select circle_id from circle_named_after where user_id = any(${personIds}))
    order by id for no key update`;
  const named = circles.filter(
    ({ name, hostId, isNoted }) =>
      isNoted || people.some((one) => isNamedAfter(name, one.name, one.id === hostId)),
  );
  await tx.circle.updateMany({
    where: { id: { in: named.map(({ id }) => id) } },
    data: { name: HIDDEN_NAME },
  });
}

/**
 * Takes somebody out of their circles. What they have played there stays with the stand-in, so that the others' points of
 * closed weeks do not change; a circle without anybody else goes.
 */
export async function leaveCircles(
  tx: Transaction,
  userId: string,
  standInId: string,
  at: Prisma.Sql,
): Promise<void> {
  const rows = await tx.circleMember.findMany({ where: { userId }, select: { circleId: true } });
  const ids = rows.map(({ circleId }) => circleId);
  await lock(tx, ids);
  await tx.$executeRaw`
    update circle_members
    set user_id = ${standInId}, left_at = coalesce(left_at, ${at}), removed_at = null
    where user_id = ${userId}`;
  await settle(tx, ids, at);
}
