import { v7 as uuidOfTime } from 'uuid';
import type { DailyStore, Par, StoredDaily, StoredTry } from '../../daily/dailies.ts';
import { closesAt } from '../../daily/days.ts';
import { COMMIT_GRACE_MS } from '../../deal/is-live.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { PlayFigures } from '../../play/play-record.ts';
import type { OpenDatabase } from '../database.ts';
import { dealRow } from '../deal/deal-pool.ts';
import { endingOf, lockedPlays, storeEnds } from '../play/plays.ts';
import { prepared } from '../prepared.ts';
import { readTogether } from '../read-together.ts';
import { despiteDeadlocks, inTransaction } from '../transaction.ts';

const withDeal = {
  deal: {
    select: { id: true, variant: true, commitment: true, verdict: true, difficulty: true },
  },
} satisfies Prisma.DailyInclude;

type DailyRow = Prisma.DailyGetPayload<{ include: typeof withDeal }>;

function storedOf({ id, day, game, createdAt, deal }: DailyRow): StoredDaily {
  if (!deal.commitment) throw new Error(`the deal of daily ${id} has no commitment`);
  return {
    id,
    day,
    game,
    dealId: deal.id,
    variant: deal.variant,
    proved: deal.verdict === 'won',
    difficulty: deal.difficulty,
    commitment: deal.commitment,
    committedAt: createdAt.getTime(),
  };
}

/** The shortest win. Of equally short ones a player's comes before the computer's, and the earliest player's first. */
const PAR = `
  select moves, by, name, (
    select deal.shortest from dailies d join deals deal on deal.id = d.deal_id where d.id = $1::uuid
  ) as "isShortest" from (
    select octet_length(deal.solution) / 2 as moves, 'computer' as by, null as name, null as ended_at
    from dailies d join deals deal on deal.id = d.deal_id
    where d.id = $1::uuid and deal.verdict = 'won' and deal.solution is not null
    union all
    (select p.moves, 'player',
      case when r.standing = 2 and u.name_hidden_at is null then u.name end, p.ended_at
    from results r join plays p on p.id = r.play_id join users u on u.id = r.user_id
    where r.daily_id = $1::uuid and r.won and r.standing >= 1
    order by p.moves, p.ended_at limit 1)
  ) wins
  where moves > 0 order by moves, by desc limit 1`;

interface TryRow extends Record<Exclude<keyof PlayFigures, 'ending'>, number | null> {
  readonly key: string;
  readonly playId: string;
  readonly startsAt: Date;
  readonly ending: string | null;
}

function storedTry({ playId, startsAt, ending: text, ...row }: TryRow): StoredTry {
  const ending = endingOf(text);
  const figures = ending && {
    ending,
    moves: row.moves ?? 0,
    undos: row.undos ?? 0,
    cardsHome: row.cardsHome ?? 0,
    cardsHomeAtMs: row.cardsHomeAtMs ?? 0,
    elapsedMs: row.elapsedMs ?? 0,
  };
  return { playId, startsAt: startsAt.getTime(), figures };
}

