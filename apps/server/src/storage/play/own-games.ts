import { DAYS_SHOWN, TIMES_SHOWN } from '../../play/own-games.ts';
import type { EndedPractice, OwnGames, PracticeWin } from '../../play/own-games.ts';
import type { Database } from '../database.ts';

const IS_PRACTICE = `p.user_id = $1 and p.ended_at is not null and p.voided_at is null
  and p.race_id is null and p.daily_id is null and p.duplicate_id is null`;

/** With hints, or from where somebody else had come, it is no time of one's own. */
const IS_OWN_TIME = `p.ending = 'won' and p.hints = 0 and not p.continued`;

const PRACTICE = `
  select d.variant, count(*)::int as played, count(*) filter (where p.ending = 'won')::int as won,
    min(p.elapsed_ms) filter (where ${IS_OWN_TIME}) as "bestMs"
  from plays p join deals d on d.id = p.deal_id
  where ${IS_PRACTICE}
  group by 1`;

const WINS = `
  select variant, "elapsedMs" from (
    select d.variant, p.elapsed_ms as "elapsedMs", p.ended_at,
      row_number() over (partition by split_part(d.variant, '/', 1) order by p.ended_at desc) as n
    from plays p join deals d on d.id = p.deal_id
    where ${IS_PRACTICE} and ${IS_OWN_TIME} and p.elapsed_ms is not null
  ) wins
  where n <= ${TIMES_SHOWN} order by ended_at desc`;

const DAYS = `
  select to_char(p.ended_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    count(*)::int as played, count(*) filter (where p.ending = 'won')::int as won
  from plays p
  where p.user_id = $1 and p.ended_at > $2 and p.voided_at is null
  group by 1 order by 1`;

const DAY_MS = 86_400_000;

/**
 * What one person's own plays add up to.
 * @param now milliseconds, from which the days shown are counted back
 */
export function ownGamesRepository(prisma: Database, now: () => number): OwnGames {
  return {
    practice: (id) => prisma.$queryRawUnsafe<EndedPractice[]>(PRACTICE, id),
    wins: (id) => prisma.$queryRawUnsafe<PracticeWin[]>(WINS, id),
    days: (id) => prisma.$queryRawUnsafe(DAYS, id, new Date(now() - DAYS_SHOWN * DAY_MS)),
  };
}
