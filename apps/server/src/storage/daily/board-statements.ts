/** What the boards ask the database. */
import type { BoardName } from '@same-deal/protocol';
import { FINE_KEYS } from '../../daily/board-store.ts';
import type { Ladder } from '../../daily/board-store.ts';

interface LadderShape {
  /** The column it is sorted by, and which results are on it; a partial index of `results` holds exactly these. */
  readonly column: string;
  readonly holds: string;
  /** How much of the key one bucket spans; the coarse one a multiple of the fine one. */
  readonly coarse: number;
  readonly fine: number;
}

/** Sized for a million results: hundreds of them in a fine bucket, and dozens of coarse buckets. */
export const ladders = {
  // A minute, a second.
  fastest: { column: 'fastest', holds: 'standing = 2', coarse: 600_000_000, fine: FINE_KEYS },
  all: { column: 'fastest', holds: 'standing >= 1', coarse: 600_000_000, fine: FINE_KEYS },
  // A move, and within it twenty seconds.
  fewest: { column: 'fewest', holds: 'standing = 2', coarse: 1_000_000_000, fine: 20_000 },
} as const satisfies Record<Ladder, LadderShape>;

/** The smallest key of a try that was not won; as in `ranking.ts`. */
const UNFINISHED = '9000000000000';

/** `nextKey` of one's own: in another bucket if the try was not won, so that all with the same cards home are counted. */
const NEXT_KEY = `(own.fastest::bigint + case when own.fastest < ${UNFINISHED} then 1 else 1000000000 end)`;

const shownColumns = `
  r.play_id as "playId", r.user_id as "userId",
  case when u.name_hidden_at is null then u.name end as name,
  r.ending, r.elapsed_ms as "elapsedMs", r.moves, r.undos, r.cards_home as "cardsHome"`;
const shownTables = `join users u on u.id = r.user_id`;

/** The limit is part of the statement's text: as a parameter it would be planned anew, for many rows, each time. */
const topOf = ({ column, holds }: LadderShape, limit: number) => `
  select ${shownColumns}, r.${column}::float8 as key
  from (
    select * from results where daily_id = $1 and ${holds} order by ${column}, play_id limit ${limit}
  ) r ${shownTables}
  order by r.${column}, r.play_id`;

/** How many results of the key's fine bucket have a smaller key. */
const countInBucket = (ladder: Ladder, key: string): string => {
  const { column, holds, fine } = ladders[ladder];
  return `(select count(*) from results
      where daily_id = $1 and ${holds} and ${column} >= ${key} / ${fine} * ${fine} and ${column} < ${key})`;
};

/**
 * How many results have a smaller key: the coarse buckets before it, the fine buckets before it in its coarse one, the
 * changes not folded into buckets yet, and a count within its fine bucket, an index scan over hundreds at most.
 * @param key a bigint, as SQL
 */
const countBefore = (ladder: Ladder, key: string): string => {
  const { coarse, fine } = ladders[ladder];
  return `(
    coalesce((select sum(n) from board_counts
      where daily_id = $1 and ladder = '${ladder}' and level = 0 and bucket < ${key} / ${coarse}), 0)
    + coalesce((select sum(n) from board_counts
      where daily_id = $1 and ladder = '${ladder}' and level = 1
        and bucket >= ${key} / ${coarse} * ${coarse / fine} and bucket < ${key} / ${fine}), 0)
    + coalesce((select sum(delta) from board_changes
      where daily_id = $1 and ladder = '${ladder}' and key < ${key} / ${fine} * ${fine}), 0)
    + ${countInBucket(ladder, key)}
  )::float8`;
};

const beforeOf = (ladder: Ladder) => `
  select k.key::float8 as key, ${countBefore(ladder, 'k.key')} as before
  from unnest($2::bigint[]) as k(key)`;

const OWN = `
  select ${shownColumns},
    r.fastest::float8 as fastest, r.fewest::float8 as fewest, r.standing, r.percentile
  from plays p join results r on r.play_id = p.id ${shownTables}
  where p.daily_id = $1 and p.user_id = $2 and p.ranked`;

/** Rows shown before and after one's own. */
export const AROUND = 5;

/** Rows of a board, in order, with what is shown of them. */
const shownRows = (from: string, column: string) => `
    (select coalesce(json_agg(row_to_json(shown)), '[]') from (
      select ${shownColumns}, r.${column} as key from ${from} r ${shownTables}
      order by r.${column}, r.play_id
    ) shown)`;

/**
 * One's own part of a board in one statement: on a small machine the round trips between service and database cost
 * more than the rows. As JSON, which carries these numbers exactly.
 */