export function dailiesRepository({ prisma, pool }: Pick<OpenDatabase, 'prisma' | 'pool'>) {
  const tryOf = readTogether(async (keys) => {
    const pairs = keys.map((key) => key.split(' '));
    const asked = Prisma.sql`
      select p.daily_id || ' ' || p.user_id as key, p.id as "playId", p.starts_at as "startsAt", p.ending, p.moves, p.undos,
        p.cards_home as "cardsHome", p.cards_home_at_ms as "cardsHomeAtMs", p.elapsed_ms as "elapsedMs"
      from unnest(${pairs.map(([daily]) => daily)}::uuid[], ${pairs.map(([, user]) => user)}::text[]) as asked (daily, person)
      join plays p on p.daily_id = asked.daily and p.user_id = asked.person and p.ranked`;
    const rows = await prepared<TryRow>(pool, 'tries', asked);
    return new Map(rows.map((row) => [row.key, storedTry(row)]));
  });

  const store: DailyStore = {
    async ofDay(day) {
      const rows = await prisma.daily.findMany({ where: { day }, include: withDeal });
      return rows.map(storedOf);
    },

    async parOf(dailyId) {
      const [par] = await prisma.$queryRawUnsafe<Par[]>(PAR, dailyId);
      return par ?? null;
    },

    async drawMissing(wanted, draw, now) {
      await inTransaction(prisma, async (tx) => {
        // A concurrent caller waits here, and then finds nothing missing: each deal is drawn once.
        await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('same-deal dailies'))`;
        const existing = await tx.daily.findMany({
          where: { day: { in: wanted.map(({ day }) => day) } },
          select: { day: true, game: true },
        });
        for (const { day, game } of wanted) {
          if (existing.some((one) => one.day === day && one.game === game)) continue;
          const deal = await draw(game);
          await tx.deal.create({ data: dealRow(deal, 'daily') });
          await tx.daily.create({
            data: {
              // By time, so that what somebody has played of a day lies together in the indexes.
              id: uuidOfTime(),
              day,
              game,
              dealId: deal.id,
              closesAt: new Date(closesAt(day)),
              createdAt: new Date(now),
            },
          });
        }
        return true;
      });
    },

    async startTry({ id, daily, userId, startsAt }) {
      // A guest who has just been merged starts as the account. The lock makes a concurrent merge either see this try, or
      // commit before it. Of several concurrent inserts, the partial unique index accepts one.
      const start = Prisma.sql`
        with owner as materialized (
          select coalesce(merged_into_id, id) as id from users where id = ${userId} for share
        ), begun as (
          insert into plays (id, user_id, deal_id, daily_id, ranked, undo, starts_at, closes_at)
          select ${id}::uuid, owner.id, ${daily.dealId}::uuid, ${daily.id}::uuid, true, 'bounded',
            ${new Date(startsAt)}::timestamptz, ${new Date(closesAt(daily.day))}::timestamptz
          from owner
          on conflict do nothing returning id
        )
        select id from begun
        union all
        select p.id from plays p join owner on owner.id = p.user_id
        where p.daily_id = ${daily.id}::uuid and p.ranked and not exists (select from begun)`;
      const begin = async () => {
        const [row] = await despiteDeadlocks(() =>
          prepared<{ id: string }>(pool, 'start-try', start),
        );
        return row?.id;
      };
      // A statement does not see what another one has inserted since it began; the next one does, and the one after that
      // what a merge has moved meanwhile.
      const playId = (await begin()) ?? (await begin()) ?? (await begin());
      if (!playId) throw new Error(`the try at daily ${daily.id} was not stored`);
      return playId;
    },

    tryOf: async (dailyId, userId) => (await tryOf(`${dailyId} ${userId}`)) ?? null,

    async unsettled(latestDay) {
      const rows = await prisma.daily.findMany({
        where: { settledAt: null, day: { lte: latestDay } },
        orderBy: [{ day: 'asc' }, { game: 'asc' }],
        include: withDeal,
      });
      return rows.map(storedOf);
    },

    async runningTries(dailyId, limit) {
      const rows = await prisma.play.findMany({
        where: { dailyId, endedAt: null },
        select: { id: true },
        orderBy: { id: 'asc' },
        take: limit,
      });
      return rows.map(({ id }) => id);
    },

    async endTries(playIds, now, end) {
      await inTransaction(prisma, async (tx) => {
        // Waits for every commit in progress, and blocks new ones, before the logs are read.
        const locked = await tx.$queryRaw<{ id: string }[]>`
          select id from plays
          where id = any(${playIds}::uuid[]) and race_id is null and ended_at is null
            and closes_at <= ${new Date(now - COMMIT_GRACE_MS)}
          order by id for update`;
        const ids = locked.map(({ id }) => id);
        await storeEnds(tx, await end(await lockedPlays(tx, ids)));
        return ids;
      });
    },

    async fixPercentiles(dailyId, from, limit) {
      const fixed = await inTransaction(prisma, async (tx) => {
        // One node at a time: the next one sees which percentiles this one has fixed.
        const open = await tx.$queryRaw<unknown[]>`
          select from dailies where id = ${dailyId}::uuid and settled_at is null for no key update`;
        if (open.length === 0) return { next: null };
        // As `percentileOf` works them out. A voided result gets the one it would have, in case it is restored.
        const [batch] = await tx.$queryRaw<{ n: number; last: number }[]>`
          with batch as materialized (
            select play_id, fastest from results
            where daily_id = ${dailyId}::uuid and percentile is null and fastest >= ${from}::bigint
            order by fastest limit ${limit}
          ), span as materialized (
            select min(fastest) as first, max(fastest) as last, count(*) as n from batch
          ), counted as materialized (
            select count(*) as n, count(*) filter (where fastest < span.first) as before
            from results, span where daily_id = ${dailyId}::uuid and standing >= 1
          ), keys as materialized (
            select fastest,
              (sum(count(*) filter (where standing >= 1)) over (order by fastest))::bigint as not_slower
            from results, span
            where daily_id = ${dailyId}::uuid and fastest between span.first and span.last
            group by fastest
          ), fixed as (
            update results r
            set percentile = case when c.n + (r.standing = 0)::int <= 1 then 10000
              else 10000 * (c.n - c.before - k.not_slower) / (c.n + (r.standing = 0)::int - 1) end
            from batch b join keys k on k.fastest = b.fastest cross join counted c
            where r.play_id = b.play_id
          )
          select n::int, last::float8 from span`;
        return { next: batch?.n === limit ? batch.last : null };
      });
      return fixed?.next ?? null;
    },

    async settle(dailyId, now) {
      const count = await prisma.$executeRaw`
        update dailies d set settled_at = coalesce(settled_at, ${new Date(now)})
        where d.id = ${dailyId}::uuid and (d.settled_at is not null
          or not exists (select from plays p where p.daily_id = d.id and p.ended_at is null)
            and not exists (select from results r where r.daily_id = d.id and r.percentile is null))`;
      return count > 0;
    },

    async dealOf(dealId) {
      const { pack, salt } = await prisma.deal.findUniqueOrThrow({
        where: { id: dealId },
        select: { pack: true, salt: true },
      });
      return { pack: [...pack], salt: salt ?? new Uint8Array() };
    },
  };
  return store;
}
