/** Nudges that are due: what becomes of them is decided and stored before they are sent; and those that wait on the page. */
import type { ClientBase } from 'pg';
import type { NudgeKind, NudgeNews } from '@same-deal/protocol';
import { dayOf, DAY_MS, endsAt, textOfDay } from '../../daily/days.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import { decide } from '../../nudge/due.ts';
import type { Decision, DueNudge, SentNudge } from '../../nudge/due.ts';
import type { Claimed, Outcome, PushDevice } from '../../nudge/nudge.ts';
import type { OpenDatabase } from '../database.ts';
import { haveMet } from '../met.ts';
import { prepared } from '../prepared.ts';
import { inTransactionByDriver } from '../transaction.ts';
import { quietOf } from './settings.ts';

/** The pool, or a transaction: by the driver, as thousands may be due at once, while people play. */
type Connection = Pick<ClientBase, 'query'>;

/** How far back a streak is read: what matters is whether it goes on. */
const STREAK_DAYS = 40;
/** How many are listed at most. */
const WAITING_MOST = 20;

/** What is stored of a nudge that is due, and of whom it is for. */
interface DueRow {
  readonly id: string;
  readonly userId: string;
  readonly kind: NudgeKind;
  readonly subject: string;
  readonly aboutId: string | null;
  readonly data: { path?: string; title?: string; at?: string; day?: number };
  readonly expiresAt: Date;
  readonly seenAt: Date | null;
  readonly tries: number;
  readonly kinds: string[];
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  readonly zone: string;
}

/** The date of a circle that a nudge is about. */
const dateOf = Prisma.sql`case when n.subject ~ '^[0-9a-f-]{36}$' then n.subject::uuid end`;

/** What a nudge's words need, besides what is stored with it. */
interface Fact {
  readonly id: string;
  readonly matters: boolean;
  readonly name: string | null;
  /** What it is called now, such as a circle. */
  readonly title: string | null;
  readonly games: string[] | null;
}

/** How a nudge leaves: with names and games as they are now. */
function newsOf(row: DueRow, fact: Fact | undefined, now: number): NudgeNews {
  const { kind, subject, data } = row;
  const name = fact?.name ?? undefined;
  const title = fact?.title ?? data.title;
  const games = fact?.games ?? [];
  const [game] = games;
  const path = {
    'rival-played':
      data.day !== undefined && games.length === 1
        ? `/daily/${textOfDay(data.day)}/${game}`
        : '/daily',
    'race-begins': `/race/${subject}`,
    invitation: `/race/${subject}`,
    'streak-ends': '/daily',
    'duplicate-closes': `/duplicate/${subject}`,
    'circle-date': '/',
  }[kind];
  const at = {
    'streak-ends': new Date(endsAt(dayOf(now))),
    'duplicate-closes': row.expiresAt,
  }[kind as string]?.toISOString();
  return {
    kind,
    subject,
    path,
    ...(at !== undefined && { at }),
    ...(name !== undefined && { name }),
    ...(games.length > 0 && { games }),
    ...(data.path !== undefined && { path: data.path }),
    ...(title !== undefined && { title }),
    ...(data.at !== undefined && { at: data.at }),
  };
}

/** Until when it is of use that a nudge has been told: which day a streak ends on is true of that day alone. */
const usefulUntil = ({ kind, expiresAt }: Pick<DueRow, 'kind' | 'expiresAt'>, toldAt: number) =>
  Math.min(expiresAt.getTime(), kind === 'streak-ends' ? endsAt(dayOf(toldAt)) : Infinity);

