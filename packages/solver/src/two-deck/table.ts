/**
 * What the searches of the two-pack games have in common: positions of a few bytes each, side by side
 * in one block of memory, changed in place. Indexes into these arrays are always in range; the `!` says
 * so without a check in loops that run millions of times a second.
 */
import type { Move } from '@same-deal/engine';

/** Positions side by side. Two views of the same memory: `words[n]` is `bytes[4 * n]` and on. */
export interface Store {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}

/** A store with room for `positions` positions of `stride` bytes. */
export function newStore(positions: number, stride: number): Store {
  const memory = new ArrayBuffer(positions * stride);
  return { bytes: new Uint8Array(memory), words: new Int32Array(memory) };
}

/**
 * One deal as a search sees it. A position is `stride` bytes from offset `at` of a store, the first
 * eight of them its hash: the same for positions that differ only in the order of their piles or in
 * which of two equal cards lies where. A move is a number of 16 bits.
 */
export interface Table {
  /** Bytes of a position, a multiple of four. */
  readonly stride: number;
  /** Writes the position that the search starts from. */
  begin(store: Store, at: number): void;
  /**
   * Writes moves to `into`, and returns how many. Of moves that lead to equal positions one is
   * enough; no other may be left out, or running out of moves would prove nothing.
   */
  moves(store: Store, at: number, into: Uint16Array): number;
  /** Plays one of its moves, in place. */
  play(store: Store, at: number, move: number): void;
  /** Cards on the foundations; with all 104 the game is won. */
  home(store: Store, at: number): number;
  /** The engine's moves for a line of the table's moves from the start. */
  lineOf(moves: readonly number[]): Move[];
}

/** How promising a position is: a whole number, below a million in absolute value. More is better. */
export type Score = (store: Store, at: number) => number;

export const HASH_BYTES = 8;
export const ALL_HOME = 104;
/** More moves than any position of these games has. */
export const MOST_MOVES = 512;

export function addToHash({ words }: Store, at: number, low: number, high: number): void {
  const word = at >> 2;
  words[word] = words[word]! + low;
  words[word + 1] = words[word + 1]! + high;
}
