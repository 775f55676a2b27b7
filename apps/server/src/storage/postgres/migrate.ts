import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { projectRoot } from '../../project-root.ts';
import { startupError } from '../../startup-error.ts';
import { connectTo } from './connect.ts';

// The same number as Prisma's own command takes, so that the two exclude each other.
const ADVISORY_LOCK = 72707369;
const LOCK_AGAIN_AFTER_MS = 100;
const SAY_AFTER_TRIES = 30;
/** Bounded, as every later query on the table queues behind a migration that waits for its lock. */
const LOCK_TIMEOUT_MS = 10_000;

const MIGRATIONS_TABLE = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/** A migration's name and the SHA-256 of its file, in hex. */
export interface MigrationLevel {
  readonly name: string;
  readonly checksum: string;
}

interface Migration extends MigrationLevel {
  readonly sql: string;
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

export interface MigrateOptions {
  /** Where the migrations are. */
  readonly folder?: string;
  /** The last migration to apply; all if not given. */
  readonly upTo?: string;
  /** Applies nothing, but fails if a migration is missing. */
  readonly checksOnly?: boolean;
  /** Called where another process has been migrating for seconds, as one may that has lost whoever had started it. */
  readonly onWait?: (message: string) => void;
}

/** Where the project keeps its migrations. */
export const migrationsFolder = (): string => path.join(projectRoot(), 'prisma', 'migrations');

/**
 * Whether a migration removes or changes what earlier versions may use. Its name says so, as the name is all that an
 * earlier version finds in the database. Every other migration only adds.
 */
export const isContract = (name: string): boolean => /^\d+_contract_/.test(name);

/**
 * Whether it runs without a transaction around it: it builds indexes while the service runs, which PostgreSQL refuses
 * inside one, or commits batches of its own.
 */
const runsAlone = (sql: string): boolean => /\bconcurrently\b|^\s*commit;/im.test(sql);

/**
 * Migrates a database to the newest schema, recording it as `prisma migrate deploy` does. Safe to run from several
 * processes at once: one applies, the others wait and find nothing left to do. Additions of a newer version are ignored,
 * so that two versions may run side by side.
 * @param url connection string of the database
 * @returns the names of the migrations applied now, in order
 * @throws startup errors: `database-unreachable`, `migration-edited`, `migration-unknown`, `migration-failed`,
 *   `migration-missing`
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder(), upTo, checksOnly = false, onWait } = options;
  const migrations = readMigrations(folder);
  const client = await connectTo(url);
  try {
    await lock(client, onWait);
    // A node that only looks may not be allowed to create anything.
    if (!checksOnly) await client.query(MIGRATIONS_TABLE);
    const rows = await appliedIn(client);
    checkApplied(rows, migrations);
    const done = new Set(rows.map((row) => row.migration_name));
    const missing = migrations.filter(
      ({ name }) => !done.has(name) && (upTo === undefined || name <= upTo),
    );
    if (checksOnly && missing.length > 0) throw missingMigrations(missing);
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    // Ending the connection releases the advisory lock.
    await client.end();
  }
}

async function appliedIn(client: pg.Client): Promise<Applied[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('_prisma_migrations')::text as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<Applied>(
    `select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null`,
  );
  return rows;
}

/** The migrations of a folder, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const sql = readFileSync(file, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Polls: a session that waited inside PostgreSQL would block indexes that are built concurrently. */
async function lock(client: pg.Client, onWait?: (message: string) => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [ADVISORY_LOCK],
    );
    if (rows[0]?.mine) return;
    if (tries === SAY_AFTER_TRIES) {
      onWait?.(
        'The schema waits for another process that migrates this database; pg_stat_activity shows which.',
      );
    }
    await sleep(LOCK_AGAIN_AFTER_MS);
  }
}

function checkApplied(rows: readonly Applied[], migrations: readonly Migration[]): void {
  for (const row of rows) {
    const migration = migrations.find(({ name }) => name === row.migration_name);
    if (row.finished_at === null) {
      throw startupError(
        'migration-failed',
        `The migration ${row.migration_name} was begun by another tool and did not finish; resolve it there first.`,
      );
    }
    if (!migration) {
      if (!isContract(row.migration_name)) continue;
      throw startupError(
        'migration-unknown',
        `The database has the migration ${row.migration_name}, which this version does not know, and which takes ` +
          'away what it may need; start a newer one.',
      );
    }
    if (row.checksum !== migration.checksum) {
      throw startupError(
        'migration-edited',
        `The migration ${row.migration_name} was changed after it had been applied; restore its file.`,
      );
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration;
  const isAlone = runsAlone(sql);
  try {
    if (isAlone) await dropInvalidIndexes(client, sql);
    else await client.query('begin');
    await client.query(`set lock_timeout = ${isAlone ? 0 : LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       values ($1, $2, clock_timestamp(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    if (!isAlone) await client.query('commit');
  } catch (error) {
    if (!isAlone) await client.query('rollback').catch(() => undefined);
    throw startupError(
      'migration-failed',
      `The migration ${name} failed and ${isAlone ? 'begins again at the next start' : 'was taken back'}: ${(error as Error).message}`,
      error,
    );
  }
}

/** Drops the invalid indexes that an interrupted concurrent build has left, so that it can be repeated. */
async function dropInvalidIndexes(client: pg.Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) {
    if (sql.includes(`"${name}"`)) await client.query(`drop index concurrently "${name}"`);
  }
}

const missingMigrations = (missing: readonly Migration[]) =>
  startupError(
    'migration-missing',
    `The database lacks ${missing.map(({ name }) => name).join(', ')}: run "pnpm ops migrate" first.`,
  );
