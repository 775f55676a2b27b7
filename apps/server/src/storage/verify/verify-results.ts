import { keyOf } from '../../daily/ranking.ts';
import { figuresOf, recordOf } from '../../play/play-record.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { logsOf } from '../play/logs.ts';
import { headersOf } from '../play/headers.ts';
import { verifyRatings } from './verify-ratings.ts';

export interface Verified {
  readonly checked: number;
  /** The differences, in words; empty if everything agrees. */
  readonly differences: readonly string[];
}

const BATCH = 200;

/** Compares the stored counts with counting anew, for every ladder, level and bucket. */
const MISCOUNTED = `
with ladders (ladder, level, width) as (
  values ('fastest', 0, 600000000), ('fastest', 1, 10000000), ('all', 0, 600000000),
    ('all', 1, 10000000), ('fewest', 0, 1000000000), ('fewest', 1, 20000)
), compared as (
  select daily_id, ladder, level, bucket, n from board_counts
  union all
  select c.daily_id, c.ladder, l.level, (c.key / l.width)::int, c.delta
  from board_changes c join ladders l using (ladder)
  union all
  select r.daily_id, k.ladder, l.level, (k.key / l.width)::int, -1
  from results r cross join lateral ladders_of(r.standing, r.fastest, r.fewest) k
  join ladders l using (ladder)
)
select daily_id || ' ' || ladder || ' ' || level || ' ' || bucket as bucket, sum(n)::int as n
from compared group by daily_id, ladder, level, bucket having sum(n) <> 0`;

/** Results without an ended ranked try, or that disagree with their play or person about what they show and how they count. */
const MISJUDGED = `
select r.play_id as id
from results r join plays p on p.id = r.play_id join users u on u.id = p.user_id
join dailies d on d.id = r.daily_id
where not p.ranked or p.ended_at is null or r.daily_id <> p.daily_id or r.won <> (p.ending = 'won')
  or (r.ending, r.elapsed_ms, r.moves, r.undos, r.cards_home)
    is distinct from (p.ending, p.elapsed_ms, p.moves, p.undos, p.cards_home)
  or d.settled_at is not null and r.percentile is null
  or r.standing <> case when p.voided_at is not null or u.banned_at is not null then 0
    when p.listed and not u.off_boards then 2 else 1 end`;

/** Compares the stored totals of weeks and of all time with summing anew. */
const MISSUMMED = `
with compared as (
  select game, week, user_id, won, played, percentiles from period_totals
  union all
  select d.game, w.week, r.user_id, -r.won::int, -1, -r.percentile
  from results r join dailies d on d.id = r.daily_id
  cross join lateral (values (-1), ((d.day + 3) / 7)) w(week)
  where r.standing = 2 and r.percentile is not null
)
select game || ' ' || week || ' ' || user_id as total from compared group by game, week, user_id
having sum(won) <> 0 or sum(played) <> 0 or sum(percentiles) <> 0`;

/**
 * Replays every play from its log (P9): an ended one is compared with its stored figures, a ranked try also with its
 * result; one that still runs must replay without a fault. Compares the counts and totals of the boards with the
 * results, and recomputes the ratings. Reads only; may run beside the service.
 * @param onProgress called with how many have been replayed
 */
export async function verifyResults(
  { prisma, pool }: Pick<OpenDatabase, 'prisma' | 'pool'>,
  onProgress: (checked: number) => void = () => {},
): Promise<Verified> {
  const differences: string[] = [];
  let checked = 0;
  for (let after = ''; ; onProgress(checked)) {
    const batch = await read(prisma, after);
    for (const one of batch) differences.push(...differencesOf(one));
    checked += batch.length;
    const last = batch.at(-1);
    if (!last) break;
    after = last.row.id;
  }
  const { rows } = await pool.query<{ bucket: string; n: number }>(MISCOUNTED);
  differences.push(...rows.map(({ bucket, n }) => `count ${bucket}: off by ${n}`));
  const misjudged = await pool.query<{ id: string }>(MISJUDGED);
  differences.push(
    ...misjudged.rows.map(({ id }) => `play ${id}: its result does not follow from it`),
  );
  const missummed = await pool.query<{ total: string }>(MISSUMMED);
  differences.push(
    ...missummed.rows.map(({ total }) => `sum ${total}: is not that of the results`),
  );
  differences.push(...(await verifyRatings(prisma)));
  return { checked, differences };
}

async function read(prisma: Database, after: string) {
  const rows = await prisma.play.findMany({
    where: after ? { id: { gt: after } } : {},
    orderBy: { id: 'asc' },
    take: BATCH,
    include: { result: true },
    omit: { log: true },
  });
  const ids = rows.map(({ id }) => id);
  const headers = await headersOf(prisma, ids);
  const logs = await logsOf(prisma, ids);
  return rows.map((row) => ({ row, header: headers.get(row.id)!, log: logs.get(row.id) ?? [] }));
}

function differencesOf({ row, header, log }: Awaited<ReturnType<typeof read>>[number]): string[] {
  const record = recordOf(header, log);
  if (record.damage) {
    const { number, why } = record.damage;
    const where = number === 0 ? 'its deal' : `entry ${number}`;
    return [`play ${row.id}: damaged at ${where}: ${why}`];
  }
  if (row.endedAt === null) return [];
  const differences: string[] = [];
  const compare = (what: string, stored: unknown, replayed: unknown) => {
    if (stored !== replayed)
      differences.push(`play ${row.id}: ${what} is ${stored}, but the log gives ${replayed}`);
  };
  const figures = figuresOf(record);
  const { ending, moves, undos, cardsHome, cardsHomeAtMs, elapsedMs } = row;
  const stored = { ending, moves, undos, cardsHome, cardsHomeAtMs, elapsedMs };
  for (const [what, value] of Object.entries(stored)) {
    compare(what, value, figures[what as keyof typeof figures]);
  }
  if (row.dailyId === null || !row.ranked) return differences;
  const { result } = row;
  const one = { ...figures, won: figures.ending === 'won' };
  compare('its place by time', Number(result?.fastest), keyOf('fastest', one));
  compare('its place by moves', Number(result?.fewest), keyOf('fewest', one));
  compare('whose result it is', result?.userId, row.userId);
  return differences;
}
