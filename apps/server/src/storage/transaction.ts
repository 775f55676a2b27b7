import type { Prisma } from '../generated/prisma/client.ts';
import { isDeadlock } from './database.ts';
import type { Database } from './database.ts';

const TRIES = 3;

/**
 * Does it again where PostgreSQL has undone it to break a circle of waiting. An entry that ends a ranked try locks the
 * play and then, by the boards' triggers, its person; what changes a person locks the person and then their plays.
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

/** Rolls back where the work answers undefined. */
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
