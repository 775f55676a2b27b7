import type { Move, Position } from '@same-deal/engine';

/** `lost` is proved; `undecided` means that the search was ended before it knew. */
export type Verdict = 'won' | 'lost' | 'undecided';

/** How far a search may go. Every search ends: it wins, it proves the loss, or it meets a bound. */
export interface Effort {
  /**
   * Asked every few thousand positions; true ends the search as `undecided`. Who gives it sees to
   * the time; otherwise a minute by the wall clock is the bound.
   */
  readonly shouldStop?: () => boolean;
  /** Bound on what the search remembers, in bytes. Default 128 MiB. */
  readonly memoryBytes?: number;
}

/** An effort with nothing left open. */
export type Bounds = Required<Effort>;

export interface Solution {
  readonly verdict: Verdict;
  /** Engine moves from the given position to a won one; empty unless won. */
  readonly moves: readonly Move[];
  /** Positions searched. */
  readonly positions: number;
}

/** Searches for a win from a position that has been checked, no card of it face down. */
export type Solver = (position: Position, bounds: Bounds) => Solution;

const DEFAULT_MEMORY_BYTES = 128 * 2 ** 20;
const DEFAULT_MS = 60_000;
/** A search asks `shouldStop` whenever it has searched this many more positions. */
export const POSITIONS_BETWEEN_ASKING = 2048;

/** A `shouldStop` that says so after so many milliseconds from now. */
export function stopAfter(ms: number): () => boolean {
  const until = Date.now() + ms;
  return () => Date.now() >= until;
}

/** The bounds of an effort, with the defaults where it says nothing. */
export const boundsOf = ({
  shouldStop = stopAfter(DEFAULT_MS),
  memoryBytes = DEFAULT_MEMORY_BYTES,
}: Effort): Bounds => ({ shouldStop, memoryBytes });
