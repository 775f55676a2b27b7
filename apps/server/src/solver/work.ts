/** What a worker can be asked for: plain data both ways, so that it passes between threads. */
import type { Position } from '@same-deal/engine';
import type { Strength } from '@same-deal/protocol';

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

/** Choose a sparring partner's next entry. */
interface SparWork {
  readonly kind: 'spar';
  /** What its seat sees: every hidden card is `FACE_DOWN`. */
  readonly view: Position;
  /** Codes of all entries of the log. */
  readonly log: readonly number[];
  readonly strength: Strength;
  readonly seed: number;
}

export type Work = SolveWork | LostWork | SparWork;

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

export interface Spar {
  /** The code of the entry; null if nothing sensible is left to be done. */
  readonly entry: number | null;
  /** Whether it has been thought through. */
  readonly isChosen: boolean;
}

/** What each kind of work comes to. */
export interface Outcomes {
  solve: Solved;
  lost: Lost;
  spar: Spar;
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
  spar: { entry: null, isChosen: false },
};
