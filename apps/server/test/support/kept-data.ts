import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlayEnding, Progress } from '@same-deal/protocol';
import pg from 'pg';
import { DAY_MS, dayOfText, textOfDay } from '../../src/daily/days.ts';
import { projectRoot } from '../../src/project-root.ts';
import type { KeptPasskey } from './passkey.ts';

/** A person in the kept data, with their credentials. */
export interface KeptPerson {
  readonly id: string;
  readonly name: string;
  readonly isGuest: boolean;
  readonly cookie: string;
  readonly username?: string;
  readonly password?: string;
  readonly passkey?: KeptPasskey;
}

export interface KeptPlay {
  readonly id: string;
  /** A description for failure messages. */
  readonly what: string;
  /** Which of the people may open it. */
  readonly opener: string;
  readonly variant: string;
  readonly ending: PlayEnding | null;
  /** Null while it runs. */
  readonly elapsedMs: number | null;
  readonly entries: number;
  readonly moves: number;
  readonly undos: number;
  readonly cardsHome: number;
  readonly isFolded: boolean;
  /** A digest of codes, times and turned-up cards; see `digestOf` in the test. */
  readonly logDigest: string;
}

interface Standings {
  readonly unrated: boolean;
  readonly players: readonly {
    readonly id: string;
    readonly name: string;
    readonly playId: string;
    readonly progress: Progress;
  }[];
}

/** What an earlier version returned for its data, with the credentials of its people. */
export interface Kept {
  readonly takenAt: string;
  readonly migrations: readonly string[];
  readonly people: Readonly<Record<string, KeptPerson>>;
  readonly secondCookieOfAnna: string;
  /** Race codes. */
  readonly races: Readonly<
    Record<'won' | 'capped' | 'settled' | 'rematch' | 'lobby' | 'running', string>
  >;
  /** Ids of running plays. */
  readonly live: Readonly<Record<'annaDaily' | 'benDaily' | 'annaRace' | 'benRace', string>>;
  readonly days: Readonly<Record<'closed' | 'today', string>>;
  readonly plays: readonly KeptPlay[];
  readonly standings: Readonly<Record<'won' | 'capped' | 'settled', Standings>>;
  readonly commitments: Readonly<Record<'won' | 'capped' | 'settled' | 'running', string>>;
  /** Everybody's try at the Bisley of the closed day. */
  readonly tries: Readonly<Record<string, object>>;
  /** The boards of the closed day. */
  readonly boards: readonly {
    readonly game: string;
    readonly board: string;
    readonly listed: number;
    readonly tries: number;
    readonly top: readonly object[];
  }[];
  readonly periods: readonly {
    readonly game: string;
    readonly period: string;
    readonly rows: readonly object[];
  }[];
  readonly tallies: Readonly<Record<string, readonly object[]>>;
  readonly moderation: readonly object[];
}

interface RaceTimes {
  createdAt: number;
  emptySince: number | null;
  settledAt: number | null;
  start: { startsAt: number; closesAt: number } | null;
}

/**
 * Fills a database as an earlier version left it, with the migrations of that version only. Times are shifted as if it
 * had been left within the last day; see the README beside the data.
 * @param url an empty database, with a user who may disable triggers
 * @param name the folder of the data below `test/kept`
 * @returns what was recorded with the data, with its days shifted too
 */
export async function loadKeptData(url: string, name: string): Promise<Kept> {
  const folder = fileURLToPath(new URL(`../kept/${name}`, import.meta.url));
  const kept = JSON.parse(readFileSync(path.join(folder, 'kept.json'), 'utf8')) as Kept;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const migration of kept.migrations) {
      const file = path.join(projectRoot(), 'prisma', 'migrations', migration, 'migration.sql');
      await client.query(readFileSync(file, 'utf8'));
    }
    await client.query('begin');
    // No triggers: the rows that they derive are in the data too.
    await client.query('set local session_replication_role = replica');
    await client.query(readFileSync(path.join(folder, 'data.sql'), 'utf8'));
    const { rows } = await client.query<{ ms: number }>(
      'select (extract(epoch from now()) * 1000)::float8 as ms',
    );
    const passedMs = rows[0]!.ms - Date.parse(kept.takenAt);
    const days = Math.floor(passedMs / DAY_MS);
    await moveDays(client, days);
    await moveRaces(client, days * DAY_MS, passedMs);
    await client.query('commit');
    const moved = (day: string) => textOfDay(dayOfText(day) + days);
    return { ...kept, days: { closed: moved(kept.days.closed), today: moved(kept.days.today) } };
  } finally {
    await client.end();
  }
}

/** Shifts every time and day, except those within the values of races. */
async function moveDays(client: pg.Client, days: number): Promise<void> {
  const { rows: tables } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text) as columns
     from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone'
       and table_name <> '_prisma_migrations'
     group by table_name`,
  );
  for (const { table, columns } of tables) {
    const moved = columns.map((column) => `${column} = ${column} + $1::int * interval '24 hours'`);
    await client.query(`update ${table} set ${moved.join(', ')}`, [days]);
  }
  // Via negative numbers: updated row by row, a day would collide with the next one, which is not shifted yet.
  await client.query('update dailies set day = -(day + $1)', [days]);
  await client.query('update dailies set day = -day');
  await client.query(
    `update deals set source = 'daily/' || (substring(source from 7)::date + $1::int)
     where source like 'daily/%'`,
    [days],
  );
  // All settled results are of one day, so all weekly totals are of its week.
  await client.query(
    `update period_totals set week = (select distinct (day + 3) / 7 from dailies
       where settled_at is not null and id in (select daily_id from results))
     where week >= 0`,
  );
}

/**
 * Shifts the times within the values of races.
 * @param daysMs how far the columns have been shifted
 * @param passedMs how far to shift races that are open or running, columns included
 */
async function moveRaces(client: pg.Client, daysMs: number, passedMs: number): Promise<void> {
  const { rows: races } = await client.query<{ id: string; value: RaceTimes }>(
    'select id, value from races',
  );
  for (const { id, value } of races) {
    const isSettled = value.settledAt !== null;
    const by = isSettled ? daysMs : Math.floor(passedMs);
    const { createdAt, emptySince, settledAt, start } = value;
    const moved: RaceTimes = {
      ...value,
      createdAt: createdAt + by,
      emptySince: emptySince === null ? null : emptySince + by,
      settledAt: settledAt === null ? null : settledAt + by,
      start: start && { ...start, startsAt: start.startsAt + by, closesAt: start.closesAt + by },
    };
    await client.query('update races set value = $2 where id = $1', [id, JSON.stringify(moved)]);
    if (isSettled) continue;
    const more = `$2::float8 * interval '1 millisecond'`;
    await client.query(
      `update races set created_at = created_at + ${more}, updated_at = updated_at + ${more} where id = $1`,
      [id, by - daysMs],
    );
    await client.query(
      `update plays set starts_at = starts_at + ${more}, closes_at = closes_at + ${more},
         ended_at = ended_at + ${more} where race_id = $1`,
      [id, by - daysMs],
    );
  }
}
