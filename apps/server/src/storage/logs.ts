/** Logs of plays, stored in either form: one row per entry, or folded into the play's row. */
import type { Prisma } from '../generated/prisma/client.ts';
import type { StoredEntry } from '../play/play-record.ts';
import type { Database } from './database.ts';

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

/**
 * The logs of these plays by id, each in order; unknown ids are left out. One statement, so that a log which is being
 * folded is seen in one form or the other; and one value per play, as rows by the thousand would block the event loop.
 */
export async function logsOf(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  playIds: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry[]>> {
  const rows = await prisma.$queryRaw<LogRow[]>`
    select p.id, p.log, (
      select string_agg(int4send(number) || int4send(code) || int4send(elapsed_ms), '' order by number)
      from entries e where e.play_id = p.id
    ) as entries
    from plays p where p.id = any(${playIds}::uuid[])`;
  return new Map(
    rows.map(({ id, log, entries }) => [id, [...unfold(log), ...unfoldNumbered(entries)]]),
  );
}

function unfoldNumbered(entries: Uint8Array | null): StoredEntry[] {
  if (!entries) return [];
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  return Array.from({ length: entries.byteLength / (3 * NUMBER_BYTES) }, (_, n) => {
    const [number, code, elapsedMs] = [0, 1, 2].map((place) =>
      view.getInt32((3 * n + place) * NUMBER_BYTES),
    ) as [number, number, number];
    return { number, code, elapsedMs };
  });
}

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

function unfold(log: Uint8Array | null): StoredEntry[] {
  if (!log) return [];
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  return Array.from({ length: log.byteLength / ENTRY_BYTES }, (_, n) => ({
    number: n + 1,
    code: view.getUint16(n * ENTRY_BYTES),
    elapsedMs: view.getInt32(n * ENTRY_BYTES + 2),
  }));
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
