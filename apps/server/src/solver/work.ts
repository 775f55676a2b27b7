/** What a worker can be asked for: plain data both ways, so that it passes between threads. */
import type { Position } from '@same-deal/engine';
import type { Strength } from '@same-deal/protocol';

/** Look for a win. */
export interface SolveWork {
  readonly kind: 'solve';
  readonly position: Position;
}

/**
 * The version of the grading of deals, `GRADING_VERSION` of the solver's package, which the event loop
 * does not load. A test holds the two together.
 */
export const GRADING_VERSION = 4;

/** Find out how hard a deal is. */
export interface GradeWork {
  readonly kind: 'grade';
  readonly position: Position;
}

/** Find out how a play of a deal that can be won was played, and where it was lost. */
interface AccuracyWork {
  readonly kind: 'accuracy';
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

export type Work = SolveWork | AccuracyWork | GradeWork | SparWork;

export interface Solved {
  readonly verdict: 'won' | 'lost' | 'undecided';
  /** Codes of the moves of the win. */
  readonly moves: readonly number[];
  /** Whether it is proved that no win is shorter. */
  readonly isShortest?: boolean;
  /** Positions searched. */
  readonly positions: number;
  /** 1 to 5; null unless it is a whole deal that was won. */
  readonly difficulty: number | null;
}

/** What is known of a deal by search, or because somebody has won it. */
export type DealFinding = Pick<Solved, 'verdict' | 'difficulty' | 'moves' | 'isShortest'>;

export interface Lost {
  /** The number of the entry after which no win was left; null if there is none. */
  readonly entry: number | null;
  /** Whether that is exact. */
  readonly proved: boolean;
}

/** How well a play was played. */
export interface Played extends Lost {
  /** Moves made with a choice while the deal could be won, and how many of them left it so. */
  readonly decisions: number;
  readonly kept: number;
  /** Moves made with a choice that could not be judged, and count as neither. */
  readonly undecided: number;
  /** The dearest that did not: entry number, entries lost by it, and the code of a better move. */
  readonly mistakes: readonly {
    readonly entry: number;
    readonly cost: number;
    readonly better: number | null;
  }[];
  /** After 0, 1, 2 … entries: in per cent what a careful player would bring home; 0 once lost. */
  readonly curve: readonly number[];
}

/** How hard a deal is, by the present grading; null if the search was ended. */
export interface Graded {
  readonly difficulty: number | null;
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
  accuracy: Played;
  grade: Graded;
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
  /** The thread's JavaScript objects take so much at most; the search's tables are not among them. */
  readonly heapBytes: number;
}

/** What a search comes to that has been ended before it knew. */
export const nothingFound: Outcomes = {
  solve: { verdict: 'undecided', moves: [], positions: 0, difficulty: null },
  accuracy: {
    ...{ entry: null, proved: false },
    ...{ decisions: 0, kept: 0, undecided: 0, mistakes: [], curve: [] },
  },
  grade: { difficulty: null },
  spar: { entry: null, isChosen: false },
};
