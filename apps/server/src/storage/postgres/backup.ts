/**
 * Backups: everything that must not be lost, as of one moment, in one compressed file. It is a logical copy, so it can be
 * taken beside the running service and restored into any PostgreSQL, with nothing but this program.
 *
 * The file is gzip around lines: a header as JSON; then for each table its name, columns and number of rows as JSON, its
 * rows as PostgreSQL's COPY writes them, and `\.`; and a last line that marks the end. The schema is not in it: the
 * migrations that the header lists create it.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { startupError } from '../../startup-error.ts';
import { connectTo } from './connect.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';

const FORMAT = 1;
const END_OF_ROWS = '\\.';

/**
 * Tables that are not backed up: the state of running processes, what the migrations keep themselves, and deals in stock,
 * which would be dealt again after a restore although they may have been played and opened since the backup.
 */
const LEFT_OUT = [
  '_prisma_migrations',
  'nodes',
  'holdings',
  'socket_io_attachments',
  'certified_deals',
];

const header = z.object({
  backup: z.literal('same-deal'),
  format: z.number(),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The secret that signs session cookies; null where the operator configures it. */
  secret: z.string().nullable(),
});
const tableHeader = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
});

/** What a backup holds. */
export interface Backup {
  readonly takenAt: string;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly secret: string | null;
}

const quoted = (name: string): string => pg.escapeIdentifier(name);
const listOf = (names: readonly string[]): string => names.map(quoted).join(', ');

/** Parents before children: no foreign keys form a cycle, except within one table. */
const TABLES = `
with recursive tables as (
  select c.oid, c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
), depth as (
  select oid, 0 as n from tables
  union all
  select k.conrelid, d.n + 1 from depth d
  join pg_constraint k on k.confrelid = d.oid and k.contype = 'f' and k.conrelid <> k.confrelid
)
select t.name, array(
  select attname::text from pg_attribute a
  where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by a.attnum) as columns
from tables t order by (select max(n) from depth d where d.oid = t.oid), t.name`;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

const tablesOf = async (client: pg.Client): Promise<Table[]> =>
  (await client.query<Table>(TABLES, [[...LEFT_OUT]])).rows;

async function withClient<Outcome>(
  url: string,
  work: (client: pg.Client) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await connectTo(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Begins a transaction that sees all tables as of one moment, and in which no migration alters them.
 * @throws Error if there is none
 */
async function lockedTables(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const found = await tablesOf(client);
    if (found.length === 0) throw new Error('there is nothing to back up: no table yet');
    await client.query('begin isolation level repeatable read read only');
    // Before the snapshot is taken, by the first statement that reads.
    await client.query(`lock table ${listOf(found.map(({ name }) => name))} in access share mode`);
    const tables = await tablesOf(client);
    if (JSON.stringify(tables) === JSON.stringify(found)) return tables;
    // The locks have waited for a migration, whose tables and columns are there now.
    await client.query('rollback');
  }
}

/** A file takes the place of what has its name: of a device or a pipe, nobody could use that any more. */
function refuseOthersThanFiles(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === false)
    throw startupError('not-a-file', `${file} is there, and is no file: name another one.`);
}

/**
 * Writes a consistent backup; the service may run meanwhile. The file appears under its name once it is complete.
 * @param url connection string of the database
 * @param file the file to write; readable by its owner only, since it holds every secret
 * @param secret what signs the session cookies; null where the operator configures it
 * @param signal stops it; its reason is thrown
 * @throws Error if the database cannot be read, has no schema or nobody in it, or the file cannot be written; the file is
 *   as it was
 */
