/** What the pages of a circle show: a statement each, as a page's reader waits for every one. */
import type { QueryResultRow } from 'pg';
import type { CirclePage, CircleRace, CircleResults, CircleStore } from '../../circle/ports.ts';
import type { CircleDuplicate, CircleTries, CircleTry, SeenCircle } from '../../circle/ports.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { partners } from '../../race/partners.ts';
import { raceValue } from '../../race/race.ts';
import type { OpenDatabase } from '../database.ts';
import { prepared } from '../prepared.ts';
import { dateOfRow, datesAfter } from './dates.ts';
import type { DateRow } from './dates.ts';
import { circleColumns, circleOf, ms, shownName } from './rows.ts';
import type { CircleRow } from './rows.ts';

const MATES = Object.values(partners).map(({ id }) => id);

type SeenRow = CircleRow & { readonly avoided: readonly string[] };

const seenOf = (row: SeenRow): SeenCircle => ({
  stored: circleOf(row),
  avoided: new Set(row.avoided),
});

/** Of one of its members, and what they see of it; no row for anybody else. */
const seenColumns = (personId: string) => Prisma.sql`
  ${circleColumns}, array(
    select b.blocked_id from blocks b where b.blocker_id = ${personId}
    union all select b.blocker_id from blocks b where b.blocked_id = ${personId}) as avoided`;
const seenBy = (id: string, personId: string) => Prisma.sql`
  c.id = ${id}::uuid and exists (
    select from circle_members m
    where m.circle_id = c.id and m.user_id = ${personId} and m.left_at is null)`;

/** People by their place in a list, from 0. */
const listed = (personIds: readonly string[]) =>
  Prisma.sql`(select id, n - 1 from unnest(${personIds}::text[]) with ordinality as one(id, n)) m(id, n)`;
/** Everybody who is or was in `circles c`, in their order. */
const EVERYBODY = Prisma.sql`(
  select user_id, row_number() over (order by joined_at, user_id) - 1
  from circle_members where circle_id = c.id) m(id, n)`;

/**
 * By the index of people's results, once a person for all these dailies: the planner would read all tries of some days, or
 * all of these people.
 * @param dailies by columns of `dailies d`
 */
const countedTries = (people: Prisma.Sql, dailies: Prisma.Sql) => Prisma.sql`
  from ${people}
  cross join lateral (
    select * from results r
    where r.user_id = m.id and r.daily_id = any(array(select d.id from dailies d where ${dailies}))
      and r.standing >= 1 offset 0) r
  join dailies d on d.id = r.daily_id and ${dailies}`;

/** Tries of a daily, column by column: as objects they take the database twice as long, and the service. */
type TriesRow = readonly [
  day: number,
  game: string,
  who: readonly number[],
  keys: readonly number[],
];
/** With what is shown of them. */
type ResultsRow = readonly [
  ...TriesRow,
  playIds: readonly (string | null)[],
  endings: readonly CircleTry['ending'][],
  elapsedMs: readonly number[],
  moves: readonly number[],
  undos: readonly number[],
  cardsHome: readonly number[],
];
type NothingShown = readonly [...TriesRow, ...(null | undefined)[]];

/**
 * @param dailies those that are read
 * @param shown those of them whose results are shown; of the others as much as points need
 * @param plays whose plays are told
 */
const resultsAt = (
  people: Prisma.Sql,
  dailies: Prisma.Sql,
  shown: Prisma.Sql,
  plays: Prisma.Sql,
) => Prisma.sql`(
  select coalesce(json_agg(json_build_array(one.day, one.game, one.who, one.keys, one.plays, one.endings,
    one.elapsed, one.moves, one.undos, one.cards)), '[]')
  from (
    select d.day, d.game, array_agg(m.n) as who, array_agg(r.fastest) as keys,
      array_agg(case when ${plays} then r.play_id end) filter (where ${shown}) as plays,
      array_agg(coalesce(r.ending, 'cap')) filter (where ${shown}) as endings,
      array_agg(coalesce(r.elapsed_ms, 0)) filter (where ${shown}) as elapsed,
      array_agg(coalesce(r.moves, 0)) filter (where ${shown}) as moves,
      array_agg(coalesce(r.undos, 0)) filter (where ${shown}) as undos,
      array_agg(coalesce(r.cards_home, 0)) filter (where ${shown}) as cards
    ${countedTries(people, dailies)} group by d.day, d.game) one)`;

