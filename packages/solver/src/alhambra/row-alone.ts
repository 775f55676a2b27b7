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
import { FIRST_RESERVE, KING_FOUNDATIONS, RESERVES, STOCK, WASTE } from './pass.ts';

const RANKS = CARDS_IN_PACK / SUITS.length;
const FOUNDATIONS = 2 * SUITS.length;
/** Turns are told in four bits: a foundation takes thirteen cards. */
const TURNS = 16;
const NO_TURN = 255;
const IN_RESERVE = -1;

/** One way to share the cards of a suit among its ace and its king foundation. */
interface Way {
  /** For each card of the row, if it is of the suit, `foundation × TURNS + its turn there`; else `NO_TURN`. */
  readonly turns: Uint8Array;
  /** The turns on each foundation that reserve cards take, as bits. */
  readonly open: Uint16Array;
}

/**
 * @param most ends the attempt after so many plays of the kinder game
 * @returns true if the position is lost; false if its row comes home with the reserve open, which proves
 *   nothing; undefined if the effort ended before
 */
export type ProveRowLost = (most: number, shouldStop: () => boolean) => boolean | undefined;

export function createRowProof({ piles, counters }: Position): ProveRowLost {
  const waste = pileAt(piles, WASTE);
  const row = [...waste, ...pileAt(piles, STOCK).slice().reverse()];
  const playOut = createPlayOut(row.length, waste.length, 1 + (counters[0] ?? 0), countsOf(piles));
  // Suits in the order of the row, so that their names change nothing; then the fewest ways first.
  const alone = [...new Set(row.map(suitOf))]
    .map((suit) => waysOf(piles, row, suit).filter((way) => playOut([way])))
    .toSorted(byCount);

  return (most, shouldStop) => {
    let plays = 0;
    let isSpent = false;
    const comesHome = (ways: readonly Way[]): boolean => {
      plays++;
      isSpent ||= plays > most || (plays % POSITIONS_BETWEEN_ASKING === 0 && shouldStop());
      return playOut(ways);
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

/** Cards on each suit's ace and king foundation, side by side. */
const countsOf = (piles: Position['piles']): Uint8Array =>
  Uint8Array.from(
    { length: FOUNDATIONS },
    (_, n) => pileAt(piles, (n >> 1) + (n & 1) * KING_FOUNDATIONS).length,
  );

/** All ways to share the suit's cards that are not home. */
function waysOf(piles: Position['piles'], row: readonly number[], suit: number): Way[] {
  const up = pileAt(piles, suit).length;
  const reserve = piles.slice(FIRST_RESERVE, FIRST_RESERVE + RESERVES).flat();
  let ways: Way[] = [
    { turns: new Uint8Array(row.length).fill(NO_TURN), open: new Uint16Array(FOUNDATIONS) },
  ];
  for (let rank = 0; rank < RANKS; rank++) {
    const isIt = (card: number) => suitOf(card) === suit && rankOf(card) === rank;
    const places = [
      ...row.flatMap((card, place) => (isIt(card) ? [place] : [])),
      ...reserve.filter(isIt).map(() => IN_RESERVE),
    ];
    const [first, second] = places;
    if (first === undefined) continue;
    const goesUp = (way: Way, place: number) => withTurn(way, place, 2 * suit, rank);
    const goesDown = (way: Way, place: number) => withTurn(way, place, 2 * suit + 1, KING - rank);
    if (second === undefined) {
      const goes = rank < up ? goesDown : goesUp;
      ways = ways.map((way) => goes(way, first));
    } else {
      ways = ways.flatMap((way) => {
        const share = goesDown(goesUp(way, first), second);
        return first === second ? [share] : [share, goesDown(goesUp(way, second), first)];
      });
    }
  }
  return ways;
}

function withTurn({ turns, open }: Way, place: number, foundation: number, turn: number): Way {
  const next = { turns: turns.slice(), open: open.slice() };
  if (place === IN_RESERVE) next.open[foundation]! |= 1 << turn;
  else next.turns[place] = foundation * TURNS + turn;
  return next;
}

/**
 * Plays the kinder game with the cards of some suits alone, and says whether they come home.
 * @param turned so many cards of the row lie on the waste
 * @param counts cards on each foundation
 */
function createPlayOut(
  rowLength: number,
  turned: number,
  passes: number,
  counts: Uint8Array,
): (ways: readonly Way[]) => boolean {
  const row = new Uint8Array(rowLength);
  /** The turn that each foundation waits for. */
  const next = new Uint8Array(FOUNDATIONS);
  const open = new Uint16Array(FOUNDATIONS);

  function takeOpen(foundation: number): void {
    while ((open[foundation]! >> next[foundation]!) & 1) next[foundation]!++;
  }

  return (ways) => {
    next.set(counts);
    open.fill(0);
    let length = 0;
    let onWaste = 0;
    for (const way of ways) {
      for (let n = 0; n < FOUNDATIONS; n++) open[n]! |= way.open[n]!;
    }
    for (let n = 0; n < FOUNDATIONS; n++) takeOpen(n);
    for (let place = 0; place < rowLength; place++) {
      for (const { turns } of ways) {
        if (turns[place] === NO_TURN) continue;
        row[length++] = turns[place]!;
        if (place < turned) onWaste++;
      }
    }

    for (let pass = 0; pass < passes; pass++) {
      // The waste grows at the front of the row, which has been dealt beyond it.
      let height = 0;
      for (let dealt = 0; dealt < length; dealt++) {
        row[height++] = row[dealt]!;
        if (dealt + 1 < onWaste) continue;
        while (height > 0) {
          const foundation = Math.floor(row[height - 1]! / TURNS);
          if (next[foundation] !== row[height - 1]! % TURNS) break;
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
