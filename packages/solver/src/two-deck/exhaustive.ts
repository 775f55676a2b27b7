/**
 * Depth-first search through all positions of a table, never the same twice: for tables with so few
 * moves that it ends.
 */
import { createSeenSet } from '../seen-set.ts';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import type { Bounds } from '../solution.ts';
import type { BeamResult } from './beam.ts';
import type { Table } from './table.ts';
import { ALL_HOME, MOST_MOVES, newStore } from './table.ts';

/** Initial room for positions on the line; it grows. */
const FIRST_ROOM = 256;

/** @returns `undecided` if it met a limit */
export function searchExhaustively(table: Table, { shouldStop, memoryBytes }: Bounds): BeamResult {
  const { stride } = table;
  const seen = createSeenSet(memoryBytes);
  /** The positions of the line, one after the other, and for each its moves and the next one to try. */
  let store = newStore(FIRST_ROOM, stride);
  let room = FIRST_ROOM;
  const moves: Uint16Array[] = [];
  const next: number[] = [];
  const choices = new Uint16Array(MOST_MOVES);
  let positions = 0;

  function enter(depth: number): void {
    const at = depth * stride;
    const count = table.moves(store, at, choices);
    moves[depth] = choices.slice(0, count);
    next[depth] = 0;
    positions++;
  }

  function makeRoom(): void {
    const larger = newStore(2 * room, stride);
    larger.bytes.set(store.bytes);
    store = larger;
    room *= 2;
  }

  table.begin(store, 0);
  seen.add(store.words[1]!, store.words[0]!);
  if (table.home(store, 0) === ALL_HOME) return { verdict: 'won', line: [], positions: 1 };
  enter(0);
  for (let depth = 0; depth >= 0;) {
    const move = moves[depth]![next[depth]!++];
    if (move === undefined) {
      depth--;
      continue;
    }
    if (depth + 1 === room) makeRoom();
    const child = (depth + 1) * stride;
    store.bytes.copyWithin(child, child - stride, child);
    table.play(store, child, move);
    if (table.home(store, child) === ALL_HOME) {
      const line = next.slice(0, depth + 1).map((tried, n) => moves[n]![tried - 1]!);
      return { verdict: 'won', line, positions };
    }
    if (!seen.add(store.words[(child >> 2) + 1]!, store.words[child >> 2]!)) {
      if (seen.isFull) return { verdict: 'undecided', line: [], positions };
      continue;
    }
    if (positions % POSITIONS_BETWEEN_ASKING === 0 && shouldStop()) {
      return { verdict: 'undecided', line: [], positions };
    }
    enter(++depth);
  }
  return { verdict: 'lost', line: [], positions };
}