const mineOf = (board: BoardName) => {
  const { column, holds } = ladders[board];
  const neighbours = (is: '<' | '>=', order: 'asc' | 'desc', limit: number) => `
    (select r.* from own cross join lateral (
      select * from results
      where daily_id = $1 and ${holds}
        and (${column}, play_id) ${is} (own.${column}::bigint, own."playId")
      order by ${column} ${order}, play_id ${order} limit ${limit}
    ) r where own.standing > 0)`;
  return `
  with own as materialized (${OWN}),
  around as materialized (
    ${neighbours('<', 'desc', AROUND)} union all ${neighbours('>=', 'asc', AROUND + 1)}
  ), first as (
    select ${column} as key, play_id from around order by ${column}, play_id limit 1
  )
  select json_build_object(
    'own', (select row_to_json(own) from own),
    'around', ${shownRows('around', column)},
    'beforeAround', (
      select json_build_object(
        'smaller', ${countBefore(board, 'first.key')},
        -- Hundreds of thousands may share the first key, but then the stretch has no other one, and nobody asks.
        'equal', case
          when exists (select from around where ${column} > first.key)
            or exists (select from own where ${column}::bigint > first.key)
          then (select count(*) from results where daily_id = $1 and ${holds}
            and ${column} = first.key and play_id < first.play_id)
          else 0 end
      ) from first
    ),
    'notSlowerInBucket', (select ${countInBucket('all', NEXT_KEY)} from own where own.standing > 0 and own.percentile is null),
    'hasRaced', exists (select from plays where user_id = $2 and race_id is not null)
  ) as mine`;
};

/**
 * The people one has raced with. A statement of its own: it takes the database as long to make ready as `mine`, and many
 * play dailies alone.
 */
const peopleOf = (board: BoardName) => {
  const { column, holds } = ladders[board];
  return `
  with rivals as materialized (
    select distinct other.user_id as id
    from plays mine
    join plays other on other.race_id = mine.race_id and other.user_id <> mine.user_id
    where mine.user_id = $2 and mine.race_id is not null limit 500
  ), people as materialized (
    select r.* from rivals
    join plays p on p.daily_id = $1 and p.user_id = rivals.id and p.ranked
    join results r on r.play_id = p.id
    where r.${holds} order by r.${column}, r.play_id limit 100
  ), keys as (
    select distinct ${column} as key from people
  )
  select json_build_object(
    'people', ${shownRows('people', column)},
    'before', (select coalesce(json_agg(json_build_array(keys.key, ${countBefore(board, 'keys.key')})), '[]') from keys)
  ) as people`;
};

const TOTALS = `
  select coalesce(sum(n) filter (where ladder = 'fastest'), 0)::float8 as listed,
    coalesce(sum(n) filter (where ladder = 'all'), 0)::float8 as tries,
    coalesce(sum(n) filter (where ladder = 'all' and is_won), 0)::float8 as won
  from (
    select ladder, n, bucket < ${UNFINISHED} / ${ladders.all.coarse} as is_won from board_counts
    where daily_id = $1 and ladder in ('fastest', 'all') and level = 0
    union all
    select ladder, delta, key < ${UNFINISHED} from board_changes
    where daily_id = $1 and ladder in ('fastest', 'all')
  ) c`;

/**
 * How many results of `all` lie in each bucket of a level, folded or not, in order. As two JSON arrays: with thousands of
 * rows, or of objects, database and service would be busy for two and three times as long.
 */
const bucketsOf = (level: 0 | 1, width: number): string => `
  select coalesce(json_agg(bucket order by bucket), '[]') as buckets,
    coalesce(json_agg(tries order by bucket), '[]') as tries
  from (
    select bucket, sum(n) as tries from (
      select bucket, n from board_counts where daily_id = $1 and ladder = 'all' and level = ${level}
      union all
      select (key / ${width})::int, delta from board_changes where daily_id = $1 and ladder = 'all'
    ) c group by bucket having sum(n) > 0
  ) b`;

/** The first bucket of `times` with tries that were not won. */
export const UNFINISHED_BUCKET = Number(UNFINISHED) / ladders.all.coarse;

const ENDED_TRIES = `
  select d.day, d.game, r.won, r.elapsed_ms as "elapsedMs", r.moves, r.undos,
    r.cards_home as "cardsHome", r.percentile
  from results r join plays p on p.id = r.play_id join dailies d on d.id = r.daily_id
  where r.user_id = $1 and p.voided_at is null order by d.day, d.game`;

