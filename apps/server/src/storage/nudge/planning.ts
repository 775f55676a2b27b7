/** Planning nudges: rows to be sent, written in the transaction of what causes them. */
import { LOBBY_OPENS_MS } from '@same-deal/protocol';
import { DAY_MS } from '../../daily/days.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { NewNudge } from '../../nudge/nudge.ts';

type Transaction = Prisma.TransactionClient;

/** So many may wait to be sent to one person; the next ones are not stored. */
const PENDING_MOST = 100;
/** And so many of a kind are stored in a day about one and the same person, whatever they are about. */
const ABOUT_ONE_MOST = 3;
const DUPLICATE_BEFORE_MS = DAY_MS;

/**
 * Stores a nudge for those who want its kind, within the transaction of its cause. Repeating a cause changes nothing.
 */
export async function nudge(tx: Transaction, cause: NewNudge): Promise<void> {
  for (const statement of nudging(cause)) await tx.$executeRaw(statement);
}

/**
 * The statements that do so, one after the other. The lock on who is nudged keeps the bounds exact, however many causes
 * there are at once.
 */
export function nudging(cause: NewNudge): readonly Prisma.Sql[] {
  if (cause.to.length === 0 || cause.expiresAt <= cause.now) return [];
  const now = new Date(cause.now);
  const later = cause.later ?? { to: [], dueAt: cause.dueAt };
  const wanting = Prisma.sql`
    from nudge_settings one
    where one.user_id = any(${[...cause.to]}::text[]) and ${cause.kind} = any(one.kinds)`;
  return [
    Prisma.sql`select ${wanting} order by one.user_id for no key update`,
    Prisma.sql`
    insert into nudges (user_id, kind, subject, about_id, data, created_at, due_at, expires_at)
    select one.user_id, ${cause.kind}, ${cause.subject}, ${cause.aboutId}::text,
      ${JSON.stringify(cause.data ?? {})}::jsonb, ${now}::timestamptz,
      case when one.user_id = any(${[...later.to]}::text[]) then ${new Date(later.dueAt)}::timestamptz
        else ${new Date(cause.dueAt)}::timestamptz end, ${new Date(cause.expiresAt)}::timestamptz
    ${wanting}
      and one.user_id is distinct from ${cause.aboutId}
      and not exists (select from blocks b where (b.blocker_id, b.blocked_id) in
        ((one.user_id, ${cause.aboutId}), (${cause.aboutId}, one.user_id)))
      and (select count(*) from nudges n where n.user_id = one.user_id and n.claimed_at is null)
        < ${PENDING_MOST}
      and (select count(*) from nudges n where n.user_id = one.user_id and n.kind = ${cause.kind}
        and n.about_id = ${cause.aboutId} and n.created_at > ${new Date(cause.now - DAY_MS)})
        < ${ABOUT_ONE_MOST}
    on conflict do nothing`,
  ];
}

/** A person has taken a seat in a duplicate, or wishes to be nudged about those they sit in. */
export async function nudgeOfSeats(tx: Transaction, userId: string, now: number): Promise<void> {
  await tx.$executeRaw`
    insert into nudges (user_id, kind, subject, created_at, due_at, expires_at)
    select s.user_id, 'duplicate-closes', d.code, ${new Date(now)}::timestamptz,
      d.closes_at - ${DUPLICATE_BEFORE_MS} * interval '1 millisecond', d.closes_at
    from duplicate_seats s join duplicates d on d.id = s.duplicate_id
    join nudge_settings w on w.user_id = s.user_id
    where s.user_id = ${userId} and 'duplicate-closes' = any(w.kinds)
      and d.settled_at is null and d.closes_at > ${new Date(now + DUPLICATE_BEFORE_MS)}
    on conflict do nothing`;
}

/** Somebody comes to a race that is arranged; what becomes of the date until then is looked at when it is due. */
export const nudgeOfDate = (
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

/** Of the races to which a person has said that they come, as they wish to be nudged about such. */
export async function nudgeOfDates(tx: Transaction, userId: string, now: number): Promise<void> {
  const dates = await tx.circleDate.findMany({
    where: {
      at: { gt: new Date(now) },
      cancelledAt: null,
      people: { some: { userId, comes: true } },
    },
  });
  for (const date of dates) await nudgeOfDate(tx, date, userId, now);
}

/** A guest's wishes, devices and nudges become the account's; where both have some, the account's stay. */
export async function moveNudges(
  tx: Transaction,
  guestId: string,
  accountId: string,
): Promise<void> {
  await tx.$executeRaw`
    insert into nudge_settings (user_id, kinds, quiet_from, quiet_to, zone)
    select ${accountId}, kinds, quiet_from, quiet_to, zone from nudge_settings
    where user_id = ${guestId}
    on conflict (user_id) do update
    set kinds = array(select distinct unnest(nudge_settings.kinds || excluded.kinds) order by 1)`;
  await tx.nudgeSettings.deleteMany({ where: { userId: guestId } });
  await tx.$executeRaw`
    insert into nudge_rivals (user_id, rival_id, created_at)
    select case user_id when ${guestId} then ${accountId} else user_id end,
      case rival_id when ${guestId} then ${accountId} else rival_id end, created_at
    from nudge_rivals where ${guestId} in (user_id, rival_id)
    on conflict do nothing`;
  await tx.$executeRaw`
    delete from nudge_rivals
    where ${guestId} in (user_id, rival_id) or (user_id = ${accountId} and rival_id = ${accountId})`;
  await tx.$executeRaw`
    update nudges n set user_id = ${accountId} where user_id = ${guestId}
      and not exists (select from nudges o
        where o.user_id = ${accountId} and o.kind = n.kind and o.subject = n.subject)`;
  await tx.$executeRaw`
    update nudges set about_id = ${accountId} where about_id = ${guestId}`;
  await tx.$executeRaw`
    delete from nudges where user_id = ${guestId}
      or (user_id = ${accountId} and about_id = ${accountId})`;
}
