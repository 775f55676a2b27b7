/**
 * What the searches of the two-pack games have in common: positions as a few bytes each, side by
 * side in one piece of memory, changed in place. Such arrays are always read where there is
 * something; the `!` behind an index says so in the loops that run millions of times a second.
 */
import type { Move } from '@same-deal/engine';

/** Positions side by side. Two views of the same memory: `words[n]` is `bytes[4 * n]` and on. */
export interface Store {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}

/** Room for so many positions of `stride` bytes. */
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
  /** Writes the position that the search begins with. */
  begin(store: Store, at: number): void;
  /**
   * Writes moves to `into`, and answers how many. Of moves that lead to equal positions one is
   * enough; else none may be left out, or running out of moves would prove nothing.
   */
  moves(store: Store, at: number, into: Uint16Array): number;
  /** Plays one of its moves, in place. */
  play(store: Store, at: number, move: number): void;
  /** Cards on the foundations; with all 104 the game is won. */
  home(store: Store, at: number): number;
  /** The engine's moves for a line of moves from the beginning. */
  lineOf(moves: readonly number[]): Move[];
}

/** How promising a position looks: a whole number below a million, in size. More is better. */
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