const triesOfRow = (
  personIds: readonly string[],
  [day, game, who, keys]: TriesRow | ResultsRow | NothingShown,
): CircleTries => ({
  ...{ day, game },
  tries: who.map((n, index) => ({ personId: personIds[n]!, key: keys[index]! })),
});

const resultsOfRow = (personIds: readonly string[], row: ResultsRow): CircleResults => {
  const [day, game, who, keys, playIds, endings, elapsedMs, moves, undos, cardsHome] = row;
  const tries = who.map((n, at) => ({
    personId: personIds[n]!,
    key: keys[at]!,
    playId: playIds[at]!,
    ending: endings[at]!,
    elapsedMs: elapsedMs[at]!,
    moves: moves[at]!,
    undos: undos[at]!,
    cardsHome: cardsHome[at]!,
  }));
  return { day, game, tries };
};

/** Those first, and then what is told of each: of a year's races there are hundreds. */
const lastRaces = (id: string, limit: number) => Prisma.sql`
  select r.code, d.variant, ${ms('r.settled_at')} as "settledAt", r.value->'order' as "order",
    coalesce((r.value->>'unrated')::boolean, false) as unrated, (
    select json_agg(json_build_object(
      'personId', p.user_id, 'name', (select ${shownName} from users u where u.id = p.user_id),
      'ending', p.ending, 'moves', coalesce(p.moves, 0),
      'cardsHome', coalesce(p.cards_home, 0), 'cardsHomeAtMs', coalesce(p.cards_home_at_ms, 0),
      'elapsedMs', coalesce(p.elapsed_ms, 0)) order by p.id)
    from plays p
    where p.race_id = r.id and p.user_id <> all(${MATES})) as results
  from (
    select * from races r where r.value->>'circleId' = ${id} and r.settled_at is not null
    order by r.settled_at desc limit ${limit}) r
  join deals d on d.id = r.deal_id
  order by r.settled_at desc`;

/** Of open duplicates as many are read. */
const OPEN_MOST = 100;

/** Those that are open, the soonest to end first, and the last ones that are not. */
const duplicatesOf = (id: string, limit: number, now: number) => Prisma.sql`
  select d.code, d.opened_by as "openedBy", ${ms('d.opened_at')} as "openedAt",
    d."isClosed",
    array(
      select deal.variant from duplicate_deals x join deals deal on deal.id = x.deal_id
      where x.duplicate_id = d.id order by x.number) as variants
  from (
    select one.*, row_number() over (partition by one."isClosed"
      order by case when not one."isClosed" then one.closes_at end, one.opened_at desc) as place
    from (
      select *, settled_at is not null or closes_at <= ${new Date(now)} as "isClosed"
      from duplicates where circle_id = ${id}::uuid) one) d
  where d.place <= case when d."isClosed" then ${limit}::int else ${OPEN_MOST}::int end
  order by d."isClosed", d.place`;

const inOneColumn = (rows: Prisma.Sql) =>
  Prisma.sql`(select coalesce(json_agg(one), '[]') from (${rows}) one)`;

type PageRow = SeenRow & {
  readonly results: readonly (ResultsRow | NothingShown)[];
  readonly dates: readonly DateRow[];
  readonly races: readonly (Omit<CircleRace, 'order'> & { readonly order: unknown })[];
  readonly duplicates: readonly CircleDuplicate[];
};

