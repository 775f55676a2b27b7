/**
 * The shortest wins of Bisley, by breadth-first search.
 *
 * A card that can go home goes at once, and no win gets longer by it: a card that would have been put on it later can
 * follow it home instead. So a win takes one move for each card that is not home, and one more for each time a card is
 * put on another; only those are choices. Layer n of the search holds the tables after n of them. They are so few that
 * most deals are searched exhaustively, and the first win found is then a shortest one. A layer wider than the search
 * allows is cut to its most promising tables, and from there on nothing is proved.
 */
import {
  CARDS_IN_PACK,
  moveBetween,
  rankOf,
  suitOf,
  SUITS,
  topOf,
  variantOf,
} from '@same-deal/engine';
import type { Card, Move, Position } from '@same-deal/engine';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import type { Bounds } from '../solution.ts';
import { highestRank, lowestRank } from './groups.ts';

export interface Shortest {
  /** A win of at most `most` moves; null if none was found. */
  readonly moves: readonly Move[] | null;
  /** Whether it is proved that there is no shorter win; without moves, none of at most `most`. */
  readonly isProved: boolean;
}

/** Layer widths: a quick win first, then a better one, then an exhaustive search within the bounds. */
const WIDTHS = [300, 5_000, Infinity];
/** The approximate memory of a visited table. */
const BYTES_A_TABLE = 300;
/** The worth of a card at home, where each card covering a wanted one costs 1. */
const CARD_HOME = 2;

/** A column is a string of cards, from its base: cheap to share and to compare. */
type Column = string;

interface Table {
  readonly columns: readonly Column[];
  /** For each suit, the set of ranks that are not home. */
  readonly left: readonly number[];
  /** The last card that was put on another, linked to those before; null at the start. */
  readonly last: Put | null;
}

interface Put {
  readonly card: Card;
  readonly on: Card;
  readonly before: Put | null;
}

/** A unique key of a table. The separator must be no card's character: a comma is the six of diamonds. */
const keyOf = (columns: readonly Column[]): string => columns.join('|');

const top = (column: Column): Card => column.charCodeAt(column.length - 1);
const base = (column: Column): Column => column.slice(0, -1);

/** Brings every card home that can go; updates `left` in place. */
function goHome(columns: readonly Column[], left: number[]): Column[] {
  const after = columns.slice();
  for (let n = 0, without = 0; without < after.length; n = (n + 1) % after.length) {
    const column = after[n] ?? '';
    const card = top(column);
    const suit = suitOf(card);
    const ranks = left[suit] ?? 0;
    const rank = rankOf(card);
    const goes = column !== '' && (rank === lowestRank(ranks) || rank === highestRank(ranks));
    if (goes) {
      left[suit] = ranks ^ (1 << rank);
      after[n] = base(column);
    }
    without = goes ? 0 : without + 1;
  }
  return after;
}

const cardsIn = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + column.length, 0);

/** How promising a table is: more with more cards home, and with fewer covering those wanted next. */
function promiseOf({ columns, left }: Table): number {
  let covering = 0;
  for (const column of columns) {
    for (let n = 0; n < column.length; n++) {
      const card = column.charCodeAt(n);
      const ranks = left[suitOf(card)] ?? 0;
      const rank = rankOf(card);
      if (rank === lowestRank(ranks) || rank === highestRank(ranks)) {
        covering += column.length - 1 - n;
      }
    }
  }
  return -CARD_HOME * cardsIn(columns) - covering;
}

