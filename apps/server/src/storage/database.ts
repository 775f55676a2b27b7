import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';

/** The client that repositories query through. */
export type Database = PrismaClient;

/** The service's connection to its database. */
export interface OpenDatabase {
  readonly prisma: Database;
  /** The pool that `prisma` uses; for what Prisma cannot do. */
  readonly pool: pg.Pool;
  /** A pool of their own for entries and heartbeats, which nothing else may delay. */
  readonly journal: pg.Pool;
  /** The database's name on its server. */
  readonly name: string;
  /** The `application_name` of this process's connections. */
  readonly session: string;
  /** Closes every connection that has received nothing since a time of `performance.now()`; the pools open new ones. */
  dropSilentConnections(since: number): void;
  /** Whether the database answers just now. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** Prisma's codes for a database that cannot be reached, or a transaction that may simply be retried. */
const OUTAGE_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']);
/**
 * The system's codes for a host that cannot be reached. A name that is not known for the moment is that of a container that
 * is being restarted; where one has several addresses, the error that none can be reached has a code alone.
 */
const UNREACHABLE_CODES = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ' +
    'EADDRNOTAVAIL ENOTFOUND EAI_AGAIN'
  ).split(' '),
);
/**
 * PostgreSQL's classes: connection exception, insufficient resources, operator intervention, serialization failure; and a
 * lock that somebody holds, a server that takes no writes, as during a failover, and a transaction that took too long.
 */
const OUTAGE_STATES = /^(08|53|57|40|55P03|25006|25P0[34])/;
const OUTAGE_MESSAGES =
  /connection terminated|connection timeout|connection error|not queryable|timeout exceeded when trying to connect|timeout expired|can't reach database|ECONNRE|EPIPE/i;

/** The SQLSTATE of an error from PostgreSQL, thrown by pg itself or wrapped by Prisma; '' if it has none. */
function sqlStateOf(error: Error): string {
  const { meta, code } = error as { meta?: { driverAdapterError?: Error }; code?: unknown };
  const { originalCode } = (meta?.driverAdapterError?.cause ?? {}) as { originalCode?: unknown };
  return String(originalCode ?? code ?? '');
}

/** Whether PostgreSQL rolled the transaction back to resolve a deadlock. */
export function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === 'P2034' || sqlStateOf(error) === '40P01';
}

/** SQLSTATEs of a conflict with another transaction: deadlock, serialization failure, lock not available in time. */
const CONTENTION_STATES = /^(40|55P03)/;

/** Why a statement failed: a conflict with another transaction, a database that cannot be reached, or neither. */
export function faultOf(error: unknown): 'contention' | 'outage' | 'other' {
  if (error instanceof Error && CONTENTION_STATES.test(sqlStateOf(error))) return 'contention';
  return isOutage(error) ? 'outage' : 'other';
}

/** A statement that took longer than it may. */
const TOO_LONG_STATE = '57014';

/** Whether the database did not answer at all: work that it only takes too long for is not to be tried without end. */
export const isAway = (error: unknown): boolean =>
  faultOf(error) === 'outage' && sqlStateOf(error as Error) !== TOO_LONG_STATE;

/** Prisma's codes for a row that is not there, and for one that refers to none. */
const GONE_CODES = new Set(['P2003', 'P2025']);
/** A foreign key that refers to nothing. */
const GONE_STATE = '23503';

/** Whether what a statement was about went while the request was under way: somebody closed or deleted it meanwhile. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  (GONE_CODES.has(String((error as { code?: unknown }).code)) || sqlStateOf(error) === GONE_STATE);

/**
 * What a request is answered that failed with an error nobody expected.
 * @param isUp whether the database answers
 */
export async function codeOfFault(
  error: unknown,
  isUp: () => Promise<boolean>,
): Promise<'not-found' | 'unavailable' | 'internal'> {
  if (isGone(error)) return 'not-found';
  return isOutage(error) || !(await isUp()) ? 'unavailable' : 'internal';
}

