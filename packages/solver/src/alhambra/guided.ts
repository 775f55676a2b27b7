/**
 * Searches for a win depth first, and turns back where no sharing of equal cards is found that brings the row home with
 * the reserve open (row-alone.ts): what fails by those kinder rules fails by the true ones. The converse holds so often
 * that most lines that are never turned back win, where plans (plan.ts) find nothing.
 *
 * A sharing is looked for by changing that of the position before (sharing.ts). Not to find one proves nothing, so this
 * search never says that a position is lost. It begins anew often, in another order, as a wrong turn at the start costs
 * more than the start.
 */
import { pileAt } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { createSeenSet } from '../seen-set.ts';
import { randomFractions } from './random.ts';
import { ALL_HOME, MOST_MOVES, newStore } from '../two-deck/table.ts';
import type { Store } from '../two-deck/table.ts';
import { CARDS, FIRST_RESERVE, RESERVES, STOCK, SUIT } from './pass.ts';
import { NO_CARD, RANK, sharingOf } from './sharing.ts';
import { alhambraTable, readOpenTable } from './table.ts';

/** Sharings tried at the first position; others begin with one that nearly did. */
const SHARINGS_AT_FIRST = 2000;
/** What a try may use, by turns: most are short, and every fourth is patient. */
const SHORT = { sharings: 150, positions: 2500 };
const PATIENT = { sharings: 600, positions: 6000 };
const TRIES = [SHORT, SHORT, SHORT, PATIENT];
/** How often moves are tried in another order than the table's, dealing last. */
const SHUFFLE = 0.3;
/** Fewer than elsewhere: a position may take a millisecond. */
const POSITIONS_BETWEEN_ASKING = 4;
/** A try meets few positions. */
const SEEN_BYTES = 2 ** 20;

export interface GuidedSearch {
  /** Meets so many positions at most; the moves of a win as soon as there is one. */
  tryPositions(most: number, shouldStop: () => boolean): Move[] | undefined;
  /** Positions met so far. */
  readonly positions: number;
}

export function createGuidedSearch(position: Position, seed: number): GuidedSearch {
  const table = alhambraTable(position);
  const { stride } = table;
  const random = randomFractions(seed);
  const hasSharing = createSharings(position, random);
  const choices = new Uint16Array(MOST_MOVES);
  let store = newStore(2 * CARDS, stride);
  let tries = 0;
  let positions = 0;

  /** The moves from a position of the line, in the order of trying. */
  function movesFrom(at: number): Uint16Array {
    const count = table.moves(store, at, choices);
    const moves = choices.slice(0, count);
    // The table lists dealing last, which cannot be taken back.
    const last = count > 0 && moves[count - 1]! >> 5 === STOCK ? count - 1 : count;
    if (random() >= SHUFFLE) return moves;
    for (let n = 0; n + 1 < last; n++) {
      const m = n + Math.floor(random() * (last - n));
      [moves[n], moves[m]] = [moves[m]!, moves[n]!];
    }
    return moves;
  }

  /** One try; it ends with a win, or without. */
  function tryLine(
    most: number,
    sharings: number,
    shouldStop: () => boolean,
  ): number[] | undefined {
    const seen = createSeenSet(SEEN_BYTES);
    const moves: Uint16Array[] = [];
    const next: number[] = [];
    const enter = (depth: number) => {
      positions++;
      const isFirst = depth === 0;
      const tried = isFirst ? SHARINGS_AT_FIRST : sharings;
      moves[depth] = hasSharing(store, depth * stride, tried, isFirst)
        ? movesFrom(depth * stride)
        : new Uint16Array();
      next[depth] = 0;
    };
    const until = positions + most;
    table.begin(store, 0);
    enter(0);
    for (let depth = 0; depth >= 0;) {
      const move = moves[depth]![next[depth]!++];
      if (move === undefined) {
        depth--;
        continue;
      }
      const child = (depth + 1) * stride;
      if (child + stride > store.bytes.length) {
        const longer = newStore((2 * store.bytes.length) / stride, stride);
        longer.bytes.set(store.bytes);
        store = longer;
      }
      store.bytes.copyWithin(child, child - stride, child);
      table.play(store, child, move);
      if (table.home(store, child) === ALL_HOME) {
        return next.slice(0, depth + 1).map((tried, n) => moves[n]![tried - 1]!);
      }
      if (!seen.add(store.words[(child >> 2) + 1]!, store.words[child >> 2]!)) continue;
      if (positions >= until) return undefined;
      if (positions % POSITIONS_BETWEEN_ASKING === 0 && shouldStop()) return undefined;
      enter(++depth);
    }
    return undefined;
  }

  return {
    tryPositions(most, shouldStop) {
      for (const until = positions + most; positions < until && !shouldStop(); tries++) {
        const next = TRIES[tries % TRIES.length]!;
        const line = tryLine(
          Math.min(next.positions, until - positions),
          next.sharings,
          shouldStop,
        );
        if (line) return table.lineOf(line);
      }
      return undefined;
    },
    get positions() {
      return positions;
    },
  };
}

/**
 * @returns looks for a sharing that brings the row of a position home, after so many tries at most, beginning with the
 *   usual one or the last one; false proves nothing
 */
function createSharings(
  position: Position,
  random: () => number,
): (store: Store, at: number, most: number, isUsual: boolean) => boolean {
  const columns = Array.from({ length: RESERVES }, (_, n) =>
    pileAt(position.piles, FIRST_RESERVE + n),
  );
  const sharing = sharingOf(position, random);
  const { isUp, twins, pairs, open } = sharing;
  const isThere = new Uint8Array(CARDS);

  return (store, at, most, isUsual) => {
    readOpenTable(columns, store, at, open);
    isThere.fill(0);
    for (let n = 0; n < open.length; n++) isThere[open.row[n]!] = 1;
    for (let n = 0; n < open.reserved; n++) isThere[open.reserve[n]!] = 1;
    sharing.pairCount = 0;
    for (let card = 0; card < CARDS; card++) {
      if (!isThere[card]) continue;
      const twin = twins[card]!;
      if (twin === NO_CARD || !isThere[twin]) {
        // Its twin is home: on the way up, if that has come so far.
        isUp[card] = open.counts[2 * SUIT[card]!]! > RANK[card]! ? 0 : 1;
      } else if (card < twin) {
        pairs[sharing.pairCount++] = card;
        if (isUsual) isUp[card] = 1;
        isUp[twin] = 1 - isUp[card]!;
      }
    }
    return sharing.improve(most);
  };
}