/** One row: the days of a person's tries that brought a card home, of which a streak is made. */
const DAYS_PLAYED = `
  select coalesce(array_agg(distinct d.day), '{}') as days
  from results r join plays p on p.id = r.play_id join dailies d on d.id = r.daily_id
  where r.user_id = $1 and r.cards_home > 0 and p.voided_at is null`;

const periodRows = `
  t.user_id as "playerId", case when u.name_hidden_at is null then u.name end as name,
  t.won, t.played, t.percentiles::float8 / 100 as percentiles`;

const PERIOD_TOP = `
  select ${periodRows} from period_totals t join users u on u.id = t.user_id
  where t.game = $1 and t.week = $2 and t.played > 0
  order by t.won desc, t.percentiles desc, t.user_id limit $3`;

const PERIOD_OWN = `
  select ${periodRows}, 1 + (
    select count(*) from period_totals o
    where o.game = $1 and o.week = $2 and o.played > 0
      and (o.won > t.won or o.won = t.won and o.percentiles > t.percentiles)
  )::int as place
  from period_totals t join users u on u.id = t.user_id
  where t.game = $1 and t.week = $2 and t.user_id = $3 and t.played > 0`;

/** The dailies of so many days up to one, newest first: figures from the counts, the best listed time from the index. */
const ARCHIVE = `
  select d.day, d.game, deal.variant, deal.verdict = 'won' as proved, deal.difficulty,
    c.tries, c.won, best.ms as "bestMs", mine.ending as mine
  from dailies d join deals deal on deal.id = d.deal_id
  cross join lateral (
    select coalesce(sum(n), 0)::float8 as tries,
      coalesce(sum(n) filter (where is_won), 0)::float8 as won
    from (
      select n, bucket < ${UNFINISHED} / ${ladders.all.coarse} as is_won from board_counts
      where daily_id = d.id and ladder = 'all' and level = 0
      union all
      select delta, key < ${UNFINISHED} from board_changes where daily_id = d.id and ladder = 'all'
    ) n
  ) c
  left join lateral (
    select (fastest / 10000)::float8 as ms from results
    where daily_id = d.id and standing = 2 and fastest < ${UNFINISHED} order by fastest limit 1
  ) best on true
  left join plays mine on mine.daily_id = d.id and mine.user_id = $3 and mine.ranked
  where d.day <= $1 and d.day > $1 - $2::int
  order by d.day desc, d.game`;

/** So many changes at most. */
export const FOLDED_AT_ONCE = 20_000;

/** Folds pending changes into the counts, in one statement: a reader finds each change in exactly one of the two. */
const FOLD = `
  with taken as (
    delete from board_changes where id in (
      select id from board_changes order by id limit ${FOLDED_AT_ONCE} for update skip locked)
    returning daily_id, ladder, key, delta
  ), sums as (
    select daily_id, ladder, level, bucket, sum(delta) as n
    from taken join (values ${Object.entries(ladders)
      .map(([ladder, { coarse, fine }]) => `('${ladder}', 0, ${coarse}), ('${ladder}', 1, ${fine})`)
      .join(', ')}) as l(name, level, width) on l.name = ladder
    cross join lateral (select (key / width)::int as bucket) b
    group by 1, 2, 3, 4 having sum(delta) <> 0
  ), folded as (
    insert into board_counts (daily_id, ladder, level, bucket, n)
    select daily_id, ladder, level, bucket, n from sums order by 1, 2, 3, 4
    on conflict (daily_id, ladder, level, bucket) do update set n = board_counts.n + excluded.n
  )
  select count(*)::int as n from taken`;

/** The statements; of one daily `$1` and one person `$2`, where they are about a daily and a person. */
export const statements = {
  top: (board: BoardName, limit: number): string => topOf(ladders[board], limit),
  mine: { fastest: mineOf('fastest'), fewest: mineOf('fewest') },
  people: { fastest: peopleOf('fastest'), fewest: peopleOf('fewest') },
  before: { fastest: beforeOf('fastest'), fewest: beforeOf('fewest'), all: beforeOf('all') },
  buckets: bucketsOf(1, ladders.all.fine),
  times: bucketsOf(0, ladders.all.coarse),
  totals: TOTALS,
  own: OWN,
  endedTries: ENDED_TRIES,
  daysPlayed: DAYS_PLAYED,
  periodTop: PERIOD_TOP,
  periodOwn: PERIOD_OWN,
  archive: ARCHIVE,
  lastDayUpTo: 'select max(day) as day from dailies where day <= $1',
  fold: FOLD,
} as const;