type PageStore = Pick<CircleStore, 'seenBy' | 'pageOf' | 'triesOf' | 'triesBefore' | 'resultsOf'>;

export function pagesRepository(pool: OpenDatabase['pool']): PageStore {
  const read = <Row extends QueryResultRow>(name: string, statement: Prisma.Sql) =>
    prepared<Row>(pool, `circle-${name}`, statement);

  return {
    async seenBy(id, personId) {
      const seen = Prisma.sql`
        select ${seenColumns(personId)} from circles c where ${seenBy(id, personId)}`;
      const [row] = await read<SeenRow>('seen', seen);
      return row ? seenOf(row) : null;
    },

    async pageOf(id, personId, { today, dayBefore, datesAfter: after, last, now }) {
      // Not as a range: the planner would take it for longer in general, and plan anew each time, which takes as long again.
      const days = Prisma.sql`d.day in (${today}, ${dayBefore})`;
      const isToday = Prisma.sql`d.day = ${today}`;
      const results = resultsAt(EVERYBODY, days, isToday, Prisma.sql`m.id = ${personId}`);
      const page = Prisma.sql`
        select ${seenColumns(personId)}, ${results} as results,
          ${inOneColumn(datesAfter(id, after))} as dates, ${inOneColumn(lastRaces(id, last))} as races,
          ${inOneColumn(duplicatesOf(id, last, now))} as duplicates
        from circles c where ${seenBy(id, personId)}`;
      const [row] = await read<PageRow>('page', page);
      if (!row) return null;
      const [people] = row.members;
      const isShown = (one: ResultsRow | NothingShown): one is ResultsRow => one[0] === today;
      return {
        ...seenOf(row),
        results: row.results.filter(isShown).map((one) => resultsOfRow(people ?? [], one)),
        earlier: row.results
          .filter((one) => !isShown(one))
          .map((one) => triesOfRow(people ?? [], one)),
        dates: row.dates.map(dateOfRow),
        races: row.races.map(({ order, ...race }) => ({
          ...race,
          order: raceValue.shape.order.parse(order ?? undefined),
        })),
        duplicates: row.duplicates,
      } satisfies CirclePage;
    },

    async resultsOf(personIds, { day, game }) {
      const daily = Prisma.sql`d.day = ${day} and d.game = ${game}`;
      const all = Prisma.sql`true`;
      const results = Prisma.sql`select ${resultsAt(listed(personIds), daily, all, all)} as all`;
      const [row] = await read<{ all: ResultsRow[] }>('results', results);
      return (row?.all ?? []).flatMap((one) => resultsOfRow(personIds, one).tries);
    },

    async triesOf(personIds, firstDay, lastDay) {
      const tries = Prisma.sql`
        select coalesce(json_agg(json_build_array(each.day, each.game, each.who, each.keys)), '[]') as all
        from (
          select d.day, d.game, array_agg(m.n) as who, array_agg(r.fastest) as keys
          ${countedTries(listed(personIds), Prisma.sql`d.day between ${firstDay} and ${lastDay}`)}
          group by d.day, d.game) each`;
      const [row] = await read<{ all: TriesRow[] }>('tries', tries);
      return (row?.all ?? []).map((one) => triesOfRow(personIds, one));
    },

    async triesBefore(personIds, day) {
      const tries = Prisma.sql`
        with each as (
          select d.day, array_agg(m.n) as who, array_agg(r.fastest) as keys
          from ${listed(personIds)}
          cross join lateral (
            select r.daily_id, r.fastest from results r
            where r.user_id = m.id and r.standing >= 1 offset 0) r
          join dailies d on d.id = r.daily_id and d.day < ${day}
          group by d.id, d.day)
        select coalesce(json_agg(json_build_array(day, who, keys) order by day), '[]') as all from each`;
      const [row] = await read<{ all: (readonly [number, number[], number[]])[] }>(
        'tries-before',
        tries,
      );
      return row?.all ?? [];
    },
  };
}
