/**
 * A beam search: breadth first, one layer for each number of moves played, of which only the `width`
 * best-scoring positions are kept. It is exhaustive as long as none had to be dropped.
 */
import { createSeenSet } from '../seen-set.ts';
import type { Verdict } from '../solution.ts';
import { ALL_HOME, MOST_MOVES, newStore } from './table.ts';
import type { Score, Table } from './table.ts';

export interface Beam {
  /** Positions kept of a layer. */
  readonly width: number;
  readonly score: Score;
  /** Breaks ties between equal scores, so that another seed keeps another sample of them. */
  readonly seed: number;
  readonly memoryBytes: number;
  readonly shouldStop: () => boolean;
}

export interface BeamResult {
  /** `lost` if the layers ran empty and none was ever cut. */
  readonly verdict: Verdict;
  /** The table's moves to a win. */
  readonly line: readonly number[];
  readonly positions: number;
}

/** The longest line searched; wins take up to some 300 moves. */
const LONGEST_LINE = 512;
/** A layer is cut when it has grown to this multiple of its width, which saves sorting at each step. */
const OVERGROWTH = 3;
const TIE_BITS = 10;
const PARENTS_BETWEEN_ASKING = 64;

/** The widest beam within the memory limit, half of which is left for the set of visited positions. */
export function widestBeam(table: Table, memoryBytes: number): number {
  const bytesOfEntry = 2 * table.stride + 2 * 4 + 4 + 4 + 2;
  const bytesOfLines = LONGEST_LINE * (4 + 2);
  return Math.max(1, Math.floor(memoryBytes / 2 / (OVERGROWTH * bytesOfEntry + bytesOfLines)));
}

export function searchByBeam(table: Table, beam: Beam): BeamResult {
  const { width, score, shouldStop } = beam;
  const { stride } = table;
  const capacity = width * OVERGROWTH;
  // Both layers share one store, so that a child starts as a copy within it.
  const store = newStore(2 * capacity, stride);
  const { bytes, words } = store;
  let layer = 0;
  let nextLayer = capacity * stride;
  /** For each entry of a layer its node, the end of its line. */
  let nodes = new Int32Array(capacity);
  let nextNodes = new Int32Array(capacity);
  const ranks = new Int32Array(capacity);
  const moves = new Uint16Array(capacity);
  /** For every node, of all layers, its parent and the move that led to it. */
  const parentOf = new Int32Array(width * LONGEST_LINE + 1);
  const moveOf = new Uint16Array(width * LONGEST_LINE + 1);

  let seen = createSeenSet(beam.memoryBytes / 2);
  let isWhole = true;
  const isNew = (at: number): boolean => {
    const low = words[at >> 2]!;
    const high = words[(at >> 2) + 1]!;
    if (seen.add(high, low)) return true;
    if (!seen.isFull) return false;
    // After forgetting visited positions the beam may repeat work, and can no longer prove a loss.
    isWhole = false;
    seen = createSeenSet(beam.memoryBytes / 2);
    return seen.add(high, low);
  };

  const tieMask = (1 << TIE_BITS) - 1;
  const tieKey = Math.imul(beam.seed, 0x9e3779b1) >>> (32 - TIE_BITS);
  const rankOf = (at: number): number =>
    (score(store, at) << TIE_BITS) + (((words[at >> 2]! >>> TIE_BITS) ^ tieKey) & tieMask);

  let size = 1;
  let grown = 0;
  /** Entries must rank above this to be kept; set once the layer has been cut. */
  let bar = -Infinity;

  function cut(): void {
    if (grown <= width) return;
    isWhole = false;
    const sorted = ranks.slice(0, grown).sort();
    bar = sorted[grown - width]!;
    let room = width - (grown - sorted.findLastIndex((rank) => rank === bar) - 1);
    let kept = 0;
    for (let n = 0; n < grown; n++) {
      const rank = ranks[n]!;
      if (rank < bar || (rank === bar && room-- <= 0)) continue;
      if (n !== kept) {
        const at = nextLayer + n * stride;
        bytes.copyWithin(nextLayer + kept * stride, at, at + stride);
        ranks[kept] = rank;
        nextNodes[kept] = nextNodes[n]!;
        moves[kept] = moves[n]!;
      }
      kept++;
    }
    grown = kept;
  }

  const lineTo = (node: number): number[] => {
    const line: number[] = [];
    for (let n = node; n > 0; n = parentOf[n]!) line.push(moveOf[n]!);
    return line.reverse();
  };

  table.begin(store, layer);
  if (table.home(store, layer) === ALL_HOME) return { verdict: 'won', line: [], positions: 1 };
  isNew(layer);
  let positions = 1;
  let lastNode = 0;
  const choices = new Uint16Array(MOST_MOVES);

  for (let depth = 0; depth < LONGEST_LINE && size > 0; depth++) {
    grown = 0;
    bar = -Infinity;
    for (let n = 0; n < size; n++) {
      if (n % PARENTS_BETWEEN_ASKING === 0 && shouldStop()) {
        return { verdict: 'undecided', line: [], positions };
      }
      const parent = layer + n * stride;
      const count = table.moves(store, parent, choices);
      for (let m = 0; m < count; m++) {
        const child = nextLayer + grown * stride;
        bytes.copyWithin(child, parent, parent + stride);
        const move = choices[m]!;
        table.play(store, child, move);
        if (!isNew(child)) continue;
        positions++;
        if (table.home(store, child) === ALL_HOME) {
          return { verdict: 'won', line: [...lineTo(nodes[n]!), move], positions };
        }
        const rank = rankOf(child);
        if (rank <= bar) continue;
        ranks[grown] = rank;
        nextNodes[grown] = nodes[n]!;
        moves[grown] = move;
        if (++grown === capacity) cut();
      }
    }
    cut();
    for (let n = 0; n < grown; n++) {
      lastNode++;
      parentOf[lastNode] = nextNodes[n]!;
      moveOf[lastNode] = moves[n]!;
      nextNodes[n] = lastNode;
    }
    [layer, nextLayer] = [nextLayer, layer];
    [nodes, nextNodes] = [nextNodes, nodes];
    size = grown;
  }
  return { verdict: size === 0 && isWhole ? 'lost' : 'undecided', line: [], positions };
}
