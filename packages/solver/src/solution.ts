import type { Move, Position } from '@same-deal/engine';

/** `lost` is proved; `undecided` means that the search ended before it found out. */
export type Verdict = 'won' | 'lost' | 'undecided';

/** How far a search may go. Every search ends: with a win, with a proof that there is none, or at a limit. */
export interface Effort {
  /**
   * Called every few thousand positions; true ends the search as `undecided`. Replaces the default
   * limit of a minute of wall-clock time.
   */
  readonly shouldStop?: () => boolean;
  /** Limit on the memory for visited positions, in bytes. Default 128 MiB. */
  readonly memoryBytes?: number;
}

/** An effort with all defaults filled in. */
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
/** Positions searched between two calls of `shouldStop`. */
export const POSITIONS_BETWEEN_ASKING = 2048;

/** A `shouldStop` that turns true after `ms` milliseconds. */
export function stopAfter(ms: number): () => boolean {
  const until = Date.now() + ms;
  return () => Date.now() >= until;
}

/** The bounds of an effort, with defaults for what is not given. */
export const boundsOf = ({
  shouldStop = stopAfter(DEFAULT_MS),
  memoryBytes = DEFAULT_MEMORY_BYTES,
}: Effort): Bounds => ({ shouldStop, memoryBytes });

/**
 * The bounds of each of several searches.
 * @param effort one effort that all of them share, defaults included; or a function that gives each search its own
 */
export function boundsForEach(effort: Effort | (() => Effort)): () => Bounds {
  if (typeof effort === 'function') return () => boundsOf(effort());
  const shared = boundsOf(effort);
  return () => shared;
}
