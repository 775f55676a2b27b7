import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';

/** What repositories work with. */
export type Database = PrismaClient;

/** The service's connection to its database. */
export interface OpenDatabase {
  readonly prisma: Database;
  /** The pool under `prisma`; for what Prisma cannot do. */
  readonly pool: pg.Pool;
  /** Lines of their own for entries and heartbeats, which nothing else may hold up. */
  readonly journal: pg.Pool;
  /** What it is called on its server. */
  readonly name: string;
  /** What PostgreSQL calls the connections of this process. */
  readonly session: string;
  /** Gives up every line that has been silent since a time of `performance.now()`: those in the pools are made anew. */
  dropSilentLines(since: number): void;
  /** Whether the database answers just now. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** What Prisma calls an error of the line to the database, or of a transaction that may simply be tried again. */
const OUTAGE_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']);
/** PostgreSQL's classes: connection exception, insufficient resources, operator intervention, serialization failure. */
const OUTAGE_STATES = /^(08|53|57|40)/;
const OUTAGE_MESSAGES =
  /connection terminated|connection timeout|connection error|not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout|can't reach database|ECONNRE|EPIPE/i;

/** The error that PostgreSQL reports, thrown by the client itself or passed on by Prisma. */
function stateOf(error: Error): string {
  const { meta, code } = error as { meta?: { driverAdapterError?: Error }; code?: unknown };
  const { originalCode } = (meta?.driverAdapterError?.cause ?? {}) as { originalCode?: unknown };
  return String(originalCode ?? code ?? '');
}

/** Whether PostgreSQL has undone the work because it and another would have waited for each other for ever. */
export function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === 'P2034' || stateOf(error) === '40P01';
}

/** PostgreSQL's words for another transaction in the way: deadlock, serialization failure, lock not available in time. */
const CONTENTION_STATES = /^(40|55P03)/;

/** What a failed statement says: another transaction was in the way, the database was away, or neither. */
export function faultOf(error: unknown): 'contention' | 'outage' | 'other' {
  if (error instanceof Error && CONTENTION_STATES.test(stateOf(error))) return 'contention';
  return isOutage(error) ? 'outage' : 'other';
}

/** An error that says so, for callers that see only that something went wrong. */
export const outage = (message: string): Error =>
  Object.assign(new Error(message), { code: 'P1001' });

/** Whether the request failed because the database was away for a moment; the same again may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    OUTAGE_CODES.has(String(code)) ||
    OUTAGE_STATES.test(stateOf(error)) ||
    OUTAGE_MESSAGES.test(error.message)
  );
}

/**
 * A line to PostgreSQL. It sends a query when the former one has been answered: in a transaction Prisma asks for several
 * relations at once, and a client does not take that any more from its next version on. And it knows when it was
 * last heard, as a line can die without a word.
 */
class Line extends pg.Client {
  private former: Promise<unknown> = Promise.resolve();
  private lastReceivedAt = performance.now();
  /** Called with the time of a query that was not answered in time: what else is silent since then is dead as well. */
  onSilence: (since: number) => void = () => this.drop();

  constructor(config?: pg.ClientConfig) {
    // The pool's own limit is for waiting in its queue as well, which may take longer.
    super({ ...config, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  }

  override query = ((...args: unknown[]) => {
    const send = () => Reflect.apply(super.query, this, args) as Promise<unknown>;
    // The pool's own queries bring a callback, and have the client for themselves.
    const answered = args.at(-1);
    let askedAt = performance.now();
    if (typeof answered === 'function') {
      args[args.length - 1] = (error: Error | null, result: unknown) => {
        this.note(error, askedAt);
        Reflect.apply(answered, undefined, [error, result]);
      };
      return send();
    }
    const answer = this.former.then(() => {
      askedAt = performance.now();
      return send();
    });
    this.former = answer.then(
      () => this.note(null, askedAt),
      (error: Error) => this.note(error, askedAt),
    );
    return answer;
  }) as pg.Client['query'];

  private note(error: Error | null, askedAt: number): void {
    // Its answer may still come, and would be taken for that of the next query.
    if (error?.message === 'Query read timeout') this.onSilence(askedAt);
    else this.lastReceivedAt = performance.now();
  }

  /** Whether nothing has been received on it since; an idle connection may be dead as well. */
  isSilentSince = (time: number): boolean => this.lastReceivedAt <= time;

  drop(): void {
    (this as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
  }
}

/** A line that leads nowhere is given up after so long, and another one tried. */
const CONNECT_WITHIN_MS = 1_500;
const CONNECTIONS = 20;
const JOURNAL_CONNECTIONS = 4;
const PATIENCE_MS = 5_000;
/** How long a statement of the service may take, and a lock be waited for; commands may take their time. */
const LIMITS = {
  statement_timeout: 15_000,
  query_timeout: 17_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 20_000,
} as const;
/** The same for entries: a batch takes milliseconds, and the player waits for its answer. */
const JOURNAL_LIMITS = {
  statement_timeout: 2_500,
  query_timeout: 3_000,
  lock_timeout: 1_000,
  connectionTimeoutMillis: 2_000,
} as const;

/**
 * Opens the database. Connections are made when first needed, so this does not fail.
 * @param url connection string
 * @param onLost called when an idle connection breaks; the pool replaces it by itself
 * @param isCommand statements may take as long as they need
 */
export function openDatabase(
  url: string,
  onLost: (error: Error) => void,
  isCommand = false,
): OpenDatabase {
  const lines = new Set<Line>();
  const dropSilentLines = (since: number) => {
    for (const line of lines) if (line.isSilentSince(since)) line.drop();
  };
  const session = `same-deal ${randomUUID()}`;
  const open = (config: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      application_name: session,
      Client: Line,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      connectionTimeoutMillis: PATIENCE_MS,
      ...config,
    });
    // Without a listener a broken idle connection would end the process.
    pool.on('error', onLost);
    pool.on('connect', (line) => {
      const own = line as unknown as Line;
      own.onSilence = dropSilentLines;
      lines.add(own);
      line.once('end', () => lines.delete(own));
    });
    return pool;
  };
  const pool = open({ max: CONNECTIONS, ...(isCommand ? {} : LIMITS) });
  const journal = open({ max: JOURNAL_CONNECTIONS, ...JOURNAL_LIMITS });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // The longer formats print the arguments, and those may hold a pack that nobody may see yet.
    errorFormat: 'minimal',
  });
  const answers = (one: pg.Pool) =>
    one.query({ text: 'select 1', query_timeout: PATIENCE_MS } as pg.QueryConfig);
  return {
    prisma,
    pool,
    journal,
    session,
    name: new URL(url).pathname.slice(1),
    dropSilentLines,
    isUp: async () => {
      try {
        await Promise.all([answers(pool), answers(journal)]);
        return true;
      } catch {
        return false;
      }
    },
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([pool.end(), journal.end()]);
    },
  };
}
