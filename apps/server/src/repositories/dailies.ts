import type { StoredDaily, DailyStore } from '../daily/dailies.ts';
import { closesAt } from '../daily/days.ts';
import { COMMIT_GRACE_MS } from '../deal/is-live.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { figuresOf, recordOf } from '../play/play-record.ts';
import type { Database } from '../plugins/prisma.ts';
import { dealRow } from './deal-pool.ts';
import { logsOf } from './logs.ts';
import { headerOf, withHeader } from './plays.ts';
import { inTransaction } from './transaction.ts';

const withDeal = {
  deal: {
    select: { id: true, variant: true, commitment: true, verdict: true, difficulty: true },
  },
} satisfies Prisma.DailyInclude;

type DailyRow = Prisma.DailyGetPayload<{ include: typeof withDeal }>;

function storedOf({ id, day, game, createdAt, settledAt, deal }: DailyRow): StoredDaily {
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
    settledAt: settledAt?.getTime() ?? null,
  };
}

export function dailiesRepository(prisma: Database) {
  const store: DailyStore = {
    async find({ day, game }) {
      const row = await prisma.daily.findUnique({
        where: { day_game: { day, game } },
        include: withDeal,
      });
      return row && storedOf(row);
    },

    async drawMissing(wanted, draw, now) {
      await inTransaction(prisma, async (tx) => {
        // Whoever comes second waits here, and finds nothing missing: each deal is drawn once.
        await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('same-deal dailies'))`;
        const there = await tx.daily.findMany({
          where: { day: { in: wanted.map(({ day }) => day) } },
          select: { day: true, game: true },
        });
        for (const { day, game } of wanted) {
          if (there.some((one) => one.day === day && one.game === game)) continue;
          const deal = await draw(game);
          await tx.deal.create({ data: dealRow(deal, 'daily') });
          await tx.daily.create({
            data: {
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
      // The partial unique index lets one of several in.
      await prisma.play.createMany({
        data: [
          {
            id,
            userId,
            dealId: daily.dealId,
            dailyId: daily.id,
            ranked: true,
            undo: 'bounded',
            startsAt: new Date(startsAt),
            closesAt: new Date(closesAt(daily.day)),
          },
        ],
        skipDuplicates: true,
      });
      const playId = await store.tryOf(daily.id, userId);
      if (playId === null) throw new Error(`the try at daily ${daily.id} was not stored`);
      return playId;
    },

    async tryOf(dailyId, userId) {
      const row = await prisma.play.findFirst({
        where: { dailyId, userId, ranked: true },
        select: { id: true },
      });
      return row?.id ?? null;
    },

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

    async endTries(playIds, now) {
      const ended = await inTransaction(prisma, async (tx) => {
        // Waits for every commit under way, and lets none begin, before the logs are read.
        const locked = await tx.$queryRaw<{ id: string }[]>`
          select id from plays
          where id = any(${playIds}::uuid[]) and daily_id is not null and ended_at is null
            and closes_at <= ${new Date(now - COMMIT_GRACE_MS)}
          order by id for update`;
        const ids = locked.map(({ id }) => id);
        const rows = await tx.play.findMany({
          where: { id: { in: ids } },
          orderBy: { id: 'asc' },
          include: withHeader,
        });
        const logs = await logsOf(tx, ids);
        for (const row of rows) {
          const header = headerOf(row);
          const log = logs.get(row.id) ?? [];
          // A deal without any move is stuck without an entry.
          const endedByCap = recordOf(header, log).ending === null;
          const figures = figuresOf(recordOf({ ...header, endedByCap }, log));
          const endedAt = new Date(header.startsAt + figures.elapsedMs);
          await tx.play.update({ where: { id: row.id }, data: { ...figures, endedAt } });
        }
        return ids;
      });
      return ended ?? [];
    },

    async settle(dailyId, now) {
      const settled = await inTransaction(prisma, async (tx) => {
        const count = await tx.$executeRaw`
          update dailies d set settled_at = ${new Date(now)}
          where d.id = ${dailyId}::uuid and d.settled_at is null
            and not exists (select from plays p where p.daily_id = d.id and p.ended_at is null)`;
        if (count === 0) return undefined;
        // As `percentileOf` says, for all at once.
        await tx.$executeRaw`
          update results r
          set percentile = case when p.n <= 1 then 10000 else 10000 * (p.n - p.not_slower) / (p.n - 1) end
          from (
            -- One that counts nowhere gets what it would have, lest it is restored.
            select play_id,
              count(*) filter (where standing >= 1) over () + (standing = 0)::int as n,
              count(*) filter (where standing >= 1) over (order by fastest) + (standing = 0)::int
                as not_slower
            from results where daily_id = ${dailyId}::uuid
          ) p
          where p.play_id = r.play_id`;
        return true;
      });
      return settled ?? false;
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
