/** Tries as years of players would leave them, written by the database itself. */
import type { OpenDatabase } from '../../apps/server/src/storage/database.ts';
import { ladders } from '../../apps/server/src/storage/boards.ts';

/** One connection: it is set otherwise than the others. */
export type Connection = Pick<OpenDatabase['pool'], 'query'>;

const LADDERS = Object.entries(ladders)
  .flatMap(([name, { coarse, fine }]) => [`('${name}', 0, ${coarse})`, `('${name}', 1, ${fine})`])
  .join(', ');

/**
 * A daily's tries, what triggers would write for each of them, and what folding would leave, each row written once and
 * read from nowhere. Ids go up by time, as those of years of players do.
 */
const TRIES = `
  with tries as (
    insert into plays (id, deal_id, user_id, undo, starts_at, closes_at, ended_at, ending, moves,
      undos, cards_home, cards_home_at_ms, elapsed_ms, daily_id, ranked, listed)
    select uuidv7(), $1, 'u' || n, 'bounded', '2059-01-01', '2060-01-01', '2059-01-02',
      case when w then 'won' else 'stuck' end,
      case when w then 48 + abs(random_normal(0, 14))::int else (random() * 60)::int end,
      (random() * 4)::int, case when w then 48 else (random() * 47)::int end, 0,
      least(129600000, (420000 * exp(random_normal(0, 0.6)))::int), $2, true, n % 5 <> 0
    from (select n, random() < 0.6 as w from generate_series(1, $3::int) n) t
    returning id, daily_id, user_id, ending, elapsed_ms, moves, cards_home, listed
  ), ended as (
    insert into results (play_id, daily_id, user_id, won, fastest, fewest, standing)
    select id, daily_id, user_id, ending = 'won',
      fastest_key(ending = 'won', elapsed_ms, moves, cards_home),
      fewest_key(ending = 'won', elapsed_ms, moves, cards_home),
      case when listed then 2 else 1 end
    from tries
    returning daily_id, standing, fastest, fewest
  )
  insert into board_counts (daily_id, ladder, level, bucket, n)
  select r.daily_id, w.ladder, w.level, (l.key / w.width)::int, count(*)
  from ended r cross join lateral ladders_of(r.standing, r.fastest, r.fewest) l
  join (values ${LADDERS}) as w(ladder, level, width) on w.ladder = l.ladder
  group by 1, 2, 3, 4`;

/**
 * Three of five win, in seven minutes give or take; one of five is a guest.
 * @param size tries at each daily
 */
export async function seed(client: Connection, size: number, dailies: number): Promise<void> {
  // No triggers and no indexes while it is filled; they come back below.
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes
     where tablename in ('plays', 'results') and indexname not like '%pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);

  await client.query(
    `insert into users (id, name, email, is_anonymous)
     select 'u' || n, 'Player ' || n, 'u' || n || '@example.org', n % 5 = 0
     from generate_series(1, $1::int) n`,
    [size],
  );
  for (let day = 1; day <= dailies; day++) {
    const { rows } = await client.query<{ id: string; deal: string }>(
      `with deal as (
         insert into deals (variant, kind, pack) values ('bisley/thirteen', 'daily', '') returning id
       )
       insert into dailies (day, game, deal_id, closes_at, created_at)
       select 30000 + $1::int, 'bisley', id, '2060-01-01', now() from deal
       returning id, deal_id as deal`,
      [day],
    );
    const { id, deal } = rows[0]!;
    await client.query(TRIES, [deal, id, size]);
  }
  for (const { sql } of indexes) await client.query(sql);
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze');
}

/**
 * Lets new people begin their tries at the last daily, for the writers to end.
 * @returns the daily's id, its day's number and the plays
 */
export async function beginTries(client: Connection, tries: number) {
  const { rows } = await client.query<{ id: string; day: number }>(
    'select id, day from dailies order by day desc limit 1',
  );
  const daily = rows[0]!;
  const { rows: begun } = await client.query<{ id: string }>(
    `with people as (
       insert into users (id, name, email)
       select id, 'Player ' || id, id || '@example.org'
       from (select gen_random_uuid()::text as id from generate_series(1, $2::int)) n
       returning id
     )
     insert into plays (id, deal_id, user_id, undo, starts_at, closes_at, daily_id, ranked)
     select gen_random_uuid(), d.deal_id, people.id, 'bounded', '2059-01-01', '2060-01-01', d.id, true
     from dailies d, people where d.id = $1
     returning id`,
    [daily.id, tries],
  );
  return { daily, running: begun.map(({ id }) => id) };
}
