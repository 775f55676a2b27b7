import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';

/** What repositories work with. */
export type Database = PrismaClient;

/** The service's connection to its database. */
export interface OpenDatabase {
  readonly prisma: Database;
  /** The pool under `prisma`; for what Prisma cannot do, such as LISTEN. */
  readonly pool: pg.Pool;
  /** Whether the database answers just now. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** What Prisma calls an error of the line to the database, or of a transaction that may simply be tried again. */
const OUTAGE_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']);
/** PostgreSQL's classes: connection exception, insufficient resources, operator intervention, serialization failure. */
const OUTAGE_STATES = /^(08|53|57|40)/;
const OUTAGE_MESSAGES =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|can't reach database|ECONNRE|EPIPE/i;

/** What PostgreSQL says has gone wrong, told by the client itself or passed on by Prisma. */
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
 * Sends a query when the former one has been answered. In a transaction Prisma asks for several relations at once, and
 * a client does not take that any more from its next version on.
 */
class OneAtATime extends pg.Client {
  private former: Promise<unknown> = Promise.resolve();

  override query = ((...args: unknown[]) => {
    const send = () => Reflect.apply(super.query, this, args) as Promise<unknown>;
    // The pool's own queries bring a callback, and have the client for themselves.
    if (typeof args.at(-1) === 'function') return send();
    const answer = this.former.then(send);
    this.former = answer.catch(() => undefined);
    return answer;
  }) as pg.Client['query'];
}

const CONNECTIONS = 20;
const PATIENCE_MS = 5_000;

/**
 * Opens the database. Connections are made when first needed, so this does not fail.
 * @param url connection string
 * @param onLost told when an idle connection breaks; the pool replaces it by itself
 */
export function openDatabase(url: string, onLost: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    Client: OneAtATime,
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE_MS,
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', onLost);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // The longer formats print the arguments, and those may hold a pack that nobody may see yet.
    errorFormat: 'minimal',
  });
  return {
    prisma,
    pool,
    isUp: async () => {
      try {
        await pool.query({ text: 'select 1', query_timeout: PATIENCE_MS } as pg.QueryConfig);
        return true;
      } catch {
        return false;
      }
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