export async function writeBackup(
  url: string,
  file: string,
  secret: string | null = null,
  signal?: AbortSignal,
): Promise<Backup> {
  signal?.throwIfAborted();
  refuseOthersThanFiles(file);
  // Its own, as another backup may be writing to the same file.
  const draft = `${file}.${randomUUID()}.part`;
  const counts: Record<string, number> = {};
  const takenAt = new Date().toISOString();
  try {
    await withClient(url, async (client) => {
      // Whatever it waits for: a lock may be held for long.
      signal?.addEventListener('abort', () => void client.end(), { once: true });
      // It may have been stopped while this connected.
      signal?.throwIfAborted();
      const tables = await lockedTables(client);
      // It may be another one than the service's, and the file the only good backup of that.
      const { rows: people } = await client.query('select from users limit 1');
      if (people.length === 0) {
        throw new Error(
          'there is nothing to back up: nobody has used this database yet. DATA_DIR or DATABASE_URL must be as for the service',
        );
      }
      const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
        `select migration_name as name, checksum from _prisma_migrations
         where rolled_back_at is null and finished_at is not null order by 1`,
      );
      async function* lines(): AsyncGenerator<string | Buffer> {
        const head = { backup: 'same-deal', format: FORMAT, takenAt, migrations, secret };
        yield `${JSON.stringify(head)}\n`;
        for (const { name, columns } of tables) {
          const { rows } = await client.query<{ n: string }>(
            `select count(*) n from ${quoted(name)}`,
          );
          const n = (counts[name] = Number(rows[0]?.n));
          yield `${JSON.stringify({ table: name, columns, rows: n })}\n`;
          yield* client.query(
            copyTo(`copy ${quoted(name)} (${listOf(columns)}) to stdout`),
          ) as AsyncIterable<Buffer>;
          yield `${END_OF_ROWS}\n`;
        }
        yield `${JSON.stringify({ end: true })}\n`;
      }
      await pipeline(
        Readable.from(lines(), { objectMode: false }),
        createGzip({ level: 6 }),
        // As far as the disk, so that the name is never that of half a file.
        createWriteStream(draft, { mode: 0o600, flush: true }),
        { signal },
      );
      await client.query('commit');
    });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    signal?.throwIfAborted();
    throw error;
  }
  return { takenAt, tables: counts, secret };
}

/**
 * Restores a backup into an empty database, in one transaction, and brings it to the newest schema.
 * @param url connection string of a database without rows
 * @param file a file that `writeBackup` wrote
 * @param keep keeps the secret that is in the backup, if one is; without that there are no rows either
 * @param configured the secret that the operator has set instead, which must be the same
 * @throws startup errors: `backup-unreadable`, `backup-newer`, `secret-differs`, `database-not-empty`; no row has been
 *   restored then
 */
export async function restoreBackup(
  url: string,
  file: string,
  keep: (secret: string) => void = () => {},
  configured?: string,
): Promise<Backup> {
  const lines = linesOf(file);
  try {
    const { takenAt, migrations, secret } = await readHeader(lines);
    refuseUnknownMigrations(migrations);
    if (secret !== null && configured !== undefined && secret !== configured) throw secretDiffers();
    await refuseRows(url, migrations);
    await migrate(url, { upTo: migrations.at(-1)?.name ?? '' });
    const keepIt = () => (secret === null || configured !== undefined ? undefined : keep(secret));
    const tables = await withClient(url, (client) => fill(client, lines, keepIt));
    await migrate(url);
    return { takenAt, tables, secret };
  } finally {
    await lines.return(undefined);
  }
}

type Lines = AsyncGenerator<string, undefined, undefined>;

/** The file's lines, each with its newline. */
async function* linesOf(file: string): Lines {
  const source = createReadStream(file);
  const text = createGunzip().setEncoding('utf8');
  // An error while reading or unpacking is thrown by the loop below.
  const piping = pipeline(source, text).catch((error: Error) => void text.destroy(error));
  let rest = '';
  for await (const chunk of text) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield `${part}\n`;
  }
  await piping;
  return undefined;
}

async function next(lines: Lines): Promise<string> {
  try {
    const { value } = await lines.next();
    if (value !== undefined) return value;
  } catch (error) {
    throw unreadable((error as Error).message, error);
  }
  throw unreadable('it ends too early');
}

const unreadable = (why: string, cause?: unknown) =>
  startupError('backup-unreadable', `This is no whole backup of Same Deal: ${why}.`, cause);

