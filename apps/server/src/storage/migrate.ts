import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { projectRoot } from '../project-root.ts';
import { startupError } from '../startup-error.ts';

// The same number as Prisma's own command takes, so that the two exclude each other.
const ADVISORY_LOCK = 72707369;

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

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/**
 * Brings a database to the newest schema, keeping the books as `prisma migrate deploy` does. Safe to run from several
 * processes at once: one applies, the others wait and find nothing left to do.
 * @param url connection string of the database
 * @param folder where the migrations are
 * @returns the names of the migrations applied now, in order
 * @throws startup errors: `database-unreachable`, `migration-edited`, `migration-unknown`, `migration-failed`
 */
export async function migrate(
  url: string,
  folder = path.join(projectRoot(), 'prisma', 'migrations'),
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw startupError(
      'database-unreachable',
      `The database at ${withoutPassword(url)} cannot be reached: ${(error as Error).message || 'no answer'}.`,
      error,
    );
  }
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const { rows } = await client.query<Applied>(
      `select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null`,
    );
    checkApplied(rows, migrations);
    const done = new Set(rows.map((row) => row.migration_name));
    const applied: string[] = [];
    for (const migration of migrations) {
      if (done.has(migration.name)) continue;
      await apply(client, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    // Ending the connection gives the advisory lock back.
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const sql = readFileSync(file, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

function checkApplied(rows: readonly Applied[], migrations: readonly Migration[]): void {
  for (const row of rows) {
    const migration = migrations.find(({ name }) => name === row.migration_name);
    if (!migration) {
      throw startupError(
        'migration-unknown',
        `The database has the migration ${row.migration_name}, which this version does not know; start a newer one.`,
      );
    }
    if (row.finished_at === null) {
      throw startupError(
        'migration-failed',
        `The migration ${row.migration_name} was begun by another tool and did not finish; resolve it there first.`,
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
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       values ($1, $2, clock_timestamp(), $3, 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw startupError(
      'migration-failed',
      `The migration ${migration.name} failed and was taken back: ${(error as Error).message}`,
      error,
    );
  }
}

/** Host, port and database of a connection string: what may be shown. */
function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
