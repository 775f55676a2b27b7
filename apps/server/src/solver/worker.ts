/** What runs in a solver's thread. Nothing else in the service may import the searches. */
import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { decodeEntry, encodeEntry, encodeMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { firstLost, gradeDeal, isOpening, solve, sparringMove } from '@same-deal/solver';
import type { Effort, Solution } from '@same-deal/solver';
import type { Outcomes, Solved, Task, Work } from './work.ts';

const LOW_PRIORITY = 10;

const solved = (position: Position, { verdict, moves, positions }: Solution): Solved => ({
  verdict,
  moves: moves.map(encodeMove),
  positions,
  difficulty:
    verdict === 'won' && isOpening(position) ? unwrap(gradeDeal(position)).difficulty : null,
});

/** Where a play was lost takes several searches; none of them may use up the time of all. */
const SHARES = 8;

// Whatever else the machine has to do comes first. Linux alone takes this for the thread, not the process.
if (!isMainThread && process.platform === 'linux') setPriority(LOW_PRIORITY);

/** Does one piece of work within its budget, or until it is told to stop. */
export default function run({ work, stop, ms, memoryBytes }: Task): Outcomes[Work['kind']] {
  if (isMainThread) throw new Error('a search belongs in a worker thread');
  const end = performance.now() + ms;
  const effort = (most: number): Effort => {
    const until = Math.min(end, performance.now() + most);
    const shouldStop = () => Atomics.load(stop, 0) !== 0 || performance.now() >= until;
    return { shouldStop, memoryBytes };
  };
  if (work.kind === 'solve') {
    return solved(work.position, unwrap(solve(work.position, effort(ms))));
  }
  const log = work.log.map(decodeEntry);
  if (work.kind === 'spar') {
    const entry = sparringMove(work.view, log, work.strength, work.seed);
    return { entry: entry && encodeEntry(entry), isChosen: true };
  }
  return unwrap(firstLost(work.start, log, () => effort(ms / SHARES), true));
}
