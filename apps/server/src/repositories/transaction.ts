import type { Prisma } from '../generated/prisma/client.ts';
import type { Database } from '../plugins/prisma.ts';

/** Rolls back where the work answers undefined. */
export async function inTransaction<Outcome>(
  prisma: Database,
  work: (tx: Prisma.TransactionClient) => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const notDone = new Error('not done');
  try {
    return await prisma.$transaction(
      async (tx) => {
        const outcome = await work(tx);
        if (outcome === undefined) throw notDone;
        return outcome;
      },
      { timeout: 15_000, maxWait: 10_000 },
    );
  } catch (error) {
    if (error === notDone) return undefined;
    throw error;
  }
}
