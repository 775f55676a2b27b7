import type { Move, Position } from '@same-deal/engine';

/** `lost` is proved; `undecided` means that the search was ended before it knew. */
export type Verdict = 'won' | 'lost' | 'undecided';

/** How far a search may go. */
export interface Effort {
  /** Asked every few thousand positions; true ends the search as `undecided`. */
  readonly shouldStop?: () => boolean;
  /** Bound on what the search remembers, in bytes. Default 128 MiB. */
  readonly memoryBytes?: number;
}

export interface Solution {
  readonly verdict: Verdict;
  /** Engine moves from the given position to a won one; empty unless won. */
  readonly moves: readonly Move[];
  /** Positions the search looked at. */
  readonly positions: number;
}

/** Looks for a win from a full position: no card may be face down. */
export type Solver = (position: Position, effort?: Effort) => Solution;

export const DEFAULT_MEMORY_BYTES = 128 * 2 ** 20;
/** A search asks `shouldStop` whenever it has looked at this many more positions. */
export const POSITIONS_BETWEEN_ASKING = 2048;
