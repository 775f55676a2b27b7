/**
 * The search of the four columns: depth first through all positions, with three things left out.
 *
 * - Of positions that lead to each other by shifts (shifts.ts) one is searched, with the moves of all.
 * - Positions that are lost by kinder rules are not searched (hopeless.ts).
 * - _Other moves within the table_ (from a column, no shift, to a column or home) wait until the waste's card needs them.
 *   Dealing does not depend on them nor they on it, so in any win such a move just before a card is dealt can be played
 *   just after it. Of the moves before the waste's card leaves, those on which that move does not depend, directly or by
 *   others between them, can be played after it. So there is a win in which every card is dealt right after a card was
 *   dealt or left the waste, and every move within the table serves the next one that leaves the waste. Which suits these
 *   can be of, `suitsToMove` says. Once the stock is out, nothing is left out.
 *
 * A position that is met in the middle of such moves may not deal, so it is remembered apart; one that was met at rest
 * has all that it has, and more.
 */
import { suitOf } from '@same-deal/engine';
import { createSeenSet } from '../seen-set.ts';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import type { Bounds } from '../solution.ts';
import type { BeamResult } from '../two-deck/beam.ts';
import { ALL_HOME, newStore } from '../two-deck/table.ts';
import { createKinderGame } from './hopeless.ts';
import { createShifts, takes } from './shifts.ts';
import { FOUNDATIONS, HOME, LEFT, PILE_BYTES, PILES, SPACE, wantedBy, WASTE } from './table.ts';
import type { SquareTable } from './table.ts';

/** Initial room for positions that wait to be searched; it grows. */
const FIRST_ROOM = 256;
const ALL_SUITS = 15;
/** What `isHopeless` may try: much at the first positions, where it may settle the whole deal, and little at the others. */
const FIRST_POSITIONS = 32;
const PARKINGS_AT_FIRST = 5000;
const PARKINGS = 3;
/** Tells the hash of a position in the middle of moves within the table from its hash at rest. */
const IN_THE_MIDDLE = 0x5bd1e995;