/** An error that `isOutage` recognises, for callers whose library hides the original one. */
export const outage = (message: string): Error =>
  Object.assign(new Error(message), { code: 'P1001' });

/** Whether a request failed because the database was unavailable for a moment; a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    OUTAGE_CODES.has(String(code)) ||
    UNREACHABLE_CODES.has(String(code)) ||
    OUTAGE_STATES.test(sqlStateOf(error)) ||
    OUTAGE_MESSAGES.test(error.message)
  );
}

type Answered = (error: Error | null, result: unknown) => void;
type Send = (config: unknown, values: unknown, callback?: Answered) => Promise<unknown>;

/** Of a connection, or of one statement: an answer that takes longer, in ms, means that the connection is dead. */
export interface AnswersWithin {
  readonly answersWithinMs?: number;
}

type ConnectionConfig = pg.ClientConfig & AnswersWithin;

/**
 * A connection to PostgreSQL. It sends a query only when the previous one has been answered: in a transaction Prisma
 * queries several relations at once, which pg will refuse from its next major version on. And it records when it last
 * received anything, as a connection can die without an error.
 */
class Connection extends pg.Client {
  private previous: Promise<unknown> = Promise.resolve();
  private lastReceivedAt = performance.now();
  private readonly answersWithinMs: number | undefined;
  /** Called with the time of a query that timed out: every connection silent since then is dead as well. */
  onSilence: (since: number) => void = () => {};

  constructor({ answersWithinMs, ...config }: ConnectionConfig = {}) {
    // The pool's own timeout includes waiting in its queue, which may take longer.
    super({ ...config, connectionTimeoutMillis: CONNECT_WITHIN_MS });
    this.answersWithinMs = answersWithinMs;
  }

  override query = ((config: unknown, values?: unknown, callback?: Answered) => {
    const send = super.query as unknown as Send;
    const withinMs = (config as AnswersWithin).answersWithinMs ?? this.answersWithinMs;
    // The pool's own queries pass three arguments, and have the client to themselves.
    if (callback) {
      const answered = this.awaitAnswer(withinMs);
      return send.call(this, config, values, (error, result) => {
        answered();
        callback(error, result);
      });
    }
    let answered!: () => void;
    const answer = this.previous.then(() => {
      answered = this.awaitAnswer(withinMs);
      return send.call(this, config, values);
    });
    this.previous = answer.then(
      () => answered(),
      () => answered(),
    );
    return answer;
  }) as pg.Client['query'];

  /**
   * Notes that a query is being sent. In place of pg's own `query_timeout`, whose timer refers to the query: with it every
   * query, and all that waited for it, lives until memory is collected as a whole, and a short collection takes 15 ms in
   * place of 1. So it does where the answer is handed on in an array, such as that of rest parameters.
   * @returns to be called with its answer
   */
  private awaitAnswer(withinMs: number | undefined): () => void {
    const sentAt = performance.now();
    const timer =
      withinMs === undefined ? undefined : setTimeout(() => this.loseAnswer(sentAt), withinMs);
    return () => {
      clearTimeout(timer);
      this.lastReceivedAt = performance.now();
    };
  }

  /** The answer may still arrive, and would be taken for that of the next query. */
  private loseAnswer(sentAt: number): void {
    this.onSilence(sentAt);
    this.drop();
  }

  /** Whether nothing has been received since `time`; true of idle connections too, which may be dead as well. */
  isSilentSince = (time: number): boolean => this.lastReceivedAt <= time;

