import { COUNTDOWN_MS, LISTED_RACES_MAX } from '@same-deal/protocol';
import type { RatingChange } from '@same-deal/protocol';
import { escapeLiteral } from 'pg';
import type { PoolClient } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { withinBoundByDriver } from '../bounds.ts';
import type { Database, OpenDatabase } from '../database.ts';
import type { DealUse } from '../../deal/is-live.ts';
import { partners } from '../../race/partners.ts';
import { askedOf, isRated, OPEN_LIMIT_MS, raceValue } from '../../race/race.ts';
import type { Race } from '../../race/race.ts';
import type { RaceStore, StoredRace } from '../../race/ports.ts';
import type { LineRace } from '../../race/series.ts';
import { isProvisional, shownRating } from '../../rating/rating.ts';
import { dealRow } from '../deal/deal-pool.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import { lockedPlays, storeEnds } from '../play/plays.ts';
import { nudging } from '../nudge/planning.ts';
import { prepared } from '../prepared.ts';
import { readTogether } from '../read-together.ts';
import { hasLostItsNode, lockRatings, rateSettled } from './ratings.ts';
import { thereIfStill } from './seats.ts';
import { inTransaction, inTransactionByDriver } from '../transaction.ts';

interface RaceRow {
  readonly id: string;
  readonly code: string;
  readonly at: string | null;
  readonly version: number;
  readonly value: unknown;
  readonly rematchCode: string | null;
  /** The players of the race before; null if it is no rematch. */
  readonly former: Race['players'] | null;
  readonly names: Record<string, string>;
  readonly ratings: Record<string, RatingRow> | null;
}

interface LineRow extends Omit<LineRace, 'race'> {
  readonly at: string;
  readonly value: unknown;
}

/** How a race has changed one rating. */
interface RatingRow {
  readonly before: number;
  readonly after: number;
  readonly races: number;
}

const changeOf = ({ before, after, races }: RatingRow): RatingChange => ({
  before: shownRating({ mu: before }),
  after: shownRating({ mu: after }),
  provisional: isProvisional(races),
});
/** Whose page is seen has been shown a table by then, and has said so. */
const SHOWN_WITHIN_MS = 15_000;
/** So long after its start a race is not lost yet for somebody who comes. */
const WORTH_A_NUDGE_MS = 2 * 60_000;
/** How many races of one line are read at most, the last ones. */
const LINE_MOST = 100;

/** The deal of a race, and what `isLive` needs about it. */
export interface RaceDeal {
  readonly variant: string;
  readonly pack: readonly number[];
  readonly salt: Uint8Array;
  readonly commitment: Uint8Array;
  readonly use: DealUse;
}

/** Inserts users for the sparring partners among the players: every play refers to a user. */
async function seatPartners(
  prisma: Pick<Database, 'user'>,
  playerIds: readonly string[],
): Promise<void> {
  const data = Object.values(partners)
    .filter(({ id }) => playerIds.includes(id))
    .map(({ id, name }) => ({ id, name, email: `${id}@partners.invalid`, role: 'partner' }));
  if (data.length > 0) await prisma.user.createMany({ data, skipDuplicates: true });
}

/**
 * Selects races as a `RaceRow`. Names are joined, not stored with the seats: renaming changes no race. By an array of ids,
 * as the planner, which cannot know how few seats there are, would read all users for a join with them.
 * @param races the table, or what a statement has just changed of it
 */
const rowsOf = (races: string) => `
select r.id, r.code, r.at, r.version, r.value, m.code as "rematchCode",
  (select f.value->'players' from races f where f.id = r.rematch_of) as former, (
  select coalesce(jsonb_object_agg(u.id,
    case when u.name_hidden_at is null then u.name else ${escapeLiteral(HIDDEN_NAME)} end), '{}')
  from users u where u.id = any(array(
    select seat->>'id' from jsonb_array_elements(r.value->'players') seat))) as names,
  case when r.settled_at is not null then (
    select jsonb_object_agg(c.user_id,
      jsonb_build_object('before', c.mu_before, 'after', c.mu, 'races', c.races))
    from rating_changes c where c.race_id = r.id) end as ratings
from ${races} r left join races m on m.rematch_of = r.id`;

