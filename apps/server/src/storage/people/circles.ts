/** What becomes of circles whose people turn out to be one person, or leave for good. */
import { mergedMember } from '../../circle/circle.ts';
import type { Member } from '../../circle/circle.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

type Transaction = Prisma.TransactionClient;

const lock = (tx: Transaction, ids: readonly string[]) => tx.$queryRaw`
  select id from circles where id = any(${[...ids]}::uuid[]) order by id for no key update`;

/** A circle that nobody is in goes; where the host is not in it any more, who joined first is host. */
async function settleHosts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    delete from circles c where c.id = any(${[...ids]}::uuid[])
      and not exists (select from circle_members m where m.circle_id = c.id and m.left_at is null)`;
  await tx.$executeRaw`
    update circles c set host_id = (
      select m.user_id from circle_members m where m.circle_id = c.id and m.left_at is null
      order by m.joined_at, m.user_id limit 1)
    where c.id = any(${[...ids]}::uuid[]) and not exists (
      select from circle_members m
      where m.circle_id = c.id and m.user_id = c.host_id and m.left_at is null)`;
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
      },
    });
  }
  await tx.circleMember.updateMany({ where: { userId: guestId }, data: { userId: accountId } });
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
  await settleHosts(tx, ids);
}

/**
 * Takes somebody out of their circles. What they have played there stays with the stand-in, so that the others' points of
 * closed weeks do not change; a circle without anybody else goes.
 */
export async function leaveCircles(
  tx: Transaction,
  userId: string,
  standInId: string,
): Promise<void> {
  const rows = await tx.circleMember.findMany({ where: { userId }, select: { circleId: true } });
  const ids = rows.map(({ circleId }) => circleId);
  await lock(tx, ids);
  await tx.$executeRaw`
    update circle_members set user_id = ${standInId}, left_at = coalesce(left_at, now())
    where user_id = ${userId}`;
  await settleHosts(tx, ids);
}