/** @param most how many times cards may be put on others */
function searchLayers(
  start: Table,
  most: number,
  width: number,
  { shouldStop, memoryBytes }: Bounds,
): { won: Table | null; isWhole: boolean } {
  const seen = new Set([keyOf(start.columns)]);
  let layer = [start];
  let isWhole = true;
  for (let puts = 0; layer.length > 0; puts++) {
    const won = layer.find(({ columns }) => columns.every((column) => column === ''));
    if (won) return { won, isWhole };
    if (puts === most) return { won: null, isWhole };
    const next: Table[] = [];
    for (const table of layer) {
      const columnOf = new Int8Array(CARDS_IN_PACK).fill(-1);
      table.columns.forEach((column, n) => column !== '' && (columnOf[top(column)] = n));
      for (const [from, column] of table.columns.entries()) {
        if (column === '') continue;
        const card = top(column);
        for (const on of [card - 1, card + 1]) {
          const to = suitOf(on) === suitOf(card) ? (columnOf[on] ?? -1) : -1;
          if (to < 0) continue;
          const columns = table.columns.slice();
          columns[from] = base(column);
          columns[to] += column.charAt(column.length - 1);
          const left = table.left.slice();
          const home = goHome(columns, left);
          const key = keyOf(home);
          if (seen.has(key)) continue;
          seen.add(key);
          if (seen.size % POSITIONS_BETWEEN_ASKING === 0 && shouldStop()) {
            return { won: null, isWhole: false };
          }
          if (seen.size * BYTES_A_TABLE > memoryBytes) return { won: null, isWhole: false };
          next.push({ columns: home, left, last: { card, on, before: table.last } });
        }
      }
    }
    if (next.length > width) {
      isWhole = false;
      const promises = new Map(next.map((table) => [table, promiseOf(table)]));
      next.sort((a, b) => (promises.get(b) ?? 0) - (promises.get(a) ?? 0));
      next.length = width;
    }
    layer = next;
  }
  return { won: null, isWhole };
}

/** The moves of a win, from the cards that were put on others; those home follow. */
function movesOf(start: Position, last: Put | null): Move[] {
  const rules = variantOf(start.variant);
  const puts: Put[] = [];
  for (let put = last; put; put = put.before) puts.unshift(put);
  const moves: Move[] = [];
  let position = start;
  const play = (from: number, to: number) => {
    const move = moveBetween(from, to);
    position = rules.play(position, move);
    moves.push(move);
  };
  const pileShowing = (card: Card) =>
    position.piles.findIndex(
      (pile, n) => rules.piles[n]?.role === 'tableau' && topOf(pile) === card,
    );
  const homeward = () =>
    rules.legalMoves(position).find(({ to }) => rules.piles[to]?.role === 'foundation');
  const home = () => {
    for (let move = homeward(); move; move = homeward()) {
      position = rules.play(position, move);
      moves.push(move);
    }
  };
  home();
  for (const { card, on } of puts) {
    play(pileShowing(card), pileShowing(on));
    home();
  }
  return moves;
}

/**
 * A win of a Bisley position in at most `most` moves, as short as time and memory allow.
 * @param position of either variant
 * @param most one fewer than the moves of a win already found, to search for a shorter one
 */
export function shortestBisley(position: Position, most: number, bounds: Bounds): Shortest {
  const { piles } = variantOf(position.variant);
  const laid = position.piles.filter((_, n) => piles[n]?.role === 'tableau');
  const left = SUITS.map(() => 0);
  for (const card of laid.flat()) left[suitOf(card)]! |= 1 << rankOf(card);
  const columns = laid.map((pile) => String.fromCharCode(...pile));
  const cards = cardsIn(columns);
  const start = { columns: goHome(columns, left), left, last: null };
  let best: Table | null = null;
  let mostPuts = most - cards;
  for (const width of WIDTHS) {
    if (mostPuts < 0) return { moves: best && movesOf(position, best.last), isProved: true };
    const { won, isWhole } = searchLayers(start, mostPuts, width, bounds);
    if (won) {
      best = won;
      mostPuts = putsOf(won) - 1;
    }
    if (isWhole) return { moves: best && movesOf(position, best.last), isProved: true };
    if (bounds.shouldStop()) break;
  }
  return { moves: best && movesOf(position, best.last), isProved: false };
}

function putsOf({ last }: Table): number {
  let count = 0;
  for (let put = last; put; put = put.before) count++;
  return count;
}