const FIND = `${rowsOf('races')}
where r.code = any($1::text[])`;

/**
 * Selects lines of rematches as `LineRow`s, the last races of each, in the order in which they were opened. The races of
 * each line are looked up by themselves, so that one statement can read several lines.
 */
const LINES = `
select line.at, r.code, r.value, (
  select coalesce(jsonb_agg(jsonb_build_object('playId', p.id, 'personId', p.user_id,
    'name', case when u.name_hidden_at is null then u.name else ${escapeLiteral(HIDDEN_NAME)} end,
    'ending', p.ending, 'moves', coalesce(p.moves, 0), 'cardsHome', coalesce(p.cards_home, 0),
    'cardsHomeAtMs', coalesce(p.cards_home_at_ms, 0), 'elapsedMs', coalesce(p.elapsed_ms, 0))), '[]')
  from plays p join users u on u.id = p.user_id
  where p.race_id = r.id and p.ending is not null and p.user_id <> all($2::text[])) as results
from unnest($1::text[]) as line(at) cross join lateral (
  select id, code, value, created_at from races where code = line.at or races.at = line.at
  order by created_at desc limit ${LINE_MOST}) r
order by r.created_at`;

/** Before the limit: else what one host has opened and left would crowd out every race. */
const LISTED = `
select code, value, "hostName" from (
  select distinct on (r.value->>'hostId') r.code, r.value, r.created_at,
    case when u.name_hidden_at is null then u.name else $2 end as "hostName"
  from races r join users u on u.id = r.value->>'hostId'
  where r.settled_at is null and r.value #>> '{settings,listed}' = 'true'
    and r.created_at > to_timestamp($3::float8 / 1000) - interval '6 hours'
    and coalesce((r.value #>> '{start,closesAt}')::float8 > $3,
      r.value->>'emptySince' is null and r.value->'players' <> '[]'
        and (r.value->>'createdAt')::float8 >= $3 - ${OPEN_LIMIT_MS})
    and not exists (
      select from jsonb_array_elements(r.value->'players') seat join blocks b
        on (b.blocker_id, b.blocked_id) in ((seat->>'id', $1), ($1, seat->>'id')))
  order by r.value->>'hostId', r.created_at desc) newest
order by created_at desc limit ${LISTED_RACES_MAX}`;

/** Compare-and-set on the version. */
const REPLACE = `
with changed as (
  update races set value = $3::jsonb, version = version + 1, updated_at = now()
  where id = $1::uuid and version = $2
  returning *
)
${rowsOf('changed')}`;

/** A statement may change nothing, and says why. */
type OrNothing<Row> = Row | { readonly [Column in keyof Row]: null };

function storedFrom(row: RaceRow, race = raceValue.parse(row.value)): StoredRace {
  return {
    ...row,
    at: row.at ?? row.code,
    asked: askedOf(row.former ?? []),
    race,
    names: new Map(Object.entries(row.names)),
    ratings: new Map(
      Object.entries(row.ratings ?? {}).map(([id, rating]) => [id, changeOf(rating)]),
    ),
  };
}

/** The lobby of the same host for the same circle, as it was opened after that. */
const openedSince = (
  client: Pick<PoolClient, 'query'>,
  { hostId, circleId, settings }: Race,
  since: number,
): Promise<{ code: string }[]> =>
  prepared(
    client,
    'opened-since',
    Prisma.sql`
    select code from races
    where deal_id is null and value->'players' @> ${JSON.stringify([{ id: hostId }])}::jsonb
      and value->>'hostId' = ${hostId} and value->>'circleId' = ${circleId}
      and value->'settings' = ${JSON.stringify(settings)}::jsonb
      and (value->>'createdAt')::float8 > ${since}
    order by created_at desc limit 1`,
  );

/** The one row of a statement. */
const oneRow = async <Row extends object>(
  client: Pick<PoolClient, 'query'>,
  statement: { readonly text: string; readonly values: unknown[]; readonly name?: string },
): Promise<Row> => (await client.query<Row>(statement)).rows[0]!;

