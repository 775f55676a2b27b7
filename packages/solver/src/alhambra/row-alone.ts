/**
 * A proof that an Alhambra position is lost: the row (waste and stock) does not come home in the passes that
 * are left even if every reserve card lies open, ready to go home at any time.
 *
 * Take any win and leave out the building. What is left of it wins that kinder game: a row card that was on
 * top still is, as cards only left the waste, and a reserve card goes home when it did. There nothing is
 * gained by waiting: once it is settled which of two equal cards goes up and which down, bring home what can
 * go home and deal, pass after pass. By induction over the deals no other play has a card home that this one
 * has not, as its waste holds no card more and the foundations are as far or farther. So each way to share
 * the equal cards takes one play of some microseconds, and if all ways fail, the position is lost.
 *
 * A suit has up to 2^11 ways in a deal. All four at once are too many, so suits are tried alone first, as
 * what is lost with the other suits' cards home is lost; then in pairs, and at last together. Each time only
 * the ways stay that have come home so far.
 */
import { CARDS_IN_PACK, KING, pileAt, rankOf, suitOf, SUITS } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import { CARDS, FIRST_RESERVE, KING_FOUNDATIONS, RESERVES, STOCK, WASTE } from './pass.ts';

const RANKS = CARDS_IN_PACK / SUITS.length;
const FOUNDATIONS = 2 * SUITS.length;
/** Turns are told in four bits: a foundation takes thirteen cards. */
const TURNS = 16;
const NO_TURN = 255;

/**
 * One way to share the cards of a suit among its ace and its king foundation: for each card
 * `foundation × TURNS + its turn there`, or `NO_TURN` if it is home or of another suit.
 */
export type Way = Uint8Array;

/** The kinder game as it begins. */
export interface OpenTable {
  /** Waste and stock in the order of dealing; of it `turned` cards lie on the waste. */
  readonly row: Uint8Array;
  length: number;
  turned: number;
  /** The reserve, in no order. */
  readonly reserve: Uint8Array;
  reserved: number;
  passes: number;
  /** Cards on each suit's ace and king foundation, side by side. */
  readonly counts: Uint8Array;
}

const createOpenTable = (): OpenTable => ({
  row: new Uint8Array(CARDS),
  length: 0,
  turned: 0,
  reserve: new Uint8Array(CARDS),
  reserved: 0,
  passes: 0,
  counts: new Uint8Array(FOUNDATIONS),
});

export function openTableOf({ piles, counters }: Position): OpenTable {
  const table = createOpenTable();
  const waste = pileAt(piles, WASTE);
  const row = [...waste, ...pileAt(piles, STOCK).slice().reverse()];
  const reserve = piles.slice(FIRST_RESERVE, FIRST_RESERVE + RESERVES).flat();
  table.row.set(row);
  table.length = row.length;
  table.turned = waste.length;
  table.reserve.set(reserve);
  table.reserved = reserve.length;
  table.passes = 1 + (counters[0] ?? 0);
  for (let suit = 0; suit < SUITS.length; suit++) {
    table.counts[2 * suit] = pileAt(piles, suit).length;
    table.counts[2 * suit + 1] = pileAt(piles, KING_FOUNDATIONS + suit).length;
  }
  return table;
}

/**
 * @param most ends the attempt after so many plays of the kinder game
 * @returns true if the position is lost; false if its row comes home with the reserve open, which proves
 *   nothing; undefined if the effort ended before
 */
export type ProveRowLost = (most: number, shouldStop: () => boolean) => boolean | undefined;

