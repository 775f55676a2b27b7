/**
 * Positions of the columns that lead to each other by shifts: a card moves from a run of two or more to the end of another
 * run. It can always move back, so from all of these positions the same can be reached, and a search needs one of them.
 */
import { KING, suitOf } from '@same-deal/engine';
import { newStore } from '../two-deck/table.ts';
import type { Store } from '../two-deck/table.ts';
import { FOUNDATIONS, PILE_BYTES, PILES, SPACE } from './table.ts';
import type { SquareTable } from './table.ts';

const FIRST_ROOM = 64;
/** Slots for each position, so that few are met twice on the way to a free one. */
const SLOTS = 4;

export interface Shifts {
  /** The positions, side by side, the one asked about first. */
  readonly store: Store;
  readonly count: number;
  /** The least hash of them: the same, whichever of them was asked about. */
  readonly high: number;
  readonly low: number;
  /** Finds all positions that shifts lead to from one. */
  collect(from: Store, at: number): void;
  /** The shifts that lead from the position asked about to the nth. */
  lineTo(n: number): number[];
}

export function createShifts(table: SquareTable): Shifts {
  const { stride, piles } = table;
  let room = FIRST_ROOM;
  let store = newStore(room, stride);
  let parents = new Int32Array(room);
  let moves = new Uint16Array(room);
  /** A hash table of the positions' numbers; a slot counts if it has this round's stamp. */
  let slots = new Int32Array(SLOTS * room);
  let stamps = new Int32Array(SLOTS * room);
  let stamp = 0;
  let count = 0;
  let high = 0;
  let low = 0;

  function makeRoom(): void {
    room *= 2;
    const larger = newStore(room, stride);
    larger.bytes.set(store.bytes);
    store = larger;
    const oldParents = parents;
    const oldMoves = moves;
    parents = new Int32Array(room);
    parents.set(oldParents);
    moves = new Uint16Array(room);
    moves.set(oldMoves);
    slots = new Int32Array(SLOTS * room);
    stamps = new Int32Array(SLOTS * room);
    stamp = 1;
    for (let n = 0; n < count; n++) {
      const slot = slotOf(n);
      slots[slot] = n;
      stamps[slot] = stamp;
    }
  }

  /** The slot that holds an equal position, or the free one where it belongs. */
  function slotOf(n: number): number {
    const { words } = store;
    const word = (n * stride) >> 2;
    let slot = words[word]! & (slots.length - 1);
    for (; stamps[slot] === stamp; slot = (slot + 1) & (slots.length - 1)) {
      const other = (slots[slot]! * stride) >> 2;
      if (words[other] === words[word] && words[other + 1] === words[word + 1]) break;
    }
    return slot;
  }

  /** Keeps the position that was written behind the others, if it is new. */
  function keep(parent: number, move: number): void {
    const slot = slotOf(count);
    if (stamps[slot] === stamp) return;
    stamps[slot] = stamp;
    slots[slot] = count;
    parents[count] = parent;
    moves[count] = move;
    const word = (count * stride) >> 2;
    const itsLow = store.words[word]!;
    const itsHigh = store.words[word + 1]!;
    if (count === 0 || itsHigh < high || (itsHigh === high && itsLow < low)) {
      high = itsHigh;
      low = itsLow;
    }
    count++;
    if (count === room) makeRoom();
  }

  return {
    get store() {
      return store;
    },
    get count() {
      return count;
    },
    get high() {
      return high;
    },
    get low() {
      return low;
    },
    collect(from, at) {
      store.bytes.set(from.bytes.subarray(at, at + stride));
      count = 0;
      stamp++;
      keep(-1, 0);
      for (let n = 0; n < count; n++) {
        for (let source = 0; source < piles; source++) {
          const pile = n * stride + PILES + PILE_BYTES * source;
          const card = store.bytes[pile + 1]!;
          if (card === SPACE || store.bytes[pile] === card) continue;
          for (let target = 0; target < piles; target++) {
            if (target === source || !takes(store.bytes, n * stride, target, card)) continue;
            const move = ((FOUNDATIONS + source) << 5) | (FOUNDATIONS + target);
            store.bytes.copyWithin(count * stride, n * stride, (n + 1) * stride);
            table.play(store, count * stride, move);
            keep(n, move);
          }
        }
      }
    },
    lineTo(n) {
      const line: number[] = [];
      for (let m = n; m > 0; m = parents[m]!) line.push(moves[m]!);
      return line.reverse();
    },
  };
}

/** Whether a card can be built on a pile that is not empty. */
export function takes(bytes: Uint8Array, at: number, pile: number, card: number): boolean {
  const first = bytes[at + PILES + PILE_BYTES * pile]!;
  const last = bytes[at + PILES + PILE_BYTES * pile + 1]!;
  if (last === SPACE) return false;
  const rank = card - 13 * suitOf(card);
  const isUp = last === card - 1 && rank > 0 && first <= last;
  return isUp || (last === card + 1 && rank < KING && first >= last);
}