export function racesRepository({ prisma, pool }: Pick<OpenDatabase, 'prisma' | 'pool'>) {
  /**
   * Compare-and-set on the version.
   * @returns false if the stored version is another one by now
   */
  const replaceIn = async (
    db: Pick<Database, 'race'>,
    { id, version }: { id: string; version: number },
    race: Race,
    more: Prisma.RaceUpdateManyMutationInput & { dealId?: string } = {},
  ): Promise<boolean> => {
    const { count } = await db.race.updateMany({
      where: { id, version },
      data: { ...more, value: race, version: { increment: 1 } },
    });
    return count === 1;
  };

  const findRow = readTogether(async (codes) => {
    const query = { name: 'find-races', text: FIND, values: [codes] };
    const { rows } = await pool.query<RaceRow>(query);
    return new Map(rows.map((row) => [row.code, row]));
  });

  const line = readTogether(async (lines) => {
    const values = [lines, Object.values(partners).map(({ id }) => id)];
    const { rows } = await pool.query<LineRow>({ name: 'race-lines', text: LINES, values });
    const races = rows.map(({ value, ...row }) => ({ ...row, race: raceValue.parse(value) }));
    return new Map(lines.map((at) => [at, races.filter((one) => one.at === at)]));
  });

  const store: RaceStore = {
    async listed(reader, now) {
      const { rows } = await pool.query<{ code: string; value: unknown; hostName: string }>({
        name: 'listed-races',
        text: LISTED,
        values: [reader, HIDDEN_NAME, now],
      });
      return rows.map(({ value, ...row }) => ({ ...row, race: raceValue.parse(value) }));
    },

    async find(code) {
      const row = await findRow(code);
      return row ? storedFrom(row) : null;
    },

    async withSeat(codes, personId) {
      const rows = await prisma.$queryRaw<{ code: string }[]>`
        select code from races where code = any(${codes})
          and value->'players' @> ${JSON.stringify([{ id: personId }])}::jsonb`;
      return rows.map(({ code }) => code);
    },

    lineOf: async (at) => (await line(at)) ?? [],

    async dropRematch({ id }, code) {
      await prisma.race.updateMany({
        where: { code, rematchOf: id },
        data: { rematchOf: null, at: null },
      });
    },

    create: (code, race, former, by, since) =>
      withinBoundByDriver(pool, 'lobbies', by, async (client, room) => {
        const [same] = since === undefined ? [] : await openedSince(client, race, since);
        if (same) return same;
        // A rematch changes what clients see of the former race, so its version must change.
        const { text, values } = Prisma.sql`
          with ${room}, ${thereIfStill(by)}, created as (
            insert into races (code, version, value, rematch_of, at)
            select ${code}, 1, ${JSON.stringify(race)}::jsonb, ${former?.id ?? null}::uuid,
              ${former?.at ?? null}
            where exists (select from room) and exists (select from there)
            on conflict do nothing
            returning id
          ), succeeded as (
            update races set version = version + 1, updated_at = now()
            where id = ${former?.id ?? null}::uuid and exists (select from created)
          )
          select exists (select from room) as "hasRoom", exists (select from there) as "isThere",
            exists (select from created) as "isCreated"`;
        type Row = { hasRoom: boolean; isThere: boolean; isCreated: boolean };
        const row = await oneRow<Row>(client, { name: 'create-race', text, values });
        return !row.hasRoom ? 'too-many' : row.isThere ? row.isCreated : 'gone';
      }),

    async replace({ id, version }, race) {
      const values = [id, version, JSON.stringify(race)];
      const query = { name: 'replace-race', text: REPLACE, values };
      const { rows } = await pool.query<RaceRow>(query);
      return rows[0] ? storedFrom(rows[0], race) : null;
    },

    seat: ({ id, version }, race, newcomer) =>
      withinBoundByDriver(pool, 'lobbies', newcomer, async (client, room) => {
        const { text, values } = Prisma.sql`
          with ${room}, ${thereIfStill(newcomer)}, changed as (
            update races set value = ${JSON.stringify(race)}::jsonb, version = version + 1,
              updated_at = now()
            where id = ${id}::uuid and version = ${version}
              and exists (select from room) and exists (select from there)
            returning *
          )
          select exists (select from room) as "hasRoom", exists (select from there) as "isThere",
            seated.*
          from (select) one left join (${Prisma.raw(rowsOf('changed'))}) seated on true`;
        type Row = OrNothing<RaceRow> & { readonly hasRoom: boolean; readonly isThere: boolean };
        const row = await oneRow<Row>(client, { name: 'seat', text, values });
        if (!row.hasRoom) return 'too-many';
        if (!row.isThere) return 'gone';
        return row.id === null ? null : storedFrom(row, race);
      }),

    async start(stored, race, deal, by, absent, present) {
      if (!race.start) return null;
      const { plays, startsAt, closesAt } = race.start;
      await seatPartners(prisma, Object.keys(plays));
      const row = dealRow(deal, race.ghostOf ? 'ghost' : 'race');
      const seats = Prisma.sql`
        unnest(${Object.values(plays)}::uuid[], ${Object.keys(plays)}::text[]) as seat(id, user_id)`;
      const value = JSON.stringify(race);
      // Who has no account now is not rated later either.
      const noted = isRated(race)
        ? Prisma.sql`jsonb_set(${value}::jsonb, '{start,guests}', (
            select coalesce(jsonb_agg(seat.id), '[]') from ${seats}
            join users u on u.id = seat.user_id and u.is_anonymous))`
        : Prisma.sql`${value}::jsonb`;
      const start = async (client: PoolClient, room: Prisma.Sql) => {
        // With parameters: PostgreSQL would log the text of a statement that fails, and the pack in it (P2).
        type Row = OrNothing<RaceRow> & { readonly hasRoom: boolean; readonly isWished: boolean };
        const started = await oneRow<Row>(
          client,
          Prisma.sql`
            with ${room}, started as (
              update races set value = ${noted}, deal_id = ${row.id}::uuid, version = version + 1,
                updated_at = now()
              where id = ${stored.id}::uuid and version = ${stored.version}
                and exists (select from room)
              returning *
            ), dealt as (
              insert into deals (id, variant, kind, pack, salt, commitment, copy_of, verdict,
                difficulty, grading_version, solution, shortest)
              select ${row.id}::uuid, ${row.variant}, ${row.kind}, ${row.pack}::bytea,
                ${row.salt}::bytea, ${row.commitment}::bytea, ${row.copyOf ?? null}::uuid,
                ${row.verdict ?? null}, ${row.difficulty ?? null}::int,
                ${row.gradingVersion ?? null}::int, ${row.solution ?? null}::bytea,
                ${row.shortest ?? false}::boolean
              from started
            ), seated as (
              insert into plays (id, user_id, deal_id, race_id, undo, starts_at, closes_at)
              select seat.id, seat.user_id, ${row.id}::uuid, started.id, ${race.settings.undo},
                ${new Date(startsAt)}::timestamptz, ${new Date(closesAt)}::timestamptz
              from started, ${seats}
            )
            select exists (select from room) as "hasRoom", exists (select from nudge_settings w
                where w.user_id = any(${[...absent, ...present]}::text[])
                  and 'race-begins' = any(w.kinds)) as "isWished", begun.*
            from (select) one left join (${Prisma.raw(rowsOf('started'))}) begun on true`,
        );
        if (!started.hasRoom) return 'too-many';
        if (started.id === null) return null;
        if (!started.isWished) return storedFrom(started);
        const now = startsAt - COUNTDOWN_MS;
        // In one, for all are locked in one order, however two starts divide the same people.
        const statements = nudging({
          kind: 'race-begins',
          subject: stored.code,
          to: [...absent, ...present],
          aboutId: null,
          now,
          dueAt: now,
          later: { to: present, dueAt: startsAt + SHOWN_WITHIN_MS },
          expiresAt: startsAt + WORTH_A_NUDGE_MS,
        });
        for (const statement of statements) await client.query(statement);
        return storedFrom(started);
      };
      return by === null
        ? inTransactionByDriver(pool, (client) => start(client, Prisma.sql`room as (select)`))
        : withinBoundByDriver(pool, 'races', by, start);
    },

    async noteShown({ id }, playId, afterMs) {
      await prisma.play.updateMany({
        where: { id: playId, shownAfterMs: null, race: { id, settledAt: null } },
        data: { shownAfterMs: afterMs },
      });
    },

    async noteOutage(code) {
      // With a new version: nobody who has read the race before writes over it.
      await prisma.$executeRaw`
        update races set version = version + 1, value = value || '{"outage": true}'
        where code = ${code} and settled_at is null and value #>> '{settings,rated}' = 'true'
          and value->'outage' is distinct from 'true'`;
    },

    async noteNode(code, node) {
      await prisma.$executeRaw`
        update races set version = version + 1, value = jsonb_set(value, '{start,laterNodes}',
          coalesce(value #> '{start,laterNodes}', '[]') || to_jsonb(${node}::text))
        where code = ${code} and settled_at is null and value #>> '{settings,rated}' = 'true'
          and value #>> '{start,node}' is distinct from ${node}
          and not coalesce(value #> '{start,laterNodes}', '[]') @> to_jsonb(${node}::text)`;
    },

    async close(stored, race) {
      const closed = await inTransaction(prisma, async (tx) => {
        // Plays before their race: the order in which settling locks them.
        await tx.$queryRaw`
          select id from plays where race_id = ${stored.id}::uuid order by id for update`;
        const { start } = race;
        if (!start || !(await replaceIn(tx, stored, race))) return undefined;
        await tx.play.updateMany({
          where: { raceId: stored.id, endedAt: null },
          data: { closesAt: new Date(start.closesAt) },
        });
        return true;
      });
      return closed ?? false;
    },

    async settle(stored, end, hadOutage) {
      const settled = await inTransaction(prisma, async (tx) => {
        // Waits for every commit in progress, and blocks new ones, before the logs are read.
        const locked = await tx.$queryRaw<{ id: string; ended: boolean }[]>`
          select id, ended_at is not null as ended
          from plays where race_id = ${stored.id}::uuid order by id for update`;
        const { variant } = stored.race.settings;
        if (isRated(stored.race)) await lockRatings(tx, variant);
        const [{ now } = { now: new Date(0) }] = await tx.$queryRaw<{ now: Date }[]>`
          select clock_timestamp() as now`;
        const running = locked.flatMap(({ id, ended }) => (ended ? [] : [id]));
        const ends = await end(await lockedPlays(tx, running), now.getTime());
        if (!ends) return 'too-early';
        const [present] = await tx.$queryRaw<{ value: unknown }[]>`
          select value from races where id = ${stored.id}::uuid for update`;
        const noted = raceValue.parse(present?.value);
        const isVoid =
          isRated(noted) && (hadOutage || noted.outage || (await hasLostItsNode(tx, noted)));
        const [row] = await tx.$queryRaw<{ value: unknown }[]>`
          update races set version = version + 1, settled_at = ${now}, updated_at = ${now},
            value = jsonb_set(value, '{settledAt}', to_jsonb(${now.getTime()}::float8))
              || ${isVoid ? '{"outage": true}' : '{}'}::jsonb
          where id = ${stored.id}::uuid and settled_at is null
          returning value`;
        if (!row) return 'settled-before';
        await storeEnds(tx, ends);
        const race = raceValue.parse(row.value);
        if (!isVoid && isRated(race)) await rateSettled(tx, stored.id, race, now);
        return 'settled-now';
      });
      return settled ?? 'too-early';
    },
  };

  return {
    ...store,

    /** The deal of a race; null if there is no such race, or it has not been started. */
    async dealOf(code: string): Promise<RaceDeal | null> {
      const row = await prisma.race.findUnique({
        where: { code },
        select: { settledAt: true, deal: true },
      });
      if (!row?.deal?.salt || !row.deal.commitment) return null;
      const { variant, pack, salt, commitment, kind } = row.deal;
      const use = { kind, raceSettledAt: row.settledAt, dailyClosesAt: null };
      return { variant, pack: [...pack], salt, commitment, use };
    },
  };
}
