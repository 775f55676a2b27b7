/** Searches deals on all processors, with a process for each. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Verdict } from '@same-deal/solver';

export interface Task {
  readonly variant: string;
  readonly deals: readonly number[];
  /** What a deal may take at most. */
  readonly seconds: number;
  readonly memoryMiB: number;
}

export interface Answer {
  readonly verdicts: readonly Verdict[];
}

/**
 * @param block how many deals are sent to a process at a time: those in progress are lost if the run is interrupted
 * @param processes how many processes run at a time
 * @param found receives each deal's verdict, in any order
 * @throws Error if a process ends early
 */
export async function searchOnAll(
  { deals, ...task }: Task,
  block: number,
  processes: number,
  found: (deal: number, verdict: Verdict) => void,
): Promise<void> {
  let next = 0;
  async function work(): Promise<void> {
    if (next >= deals.length) return;
    const child = fork(join(import.meta.dirname, 'worker.js'));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`a process that searched ${task.variant} ended early`);
    });
    ended.catch(() => {});
    while (next < deals.length) {
      const part = deals.slice(next, (next += block));
      child.send({ ...task, deals: part } satisfies Task);
      const [{ verdicts }] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
      for (const [n, deal] of part.entries()) found(deal, verdicts[n] ?? 'undecided');
    }
    child.disconnect();
  }
  await Promise.all(Array.from({ length: processes }, work));
}
