/** Searches in a thread of its own, so that the table never waits. */
import { unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import type { Solution } from '@same-deal/solver';

export interface Question {
  readonly position: Position;
  /** For how long to search at most. */
  readonly forMs: number;
}

const worker = self as unknown as {
  onmessage: ((event: MessageEvent<Question>) => void) | null;
  postMessage(solution: Solution): void;
};

worker.onmessage = ({ data: { position, forMs } }) => {
  const until = performance.now() + forMs;
  worker.postMessage(unwrap(solve(position, { shouldStop: () => performance.now() >= until })));
};
