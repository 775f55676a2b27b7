/** Logs of plays, stored in either form: one row per entry, or folded into the play's row. */
import type { Pool } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { inSlices } from '../../in-slices.ts';
import type { Steps } from '../../in-slices.ts';
import type { StoredEntry } from '../../play/play-record.ts';
import type { Database } from '../database.ts';

interface LogRow {
  readonly id: string;
  /** The folded entries, and those with rows of their own, which carry their numbers. */
  readonly log: Uint8Array | null;
  readonly entries: Uint8Array | null;
}

/** Two bytes of code and four of time, as the statement below writes them. */
const ENTRY_BYTES = 6;
/** The size of each of number, code and time in an entry that is not folded. */
const NUMBER_BYTES = 4;
/** Reading so many takes no longer than replaying one. */
const READ_A_STEP = 20;

/**
 * One statement, so that a log which is being folded is seen in one form or the other; and one value per play, as rows by
 * the thousand would block the event loop.
 */
const rowsOf = (playIds: readonly string[]) => Prisma.sql`
  select p.id, p.log, (
    select string_agg(int4send(number) || int4send(code) || int4send(elapsed_ms), '' order by number)
    from entries e where e.play_id = p.id
  ) as entries
  from plays p where p.id = any(${playIds}::uuid[])`;

/** The logs of these plays by id, each in order; unknown ids are left out. */
export const logsOf = async (
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  playIds: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry[]>> =>
  logsIn(await prisma.$queryRaw<LogRow[]>(rowsOf(playIds)));

/** The same outside a transaction, by the driver under Prisma: it is what everybody waits for who comes to a table. */
export const logsFrom = async (
  pool: Pick<Pool, 'query'>,
  playIds: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry[]>> => {
  const { text, values } = rowsOf(playIds);
  return logsIn((await pool.query<LogRow>({ name: 'logs', text, values })).rows);
};

async function logsIn(rows: readonly LogRow[]): Promise<ReadonlyMap<string, StoredEntry[]>> {
  const logs = new Map<string, StoredEntry[]>();
  for (const row of rows) logs.set(row.id, await inSlices(unfolded(row)));
  return logs;
}

/** Both forms, in order. */
function* unfolded({ log, entries }: LogRow): Steps<StoredEntry[]> {
  const all: StoredEntry[] = [];
  const folded = viewOf(log);
  for (let at = 0; at < folded.byteLength; at += ENTRY_BYTES) {
    const [code, elapsedMs] = [folded.getUint16(at), folded.getInt32(at + 2)];
    all.push({ number: all.length + 1, code, elapsedMs });
    if (all.length % READ_A_STEP === 0) yield;
  }
  const rows = viewOf(entries);
  for (let at = 0; at < rows.byteLength; at += 3 * NUMBER_BYTES) {
    const [number, code] = [rows.getInt32(at), rows.getInt32(at + NUMBER_BYTES)];
    all.push({ number, code, elapsedMs: rows.getInt32(at + 2 * NUMBER_BYTES) });
    if (all.length % READ_A_STEP === 0) yield;
  }
  return all;
}

const viewOf = (bytes: Uint8Array | null): DataView =>
  bytes ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new DataView(NOTHING);
const NOTHING = new ArrayBuffer(0);

/** The folded form of entries, in their order. */
export function foldedLog(entries: readonly StoredEntry[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(entries.length * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  entries.forEach(({ code, elapsedMs }, n) => {
    view.setUint16(n * ENTRY_BYTES, code);
    view.setInt32(n * ENTRY_BYTES + 2, elapsedMs);
  });
  return bytes;
}

export function logsRepository(prisma: Database) {
  return {
    /**
     * Folds the logs of plays that ended before `before`, at most `limit` of them, the oldest first, and then the later
     * entries of plays that were created with a folded beginning. Several nodes may run it at once; each takes different
     * plays. A log that lacks an entry is left as it is.
     * @returns how many were folded
     */
    fold: (before: Date, limit: number): Promise<number> => prisma.$executeRaw`
      with whole as materialized (
        select id from plays p where log is null and ended_at < ${before}
          and (select count(*) = coalesce(max(number), 0) from entries where play_id = p.id)
        order by ended_at limit ${limit} for update skip locked
      ), begun as materialized (
        select id from plays p where begun_with is not null and ended_at < ${before}
          and (select count(*) = coalesce(max(number) - p.begun_with, 0) from entries where play_id = p.id)
        order by ended_at limit ${limit} - (select count(*) from whole) for update skip locked
      ), chosen as materialized (
        select id from whole union all select id from begun
      ), gone as (
        delete from entries e using chosen c where e.play_id = c.id
        returning e.play_id, e.number, e.code, e.elapsed_ms
      ), folded as (
        select play_id,
          string_agg(substring(int4send(code) from 3) || int4send(elapsed_ms), '' order by number) as log
        from gone group by play_id
      )
      update plays p set log = coalesce(p.log, '') || coalesce(f.log, ''), begun_with = null
      from chosen c left join folded f on f.play_id = c.id
      where p.id = c.id`,
  };
}
