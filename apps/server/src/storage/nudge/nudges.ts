import type { NudgeKind } from '@same-deal/protocol';
import type { NewNudge } from '../../nudge/nudge.ts';
import type { OpenDatabase } from '../database.ts';
import { inTransaction } from '../transaction.ts';
import { dueNudges } from './due.ts';
import { nudge } from './planning.ts';
import { nudgeSettings } from './settings.ts';

export type Nudges = ReturnType<typeof nudgesRepository>;

/** Who wants which nudges, on which devices; and what is due. */
export const nudgesRepository = ({ prisma, pool }: Pick<OpenDatabase, 'prisma' | 'pool'>) => ({
  ...nudgeSettings(prisma),
  ...dueNudges({ prisma, pool }),

  /** They know: what has not been sent is not any more. */
  async seen(userId: string, kind: NudgeKind, subject: string, now: number): Promise<void> {
    await prisma.nudge.updateMany({
      where: { userId, kind, subject, seenAt: null },
      data: { seenAt: new Date(now) },
    });
  },

  /** Stores a nudge whose cause is no change in storage. */
  async add(cause: NewNudge): Promise<void> {
    await inTransaction(prisma, async (tx) => {
      await nudge(tx, cause);
      return true;
    });
  },

  /** What is stored of them, for an export. */
  async storedOf(userId: string) {
    return prisma.nudge.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { kind: true, subject: true, aboutId: true, createdAt: true, outcome: true },
    });
  },
});