  drop(): void {
    (this as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
  }
}

/** A connection that cannot be made within this is abandoned, and another one tried. */
const CONNECT_WITHIN_MS = 1_500;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** PostgreSQL's code for having as many connections as it takes. */
const TOO_MANY_CONNECTIONS = '53300';
/** A pool makes do with what it has for so long, in ms; whoever has found none at all asks again sooner. */
const MAKES_DO_FOR_MS = 10_000;
const FOUND_NONE_MS = 50;

/**
 * A pool that tries another connection where making one took too long, for as long as whoever asks would wait for one: on
 * a busy machine PostgreSQL may take seconds to accept, and on a broken network one attempt hears nothing. Where
 * PostgreSQL takes no more of them, those there are have to do, and are waited for.
 */
class TryingPool extends pg.Pool {
  private makesDo: NodeJS.Timeout | undefined;
  /** How many connections there are; `totalCount` has those as well that are being tried. */
  private made = 0;

  constructor(config?: pg.PoolConfig) {
    super(config);
    this.on('connect', () => (this.made += 1));
    this.on('remove', () => (this.made -= 1));
  }

  private makeDo(): void {
    const { options } = this;
    const most = options.max;
    options.max = Math.max(1, Math.min(most, this.made));
    this.makesDo ??= setTimeout(() => {
      this.makesDo = undefined;
      options.max = most;
    }, MAKES_DO_FOR_MS).unref();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error!))),
      );
    }
    const since = performance.now();
    const { connectionTimeoutMillis: most = 0 } = this.options;
    const attempt = (): void =>
      super.connect((error, client, done) => {
        const isLate = error?.message === 'timeout expired';
        const isTooMany = (error as { code?: unknown } | undefined)?.code === TOO_MANY_CONNECTIONS;
        if (performance.now() - since >= most || !(isLate || isTooMany)) {
          connected(error, client, done);
        } else if (isLate) attempt();
        else {
          this.makeDo();
          setTimeout(attempt, FOUND_NONE_MS);
        }
      });
    attempt();
  }
}

const CONNECTIONS = 20;
const JOURNAL_CONNECTIONS = 4;
const WAIT_MS = 5_000;
/** On a new connection every statement is planned anew, several times: for a circle's page that takes 10 ms each time. */
const IDLE_MS = 10 * 60_000;
/** How long a statement of the service may take, and wait for a lock; commands may take as long as they need. */
const LIMITS = {
  statement_timeout: 15_000,
  answersWithinMs: 17_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 20_000,
} as const;
/** The same for entries: a batch takes milliseconds, and players wait for its answer. */
const JOURNAL_LIMITS = {
  statement_timeout: 2_500,
  answersWithinMs: 3_000,
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
  const connections = new Set<Connection>();
  const dropSilentConnections = (since: number) => {
    for (const one of connections) if (one.isSilentSince(since)) one.drop();
  };
  const session = `same-deal ${randomUUID()}`;
  const open = (Pool: typeof pg.Pool, config: pg.PoolConfig & ConnectionConfig): pg.Pool => {
    const pool = new Pool({
      connectionString: url,
      application_name: session,
      Client: Connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
      ...config,
    });
    // Without a listener a broken idle connection would end the process.
    pool.on('error', onLost);
    pool.on('connect', (client) => {
      const connection = client as unknown as Connection;
      connection.onSilence = dropSilentConnections;
      connections.add(connection);
      // Nor may one that breaks in use, between two statements: the next one fails.
      client.on('error', () => {});
      client.once('end', () => connections.delete(connection));
    });
    return pool;
  };
  const pool = open(TryingPool, { max: CONNECTIONS, ...(isCommand ? {} : LIMITS) });
  // The journal tries again by itself, and answers within its own time.
  const journal = open(pg.Pool, { max: JOURNAL_CONNECTIONS, ...JOURNAL_LIMITS });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // The longer formats print arguments, among them perhaps the pack of a live deal.
    errorFormat: 'minimal',
  });
  const answers = (one: pg.Pool) =>
    one.query({ text: 'select 1', answersWithinMs: WAIT_MS } as pg.QueryConfig);
  return {
    prisma,
    pool,
    journal,
    session,
    name: new URL(url).pathname.slice(1),
    dropSilentConnections,
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