async function readHeader(lines: Lines): Promise<z.infer<typeof header>> {
  const parsed = header.safeParse(parseJson(await next(lines)));
  if (!parsed.success) throw unreadable('it does not begin like one');
  if (parsed.data.format !== FORMAT) throw newer(`its form is number ${parsed.data.format}`);
  return parsed.data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const newer = (why: string) =>
  startupError(
    'backup-newer',
    `A newer version made this backup: ${why}. Restore it with that one.`,
  );

/** It is not told here: what a command prints may be logged, and whoever restores has the file. */
const secretDiffers = () =>
  startupError(
    'secret-differs',
    'BETTER_AUTH_SECRET is another secret than the one in this backup, without which nobody stays signed in and every ' +
      'guest is lost: set it to that one. "gzip -dc FILE | head -n 1" shows it at the end; it is also in the file ' +
      '"secret" of the DATA_DIR that was backed up.',
  );

function refuseUnknownMigrations(migrations: z.infer<typeof header>['migrations']): void {
  const available = new Map(
    readMigrations(migrationsFolder()).map((one) => [one.name, one.checksum]),
  );
  for (const { name, checksum } of migrations) {
    if (available.get(name) !== checksum)
      throw newer(`this one does not know its migration ${name}`);
  }
}

/** A backup is never mixed with existing rows; empty tables do no harm. */
async function refuseRows(
  url: string,
  migrations: z.infer<typeof header>['migrations'],
): Promise<void> {
  const filled = await withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ name: string }>(
        name === '_prisma_migrations'
          ? 'select migration_name as name from _prisma_migrations'
          : `select '' as name from ${quoted(name)} limit 1`,
      );
      if (!rows.every((row) => migrations.some((one) => one.name === row.name))) return name;
    }
    return undefined;
  });
  if (filled === undefined) return;
  throw startupError(
    'database-not-empty',
    `The database is not empty (${filled}): restore into a new one, or with a DATA_DIR that nothing has used.`,
  );
}

async function fill(
  client: pg.Client,
  lines: Lines,
  beforeCommit: () => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await client.query('begin');
  const tables = await tablesOf(client);
  // Rows that the triggers derive from others are in the backup themselves.
  for (const { name } of tables)
    await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (;;) {
    const line = parseJson(await next(lines));
    if ((line as { end?: true })?.end) break;
    const parsed = tableHeader.safeParse(line);
    if (!parsed.success) throw unreadable('a table has no beginning');
    const { table, columns, rows } = parsed.data;
    const copy = client.query(copyFrom(`copy ${quoted(table)} (${listOf(columns)}) from stdin`));
    await pipeline(Readable.from(rowsOf(lines)), joinedLines(), copy);
    if (copy.rowCount !== rows) {
      throw unreadable(`${table} has ${copy.rowCount} rows instead of ${rows}`);
    }
    // Earlier versions have backed up more.
    if (LEFT_OUT.includes(table)) await client.query(`delete from ${quoted(table)}`);
    else counts[table] = rows;
  }
  for (const { name } of tables)
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  await resetSequences(client);
  beforeCommit();
  await client.query('commit');
  return counts;
}

async function* rowsOf(lines: Lines): AsyncGenerator<string> {
  for (;;) {
    const line = await next(lines);
    if (line === `${END_OF_ROWS}\n`) return;
    yield line;
  }
}

const CHUNK_LENGTH = 64 * 1024;

/** Joins many short lines into larger chunks. */
function joinedLines(): Transform {
  let pending = '';
  return new Transform({
    decodeStrings: false,
    transform(line: string, _encoding, done) {
      pending += line;
      if (pending.length < CHUNK_LENGTH) return done();
      done(null, pending);
      pending = '';
    },
    flush: (done) => done(null, pending),
  });
}

/**
 * Sets each sequence to continue after the largest number in its column. Nodes are not in a backup, but races name those
 * that carried them: ids of nodes go on from the second of now, since fewer than one a second begin.
 */
async function resetSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval(%')`,
  );
  for (const { table, column } of rows) {
    const last = table === 'nodes' ? 'floor(extract(epoch from now()))::bigint' : '0';
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), ${last}) + 1, false)
       from ${quoted(table)}`,
      [`public.${quoted(table)}`, column],
    );
  }
}
