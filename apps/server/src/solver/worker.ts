/** What runs in a solver's thread. Nothing else in the service may import the searches. */
import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { decodeEntry, encodeMove } from '@same-deal/engine';
import { difficultyOf, firstLost, solve } from '@same-deal/solver';
import type { Effort, Solution } from '@same-deal/solver';
import type { Outcomes, Solved, Task, Work } from './work.ts';

const LOW_PRIORITY = 10;

const solved = (variant: string, { verdict, moves, positions }: Solution): Solved => ({
  verdict,
  moves: moves.map(encodeMove),
  positions,
  difficulty: verdict === 'won' ? difficultyOf(variant, positions) : null,
});

const workers: {
  [Kind in Work['kind']]: (work: Work & { kind: Kind }, effort: Effort) => Outcomes[Kind];
} = {
  solve: ({ position }, effort) => solved(position.variant, solve(position, effort)),
  lost: ({ start, log }, effort) => firstLost(start, log.map(decodeEntry), effort),
};

// Whatever else the machine has to do comes first. Linux alone takes this for the thread, not the process.
if (!isMainThread && process.platform === 'linux') setPriority(LOW_PRIORITY);

/** Does one piece of work within its budget, or until it is told to stop. */
export default function run({ work, stop, ms, memoryBytes }: Task): Outcomes[Work['kind']] {
  if (isMainThread) throw new Error('a search belongs in a worker thread');
  const end = performance.now() + ms;
  const shouldStop = () => Atomics.load(stop, 0) !== 0 || performance.now() >= end;
  const effort: Effort = { shouldStop, memoryBytes };
  return work.kind === 'solve' ? workers.solve(work, effort) : workers.lost(work, effort);
}
