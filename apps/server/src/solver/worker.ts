/** What runs in a solver's thread. Nothing else in the service may import the searches. */
import { getHeapStatistics } from 'node:v8';
import { isMainThread, parentPort } from 'node:worker_threads';
import { decodeEntry, encodeEntry, encodeMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { accuracyOf, gradeDeal, isOpening, shorten, solve, sparringMove } from '@same-deal/solver';
import type { Effort, Shortened, Solution } from '@same-deal/solver';
import { giveWay } from '../worker-threads.ts';
import type { Outcomes, Solved, Task, Work } from './work.ts';

const solved = (
  position: Position,
  { verdict, positions }: Solution,
  { moves, isShortest }: Shortened,
): Solved => ({
  verdict,
  isShortest,
  moves: moves.map(encodeMove),
  positions,
  difficulty:
    verdict === 'won' && isOpening(position) ? unwrap(gradeDeal(position)).difficulty : null,
});

/** How a play was played takes several searches; none of them may use up the time of all. */
const SHARES = 8;

/** A win is made shorter for so much of the time at most: nobody who is in a hurry waits for that. */
const SHARE_FOR_SHORTENING = 0.03;

giveWay();

/** Does one piece of work within its budget, or until it is told to stop. */
export function run({ work, stop, heapBytes, ms, memoryBytes }: Task): Outcomes[Work['kind']] {
  if (isMainThread) throw new Error('a search belongs in a worker thread');
  const end = performance.now() + ms;
  const effort = (most: number): Effort => {
    const until = Math.min(end, performance.now() + most);
    const shouldStop = () =>
      Atomics.load(stop, 0) !== 0 ||
      performance.now() >= until ||
      getHeapStatistics().used_heap_size > heapBytes;
    return { shouldStop, memoryBytes };
  };
  if (work.kind === 'solve') {
    const found = unwrap(solve(work.position, effort(ms)));
    const shorter = shorten(work.position, found.moves, effort(ms * SHARE_FOR_SHORTENING));
    return solved(work.position, found, unwrap(shorter));
  }
  if (work.kind === 'grade') return { difficulty: unwrap(gradeDeal(work.position)).difficulty };
  const log = work.log.map(decodeEntry);
  if (work.kind === 'spar') {
    const entry = sparringMove(work.view, log, work.strength, work.seed);
    return { entry: entry && encodeEntry(entry), isChosen: true };
  }
  const found = unwrap(accuracyOf(work.start, log, () => effort(ms / SHARES), true));
  return {
    entry: found.entry,
    proved: found.proved,
    decisions: found.decisions,
    kept: found.kept,
    undecided: found.undecided,
    mistakes: found.mistakes.map((one) => ({
      ...one,
      better: one.better && encodeMove(one.better),
    })),
    curve: found.curve,
  };
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(run(task)));