export function dueNudges({ prisma, pool }: Pick<OpenDatabase, 'prisma' | 'pool'>) {
  /** The rows as they are to be shown or sent: with what is so at this moment. */
  async function factsOf(db: Connection, ids: readonly string[]): Promise<Map<string, Fact>> {
    const rows = await prepared<Fact>(
      db,
      'nudge-facts',
      Prisma.sql`
      select n.id, (not exists (select from blocks b where (b.blocker_id, b.blocked_id) in
          ((n.user_id, n.about_id), (n.about_id, n.user_id)))
        and case n.kind
          when 'invitation' then exists (select from races r where r.code = n.subject
            and r.deal_id is null and r.settled_at is null
            and not r.value->'players' @> jsonb_build_array(jsonb_build_object('id', n.user_id)))
          when 'race-begins' then exists (select from races r join plays p on p.race_id = r.id
            where r.code = n.subject and p.user_id = n.user_id and p.ended_at is null
              and p.shown_after_ms is null
              and not exists (select from entries e where e.play_id = p.id))
          when 'duplicate-closes' then exists (select from duplicates d
            join duplicate_deals x on x.duplicate_id = d.id
            where d.code = n.subject and d.settled_at is null and not exists (
              select from plays p where p.duplicate_id = d.id and p.deal_id = x.deal_id
                and p.user_id = n.user_id and p.ranked and p.ended_at is not null))
          when 'streak-ends' then not exists (select from plays p join dailies d on d.id = p.daily_id
            where p.user_id = n.user_id and p.ranked and p.voided_at is null
              and (p.ended_at is null or p.cards_home > 0) and d.day > (n.data->>'day')::int)
          when 'rival-played' then ${haveMet(Prisma.sql`n.user_id`, Prisma.sql`n.about_id`)}
            and not exists (select from users u where u.id = n.about_id
              and (u.off_boards or u.banned_at is not null))
          when 'circle-date' then not exists (select from circle_dates a
            where a.id = ${dateOf} and (a.cancelled_at is not null
              or not exists (select from circle_date_people c
                where c.date_id = a.id and c.user_id = n.user_id and c.comes)
              or not exists (select from circle_members m where m.circle_id = a.circle_id
                and m.user_id = n.user_id and m.left_at is null)))
          else true end) as matters,
        case when n.kind = 'circle-date' then (
          select case when h.name_hidden_at is null then c.name else ${HIDDEN_NAME} end
          from circle_dates a join circles c on c.id = a.circle_id left join users h on h.id = c.host_id
          where a.id = ${dateOf}) end as title,
        (select case when u.name_hidden_at is null then u.name else ${HIDDEN_NAME} end
          from users u where u.id = n.about_id and u.deleted_at is null) as name,
        case when n.kind = 'rival-played' then array(
          select d.game from dailies d join plays p on p.daily_id = d.id
          where d.day = (n.data->>'day')::int and p.user_id = n.about_id and p.ranked
            and p.ended_at is not null and p.voided_at is null
          order by p.ended_at) end as games
      from nudges n where n.id = any(${[...ids]}::uuid[])`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** For each of these people the days that count for their streak; a try that runs counts as well. */
  async function daysOf(db: Connection, userIds: readonly string[], now: number) {
    const days = new Map<string, number[]>();
    if (userIds.length === 0) return days;
    const rows = await prepared<{ id: string; day: number }>(
      db,
      'nudge-streak-days',
      Prisma.sql`
      select distinct p.user_id as id, d.day from plays p join dailies d on d.id = p.daily_id
      where p.user_id = any(${[...userIds]}::text[]) and p.ranked and p.voided_at is null
        and (p.ended_at is null or p.cards_home > 0) and d.day > ${dayOf(now) - STREAK_DAYS}`,
    );
    for (const { id, day } of rows) days.set(id, [...(days.get(id) ?? []), day]);
    return days;
  }

  async function sentTo(db: Connection, userIds: readonly string[], now: number) {
    const rows = await prepared<{ id: string; kind: NudgeKind; aboutId: string | null; at: Date }>(
      db,
      'nudge-sent',
      Prisma.sql`
      select user_id as id, kind, about_id as "aboutId", claimed_at as at from nudges
      where user_id = any(${[...userIds]}::text[]) and claimed_at > ${new Date(now - 2 * DAY_MS)}
        and (outcome is null or outcome in ('sent', 'unknown'))`,
    );
    const sent = new Map<string, SentNudge[]>();
    for (const { id, at, ...one } of rows)
      sent.set(id, [...(sent.get(id) ?? []), { ...one, at: at.getTime() }]);
    return sent;
  }

  async function devicesOf(
    db: Connection,
    userIds: readonly string[],
  ): Promise<Map<string, PushDevice[]>> {
    const rows = await prepared<{
      id: string;
      userId: string;
      endpoint: string;
      p256dh: string;
      auth: string;
    }>(
      db,
      'nudge-devices',
      Prisma.sql`
      select p.id, p.user_id as "userId", p.endpoint, p.p256dh, p.auth
      from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id = any(${[...userIds]}::text[]) and s.expires_at > ${new Date()}
      order by p.created_at`,
    );
    const devices = new Map<string, PushDevice[]>();
    for (const { userId, id, endpoint, p256dh, auth } of rows) {
      const device = { id, endpoint, keys: { p256dh, auth } };
      devices.set(userId, [...(devices.get(userId) ?? []), device]);
    }
    return devices;
  }

  return {
    /** What a person was nudged about and has not seen, newest first, as long as it is of use. */
    async waiting(userId: string, now: number): Promise<NudgeNews[]> {
      const rows = await prisma.nudge.findMany({
        where: {
          userId,
          seenAt: null,
          expiresAt: { gt: new Date(now) },
          claimedAt: { not: null },
          OR: [{ outcome: null }, { outcome: { not: 'dropped' } }],
        },
        orderBy: [{ claimedAt: 'desc' }, { id: 'asc' }],
        take: WAITING_MOST,
      });
      const facts = await factsOf(
        pool,
        rows.map(({ id }) => id),
      );
      return (rows as unknown as (DueRow & { readonly claimedAt: Date })[])
        .filter((row) => facts.get(row.id)?.matters)
        .filter((row) => now < usefulUntil(row, row.claimedAt.getTime()))
        .map((row) => newsOf(row, facts.get(row.id), now));
    },

    /**
     * Takes what is due, decides what becomes of it, and stores that before anything is sent: a node that ends in
     * between has dropped what it took. People whose nudges another node decides at this moment are left to it, so that
     * a day's bounds hold over all nodes.
     * @param limit how many to take
     * @returns what this node is to send, and how many were due
     */
    async claim(now: number, limit: number): Promise<{ claimed: Claimed[]; due: number }> {
      return inTransactionByDriver(pool, async (client) => {
        const rows = await prepared<DueRow>(
          client,
          'nudge-due',
          Prisma.sql`
          select n.id, n.user_id as "userId", n.kind, n.subject, n.about_id as "aboutId", n.data,
            n.expires_at as "expiresAt", n.seen_at as "seenAt", n.tries, s.kinds,
            s.quiet_from as "quietFrom", s.quiet_to as "quietTo", s.zone
          from nudges n join nudge_settings s on s.user_id = n.user_id
          where n.claimed_at is null and n.due_at <= ${new Date(now)}
          order by n.due_at limit ${limit} for update skip locked`,
        );
        if (rows.length === 0) return { claimed: [], due: 0 };
        const ids = rows.map(({ id }) => id);
        const people = [...new Set(rows.map(({ userId }) => userId))];
        const facts = await factsOf(client, ids);
        const sent = await sentTo(client, people, now);
        const days = await daysOf(
          client,
          rows.flatMap(({ kind, userId }) => (kind === 'streak-ends' ? [userId] : [])),
          now,
        );
        const devices = await devicesOf(client, people);
        const claimed: Claimed[] = [];
        const stored: { id: string; outcome: string | null; due: Date | null }[] = [];
        for (const row of rows) {
          const { id, userId, tries } = row;
          const before = sent.get(userId) ?? [];
          const due: DueNudge = {
            kind: row.kind,
            aboutId: row.aboutId,
            expiresAt: row.expiresAt.getTime(),
            isSeen: row.seenAt !== null,
            matters:
              row.kind === 'streak-ends'
                ? { days: days.get(userId) ?? [], after: row.data.day ?? 0 }
                : (facts.get(id)?.matters ?? false),
          };
          const { kinds, zone } = row;
          const to = { kinds: new Set(kinds), quiet: quietOf(row), zone, sent: before };
          const decision = decide(due, to, now);
          const own = devices.get(userId) ?? [];
          if (decision.kind === 'send' && own.length > 0) {
            sent.set(userId, [...before, { kind: row.kind, aboutId: row.aboutId, at: now }]);
            const news = newsOf(row, facts.get(id), now);
            const expiresAt = usefulUntil(row, now);
            claimed.push({ id, userId, news, expiresAt, tries, devices: own });
          }
          stored.push(stateOf(id, decision, own.length > 0));
        }
        const decided = Prisma.sql`
          update nudges n set due_at = coalesce(o.due, n.due_at), outcome = o.outcome,
            claimed_at = case when o.due is null then ${new Date(now)}::timestamptz end
          from unnest(${stored.map(({ id }) => id)}::uuid[],
            ${stored.map(({ outcome }) => outcome)}::text[],
            ${stored.map(({ due }) => due)}::timestamptz[]) as o(id, outcome, due)
          where n.id = o.id`;
        await prepared(client, 'nudge-decided', decided);
        return { claimed, due: rows.length };
      });
    },

    /**
     * What came of nudges that this node has claimed; those put off are due again then. Not waited for on the disk, which
     * players' moves wait for: what the database loses with its machine stays claimed, which drops it.
     */
    async finish(
      done: readonly { readonly id: string; readonly outcome: Outcome }[],
    ): Promise<void> {
      const later = (outcome: Outcome) => (outcome.kind === 'later' ? new Date(outcome.at) : null);
      const outcomes = Prisma.sql`
        with unwaited as materialized (select set_config('synchronous_commit', 'off', true))
        update nudges n set outcome = o.outcome, due_at = coalesce(o.due, n.due_at),
          claimed_at = case when o.due is null then n.claimed_at end,
          tries = n.tries + case when o.due is null then 0 else 1 end
        from unnest(${done.map(({ id }) => id)}::uuid[],
          ${done.map(({ outcome }) => (outcome.kind === 'later' ? null : outcome.kind))}::text[],
          ${done.map(({ outcome }) => later(outcome))}::timestamptz[]) as o(id, outcome, due), unwaited
        where n.id = o.id`;
      await prepared(pool, 'nudge-outcomes', outcomes);
    },
  };
}

const stateOf = (id: string, decision: Decision, hasDevice: boolean) => ({
  id,
  outcome:
    decision.kind === 'drop'
      ? 'dropped'
      : decision.kind === 'page' || (decision.kind === 'send' && !hasDevice)
        ? 'page'
        : null,
  due: decision.kind === 'wait' ? new Date(decision.until) : null,
});