/** @returns `undecided` if it met a limit */
export function searchColumns(table: SquareTable, { shouldStop, memoryBytes }: Bounds): BeamResult {
  const { stride, piles } = table;
  const wastePile = FOUNDATIONS + piles;
  const stockPile = wastePile + 1;
  const { isHopeless, suitsToMove } = createKinderGame(table);
  const shifts = createShifts(table);
  const seen = createSeenSet(memoryBytes);
  /** Positions that wait, the next one last; for each the number of them before it on its line, and whether it is at rest. */
  let waiting = newStore(FIRST_ROOM, stride);
  let room = FIRST_ROOM;
  let depths = new Int32Array(room);
  let areAtRest = new Uint8Array(room);
  let size = 0;
  /** The positions of the line that is searched. */
  let line = newStore(FIRST_ROOM, stride);
  let positions = 0;

  function makeRoom(): void {
    const oldWaiting = waiting;
    const oldDepths = depths;
    const oldAreAtRest = areAtRest;
    room *= 2;
    waiting = newStore(room, stride);
    waiting.bytes.set(oldWaiting.bytes);
    depths = new Int32Array(room);
    depths.set(oldDepths);
    areAtRest = new Uint8Array(room);
    areAtRest.set(oldAreAtRest);
  }

  /** Calls for every move to be searched from the positions that were collected. */
  function eachMove(
    isAtRest: boolean,
    visit: (n: number, move: number, isAtRest: boolean) => void,
  ): void {
    const { bytes } = shifts.store;
    const left = bytes[LEFT]!;
    const onWaste = bytes[WASTE]!;
    if (left > 0 && isAtRest) visit(0, (stockPile << 5) | wastePile, true);
    const suits = left === 0 ? ALL_SUITS : onWaste > 0 ? suitsToMove(shifts.store, 0) : 0;
    if (suits < 0) return;
    const wasteCard = onWaste > 0 ? bytes[table.wasteAt + onWaste - 1]! : SPACE;
    for (let n = 0; n < shifts.count; n++) {
      const at = n * stride;
      for (let from = 0; from <= piles; from++) {
        const isWaste = from === piles;
        const card = isWaste ? wasteCard : bytes[at + PILES + PILE_BYTES * from + 1]!;
        if (card === SPACE) continue;
        const suit = suitOf(card);
        if (!isWaste && !((suits >> suit) & 1)) continue;
        const source = (FOUNDATIONS + from) << 5;
        const isRestAfter = isWaste || left === 0;
        // A card that leaves a longer run for another run is a shift.
        if (isWaste || bytes[at + PILES + PILE_BYTES * from] === card) {
          for (let to = 0; to < piles; to++) {
            if (to === from || !takes(bytes, at, to, card)) continue;
            visit(n, source | (FOUNDATIONS + to), isRestAfter);
          }
        }
        // Shifts change neither spaces nor foundations.
        if (isWaste && n > 0) continue;
        if (isWaste) {
          const space = firstSpace(bytes, piles);
          if (space >= 0) visit(n, source | (FOUNDATIONS + space), true);
        }
        if (wantedBy(bytes[at + HOME + suit]!, suit) === card) visit(n, source | suit, isRestAfter);
      }
    }
  }

  /** The table's moves along the line, up to the position at `depth` of it. */
  function lineTo(depth: number): number[] {
    const moves: number[] = [];
    const scratch = newStore(1, stride);
    for (let d = 0; d < depth; d++) {
      const next = line.bytes.subarray((d + 1) * stride, (d + 2) * stride);
      let found: number[] | undefined;
      shifts.collect(line, d * stride);
      eachMove(true, (n, move) => {
        if (found) return;
        scratch.bytes.set(shifts.store.bytes.subarray(n * stride, (n + 1) * stride));
        table.play(scratch, 0, move);
        // Byte by byte: positions of one hash may have their columns in another order.
        if (scratch.bytes.some((byte, at) => byte !== next[at])) return;
        found = [...shifts.lineTo(n), move];
      });
      moves.push(...(found ?? []));
    }
    return moves;
  }

  table.begin(waiting, 0);
  areAtRest[0] = 1;
  size = 1;
  while (size > 0) {
    const at = --size * stride;
    const isAtRest = areAtRest[size] === 1;
    const depth = depths[size]!;
    if ((depth + 1) * stride > line.bytes.length) {
      const old = line;
      line = newStore((2 * old.bytes.length) / stride, stride);
      line.bytes.set(old.bytes);
    }
    line.bytes.set(waiting.bytes.subarray(at, at + stride), depth * stride);
    if (table.home(waiting, at) === ALL_HOME) {
      return { verdict: 'won', line: lineTo(depth), positions };
    }
    shifts.collect(waiting, at);
    const { high, low } = shifts;
    if (!isAtRest && seen.has(high, low)) continue;
    if (!seen.add(isAtRest ? high : high ^ IN_THE_MIDDLE, low)) {
      if (seen.isFull) return { verdict: 'undecided', line: [], positions };
      continue;
    }
    positions++;
    if (positions % POSITIONS_BETWEEN_ASKING === 0 && shouldStop()) {
      return { verdict: 'undecided', line: [], positions };
    }
    const parkings = positions > FIRST_POSITIONS ? PARKINGS : PARKINGS_AT_FIRST;
    if (isHopeless(shifts.store, 0, parkings)) continue;
    eachMove(isAtRest, (n, move, isRestAfter) => {
      if (size === room) makeRoom();
      const child = size * stride;
      waiting.bytes.set(shifts.store.bytes.subarray(n * stride, (n + 1) * stride), child);
      table.play(waiting, child, move);
      depths[size] = depth + 1;
      areAtRest[size] = isRestAfter ? 1 : 0;
      size++;
    });
  }
  return { verdict: 'lost', line: [], positions };
}

/** The first empty column of the store's first position, or −1. */
function firstSpace(bytes: Uint8Array, piles: number): number {
  for (let p = 0; p < piles; p++) if (bytes[PILES + PILE_BYTES * p] === SPACE) return p;
  return -1;
}