export function createRowProof(position: Position): ProveRowLost {
  const table = openTableOf(position);
  const playOut = createPlayOut();
  const row = [...table.row.subarray(0, table.length)];
  // Suits in the order of the row, so that their names change nothing; then the fewest ways first.
  const alone = [...new Set(row.map(suitOf))]
    .map((suit) => waysOf(table, suit, true).filter((way) => playOut(table, [way])))
    .toSorted(byCount);

  return (most, shouldStop) => {
    let plays = 0;
    let isSpent = false;
    const comesHome = (ways: readonly Way[]): boolean => {
      plays++;
      isSpent ||= plays > most || (plays % POSITIONS_BETWEEN_ASKING === 0 && shouldStop());
      return playOut(table, ways);
    };
    /** Whether ways of the suits that are left come home beside those chosen. */
    const isPossible = (chosen: readonly Way[], [ways, ...others]: readonly Way[][]): boolean => {
      if (!ways || isSpent) return true;
      return ways.some((way) => {
        const next = [...chosen, way];
        return comesHome(next) && isPossible(next, others);
      });
    };

    const left = [...alone];
    for (let n = 0; n < left.length; n++) {
      for (let m = n + 1; m < left.length; m++) {
        const partners = new Set<Way>();
        for (const way of left[n]!) {
          for (const other of left[m]!) {
            if (isSpent) return undefined;
            if (partners.has(way) && partners.has(other)) continue;
            if (comesHome([way, other])) partners.add(way).add(other);
          }
        }
        left[n] = left[n]!.filter((way) => partners.has(way));
        left[m] = left[m]!.filter((way) => partners.has(way));
      }
    }
    const isWayLeft = isPossible([], left.toSorted(byCount));
    return isSpent ? undefined : !isWayLeft;
  };
}

const byCount = (these: readonly Way[], those: readonly Way[]): number =>
  these.length - those.length;

/**
 * All ways to share the suit's cards that are not home.
 * @param isOpen whether the reserve stays open: of two cards in it, it does not matter then which goes up
 */
export function waysOf(
  { row, length, reserve, reserved, counts }: OpenTable,
  suit: number,
  isOpen: boolean,
): Way[] {
  const up = counts[2 * suit]!;
  const cards = [...row.subarray(0, length), ...reserve.subarray(0, reserved)];
  let ways: Way[] = [new Uint8Array(CARDS).fill(NO_TURN)];
  for (let rank = 0; rank < RANKS; rank++) {
    const [first, second] = cards.filter((card) => suitOf(card) === suit && rankOf(card) === rank);
    const upTurn = 2 * suit * TURNS + rank;
    const downTurn = (2 * suit + 1) * TURNS + KING - rank;
    if (first === undefined) continue;
    if (second === undefined) {
      for (const way of ways) way[first] = rank < up ? downTurn : upTurn;
      continue;
    }
    const areBothOpen = isOpen && cards.indexOf(first) >= length;
    const others = areBothOpen ? [] : ways.map((way) => way.slice());
    for (const [these, higher, lower] of [
      [ways, first, second],
      [others, second, first],
    ] as const) {
      for (const way of these) {
        way[higher] = upTurn;
        way[lower] = downTurn;
      }
    }
    ways = [...ways, ...others];
  }
  return ways;
}

/** Plays the kinder game with the cards of these ways alone, and says whether they come home. */
export function createPlayOut(): (table: OpenTable, ways: readonly Way[]) => boolean {
  const row = new Uint8Array(CARDS);
  /** The turn that each foundation waits for, and as bits those that reserve cards take. */
  const next = new Uint8Array(FOUNDATIONS);
  const open = new Uint16Array(FOUNDATIONS);

  function takeOpen(foundation: number): void {
    while ((open[foundation]! >> next[foundation]!) & 1) next[foundation]!++;
  }

  return (table, ways) => {
    let length = 0;
    let onWaste = 0;
    next.set(table.counts);
    open.fill(0);
    for (let n = 0; n < table.reserved; n++) {
      for (const way of ways) {
        const turn = way[table.reserve[n]!]!;
        if (turn !== NO_TURN) open[turn >> 4]! |= 1 << (turn & 15);
      }
    }
    for (let n = 0; n < FOUNDATIONS; n++) {
      // Its twin has gone the way that was its own.
      if (open[n]! & ((1 << next[n]!) - 1)) return false;
      takeOpen(n);
    }
    for (let place = 0; place < table.length; place++) {
      for (const way of ways) {
        const turn = way[table.row[place]!]!;
        if (turn === NO_TURN) continue;
        row[length++] = turn;
        if (place < table.turned) onWaste++;
      }
    }

    for (let pass = 0; pass < table.passes; pass++) {
      // The waste grows at the front of the row, which has been dealt beyond it.
      let height = 0;
      for (let dealt = 0; dealt < length; dealt++) {
        row[height++] = row[dealt]!;
        if (dealt + 1 < onWaste) continue;
        while (height > 0) {
          const foundation = row[height - 1]! >> 4;
          if (next[foundation] !== (row[height - 1]! & 15)) break;
          height--;
          next[foundation]!++;
          takeOpen(foundation);
        }
      }
      length = height;
      onWaste = 0;
    }
    return length === 0;
  };
}
