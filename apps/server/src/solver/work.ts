/** What a worker can be asked for: plain data both ways, so that it passes between threads. */
import type { Position } from '@same-deal/engine';

/** Look for a win. */
export interface SolveWork {
  readonly kind: 'solve';
  readonly position: Position;
}

/** Find out where a play of a deal that can be won was lost. */
interface LostWork {
  readonly kind: 'lost';
  /** The opening position. */
  readonly start: Position;
  /** Codes of all entries of the log. */
  readonly log: readonly number[];
}

export type Work = SolveWork | LostWork;

export interface Solved {
  readonly verdict: 'won' | 'lost' | 'undecided';
  /** Codes of the moves of the win. */
  readonly moves: readonly number[];
  /** Positions the search looked at. */
  readonly positions: number;
  /** 1 to 5; null unless it is a whole deal that was won. */
  readonly difficulty: number | null;
}

export interface Lost {
  /** The number of the entry after which no win was left; null if there is none. */
  readonly entry: number | null;
  /** Whether that is exact. */
  readonly proved: boolean;
}

/** What each kind of work comes to. */
export interface Outcomes {
  solve: Solved;
  lost: Lost;
}

/** How far a search may go. */
export interface Budget {
  readonly ms: number;
  readonly memoryBytes: number;
}

export interface Task extends Budget {
  readonly work: Work;
  /** Its one number is not 0 once nobody wants the answer any more. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** What a search comes to that has been ended before it knew. */
export const nothingFound: Outcomes = {
  solve: { verdict: 'undecided', moves: [], positions: 0, difficulty: null },
  lost: { entry: null, proved: false },
};
