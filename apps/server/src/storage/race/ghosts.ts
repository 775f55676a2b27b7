/** Races against recordings: the deal they copy, their results, and who had seen that deal before. */
import { Prisma } from '../../generated/prisma/client.ts';
import type { DailyKey, GhostSource, LateResult, PlayEnding } from '@same-deal/protocol';
import { dayOfText } from '../../daily/days.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import type { GhostStore, SeenDeal } from '../../race/ghost-sources.ts';
import { partners } from '../../race/partners.ts';
import type { Database } from '../database.ts';
import { movesOf } from '../deal/deal-pool.ts';

/** How many late results a page shows at most. */
const LATE_MOST = 50;
/** How many tries are read from the top of the fastest board; a few of them are chosen. */
const TRIES_READ = 100;

const PARTNER_IDS = Object.values(partners).map(({ id }) => id);

/** The original of a deal `d`. */
const ORIGINAL = Prisma.sql`coalesce(d.copy_of, d.id)`;

/** The ids of a person: their own, and those of guests merged into them. */
const idsOf = (personId: Prisma.Sql) =>
  Prisma.sql`select id from users where id = ${personId} or merged_into_id = ${personId}`;

/** Selects deals `d` by race, daily or play; practice deals are no secret and left out. */
function dealsOf(seen: SeenDeal): Prisma.Sql {
  if ('playId' in seen) {
    return Prisma.sql`deals d join plays p on p.deal_id = d.id
      where p.id = ${seen.playId}::uuid and d.kind <> 'practice'`;
  }
  if ('race' in seen) {
    return Prisma.sql`deals d join races r on r.deal_id = d.id where r.code = ${seen.race}`;
  }
  const { day, game } = seen.daily;
  return Prisma.sql`deals d join dailies y on y.deal_id = d.id
    where y.day = ${dayOfText(day)} and y.game = ${game}`;
}

export function ghostsRepository(prisma: Database) {
  const store: GhostStore = {
    async dealOf(of: GhostSource) {
      const [found] = await prisma.$queryRaw<{ id: string }[]>`
        select ${ORIGINAL} as id from ${dealsOf(of)}`;
      const deal = found && (await prisma.deal.findUnique({ where: { id: found.id } }));
      if (!deal) return null;
      const { id, pack, difficulty, solution, shortest, gradingVersion } = deal;
      const proof =
        difficulty === null || solution === null
          ? null
          : { difficulty, gradingVersion, solution: movesOf(solution), isShortest: shortest };
      return { id, pack: [...pack], proof };
    },

    async triesAt({ day, game }: DailyKey) {
      const rows = await prisma.$queryRaw<{ play_id: string }[]>`
        select r.play_id from results r join dailies y on y.id = r.daily_id
        where y.day = ${dayOfText(day)} and y.game = ${game} and r.standing = 2
        order by r.fastest, r.play_id limit ${TRIES_READ}`;
      return rows.map((row) => row.play_id);
    },

    async lateResults(dealId) {
      const rows = await prisma.$queryRaw<(Omit<LateResult, 'ending'> & { ending: string })[]>`
        with late as materialized (
          select p.*, r.code, u.name, u.name_hidden_at, u.deleted_at,
            o.id as owner_id
          from deals d join plays p on p.deal_id = d.id
            join races r on r.id = p.race_id join users u on u.id = p.user_id
            join users o on o.id = coalesce(u.merged_into_id, u.id)
          where d.copy_of = ${dealId}::uuid and r.settled_at is not null
            and not p.user_id = any(${PARTNER_IDS})
            -- As on boards; of somebody who has gone for good it names nobody.
            and o.banned_at is null and (o.deleted_at is not null or not o.off_boards)
          order by p.ended_at desc limit ${LATE_MOST}
        )
        select l.code, l.id as "playId", l.ending, l.moves, l.cards_home as "cardsHome",
          l.elapsed_ms as "elapsedMs",
          case when l.name_hidden_at is null then l.name else ${HIDDEN_NAME} end as name,
          l.deleted_at is null
            and not exists (select from seen_deals s where s.deal_id = ${dealId}::uuid
              and s.at < l.ended_at and s.user_id in (${idsOf(Prisma.sql`l.owner_id`)}))
            and not exists (select from plays q join deals d on d.id = q.deal_id
              where (d.id = ${dealId}::uuid or d.copy_of = ${dealId}::uuid) and q.id <> l.id
                and q.starts_at <= l.starts_at and q.user_id in (${idsOf(Prisma.sql`l.owner_id`)}))
            as clean
        from late l order by l.ended_at desc`;
      return rows.map((row) => ({ ...row, ending: row.ending as PlayEnding }));
    },

    async hasSeen(personId, dealId) {
      const own = idsOf(Prisma.sql`${personId}`);
      const [row] = await prisma.$queryRaw<{ seen: boolean }[]>`
        select exists (select from seen_deals
            where deal_id = ${dealId}::uuid and user_id in (${own}))
          or exists (select from plays p join deals d on d.id = p.deal_id
            where (d.id = ${dealId}::uuid or d.copy_of = ${dealId}::uuid)
              and p.user_id in (${own})) as seen`;
      return row?.seen ?? false;
    },

    async noteSeen(personId, seen, at) {
      await prisma.$executeRaw`
        insert into seen_deals (user_id, deal_id, at)
        select u.id, ${ORIGINAL}, ${at} from users u, ${dealsOf(seen)} and u.id = ${personId}
        on conflict do nothing`;
    },
  };

  return {
    ...store,

    /** The opened deals that a person has seen, the last one first. */
    async seenBy(personId: string): Promise<{ deal: string; variant: string; at: Date }[]> {
      return prisma.$queryRaw`
        select coalesce(r.code, 'daily/' || to_char(date '1970-01-01' + y.day, 'YYYY-MM-DD'),
          'duplicate/' || x.code || '/' || n.number, '') as deal, d.variant, s.at
        from seen_deals s join deals d on d.id = s.deal_id
          left join races r on r.deal_id = d.id left join dailies y on y.deal_id = d.id
          left join duplicate_deals n on n.deal_id = d.id
          left join duplicates x on x.id = n.duplicate_id
        where s.user_id in (${idsOf(Prisma.sql`${personId}`)}) order by s.at desc, s.deal_id`;
    },
  };
}
