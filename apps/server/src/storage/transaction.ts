import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Prisma } from '../generated/prisma/client.ts';
import { isDeadlock } from './database.ts';
import type { Database } from './database.ts';

const TRIES = 3;
/** How long the database is asked what became of a commit, and how often. */
const ASKED = { forMs: 4_000, everyMs: 500 };

/**
 * Retries work that PostgreSQL rolled back to resolve a deadlock. Those cannot be ruled out: an entry that ends a ranked
 * try locks the play and then, by the boards' triggers, its person; changing a person locks the person and then their
 * plays.
 */
export async function despiteDeadlocks<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error;
    }
  }
}

/** Runs work in a transaction, retried after deadlocks; rolls back if it returns undefined. */
export async function inTransaction<Outcome>(
  prisma: Database,
  work: (tx: Prisma.TransactionClient) => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const notDone = new Error('not done');
  try {
    return await despiteDeadlocks(() =>
      prisma.$transaction(
        async (tx) => {
          const outcome = await work(tx);
          if (outcome === undefined) throw notDone;
          return outcome;
        },
        { timeout: 15_000, maxWait: 10_000 },
      ),
    );
  } catch (error) {
    if (error === notDone) return undefined;
    throw error;
  }
}

/**
 * Runs a transaction that whoever sent it cannot send again, as their session is gone once it is stored; retried after
 * deadlocks. If the answer to the commit is lost, the database is asked what became of it.
 * @param changes whether such an outcome changes anything
 * @param isStored whether the change is there
 */
export async function inUnrepeatableTransaction<Outcome>(
  prisma: Database,
  timeouts: { readonly timeout: number; readonly maxWait: number },
  work: (tx: Prisma.TransactionClient) => Promise<Outcome>,
  changes: (outcome: Outcome) => boolean,
  isStored: () => Promise<boolean>,
): Promise<Outcome> {
  let done: { readonly outcome: Outcome } | undefined;
  try {
    return await despiteDeadlocks(() => {
      done = undefined;
      return prisma.$transaction(async (tx) => {
        const outcome = await work(tx);
        done = { outcome };
        return outcome;
      }, timeouts);
    });
  } catch (error) {
    if (!done || !changes(done.outcome)) throw error;
    // A server that is slow to commit has not stored it yet.
    for (const until = performance.now() + ASKED.forMs; performance.now() < until;) {
      if (await isStored().catch(() => false)) return done.outcome;
      await sleep(ASKED.everyMs);
    }
    throw error;
  }
}

/** Tries work that may be repeated until it succeeds, or for some seconds where the database stays away. */
export async function untilStored(work: () => Promise<unknown>): Promise<void> {
  for (const until = performance.now() + ASKED.forMs; performance.now() < until;) {
    try {
      await work();
      return;
    } catch {
      await sleep(ASKED.everyMs);
    }
  }
}

/**
 * Runs work in a transaction by the driver under Prisma, for what everybody does who comes; retried after deadlocks.
 * Commits whatever it returns.
 * @param first statements without parameters, in the round trip of the beginning
 */
export function inTransactionByDriver<Outcome>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Outcome>,
  first: (client: PoolClient) => string = () => '',
): Promise<Outcome> {
  return despiteDeadlocks(async () => {
    const client = await pool.connect();
    try {
      await client.query(`begin; ${first(client)}`);
      const outcome = await work(client);
      await client.query('commit');
      client.release();
      return outcome;
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error;
    }
  });
}
