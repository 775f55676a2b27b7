/**
 * The exact search for Bisley. Its states are not tables but the sets of cards that still rest where
 * they lay at the start. The rest of the table follows, up to reversible moves:
 *
 * - Cards go home as soon as they can; waiting gains nothing. So lifted cards below the
 *   lowest resting card of their suit, or above the highest, are home.
 * - The lifted cards between two resting cards of a suit lie on the lower one (going up), on the
 *   higher one (going down), or split between them; while both show they can be handed over one by one. A
 *   resting card carries lifted cards on one side only.
 * - Resting cards joined by such lifted cards are a group. A group of n cards has n − 1 gaps to be
 *   carried, so at most one card carries nothing, and by handing over that can be any one as long as
 *   all of them show: the group is free, and each of its cards can be relieved and lifted. If one is
 *   covered, all the others carry, and none can be lifted until it shows: the group is locked.
 *
 * So a card can be lifted if it shows, its group is free, and there is a place for it: home, on lifted
 * cards beside it, or on a resting neighbour in rank whose group is free. That joins the groups on
 * both sides of it. The search is exact, and there are far fewer sets of resting cards than tables.
 * docs/winnability.md has the whole argument.
 */
import { CARDS_IN_PACK, rankOf, suitOf, SUITS } from '@same-deal/engine';
import type { Card, Pile } from '@same-deal/engine';
import { createKeySet } from '../key-set.ts';
import { POSITIONS_BETWEEN_ASKING } from '../solution.ts';
import type { Bounds, Verdict } from '../solution.ts';
import {
  besideAny,
  betweenLifted,
  betweenNeighbours,
  freeCards,
  highestRank,
  lowestRank,
  RANKS,
} from './groups.ts';

export interface Search {
  readonly verdict: Verdict;
  /** The cards in the order in which they leave the places where they lay; empty unless won. */
  readonly lifted: readonly Card[];
  readonly positions: number;
}

const NONE = -1;

/**
 * Searches for an order of lifts that wins.
 * @param columns the columns of a position, each from its base; a position has no other state
 */
export function searchLifts(columns: readonly Pile[], { shouldStop, memoryBytes }: Bounds): Search {
  /** For each card: the card it lies on, and the weight of one card of its column in the key. */
  const below = new Int8Array(CARDS_IN_PACK).fill(NONE);
  const weight = new Int32Array(CARDS_IN_PACK);
  /** For each suit, as sets of ranks: the cards that rest, and those that rest and show. */
  const resting = new Int32Array(SUITS.length);
  const showing = new Int32Array(SUITS.length);
  /**
   * How many cards rest in each column, as one number in mixed radix: unique for each set of resting
   * cards, and for 52 cards in 12 or 13 columns below 5¹³ < 2³¹.
   */
  let key = 0;
  let columnWeight = 1;
  for (const column of columns) {
    for (const [at, card] of column.entries()) {
      below[card] = column[at - 1] ?? NONE;
      weight[card] = columnWeight;
      change(resting, card);
      if (at === column.length - 1) change(showing, card);
    }
    key += columnWeight * column.length;
    columnWeight *= column.length + 1;
  }
  const lifted: Card[] = [];

  function change(sets: Int32Array, card: Card): void {
    const suit = suitOf(card);
    sets[suit] = (sets[suit] ?? 0) ^ (1 << rankOf(card));
  }

  function lift(card: Card): void {
    change(resting, card);
    change(showing, card);
    const under = below[card] ?? NONE;
    if (under !== NONE) change(showing, under);
    key -= weight[card] ?? 0;
    lifted.push(card);
  }

  function putBackUntil(count: number): void {
    while (lifted.length > count) {
      const card = lifted.pop() ?? NONE;
      change(resting, card);
      change(showing, card);
      const under = below[card] ?? NONE;
      if (under !== NONE) change(showing, under);
      key += weight[card] ?? 0;
    }
  }

  /**
   * Lifts every card whose lifting never does harm: one that goes home, or one between lifted cards,
   * which joins no groups.
   */
  function settle(): void {
    // One card at a time, as lifting it may make another one unsafe. Ends when no suit has any.
    for (let suit = 0, without = 0; without < SUITS.length; suit = (suit + 1) % SUITS.length) {
      const rests = resting[suit] ?? 0;
      const ends = rests && (1 << lowestRank(rests)) | (1 << highestRank(rests));
      const safe = freeCards(rests, showing[suit] ?? 0) & (ends | betweenLifted(rests));
      if (safe) lift(RANKS * suit + lowestRank(safe));
      without = safe ? 0 : without + 1;
    }
  }

  const shown = new Int32Array(SUITS.length);
  const left = new Int32Array(SUITS.length);

  /**
   * Whether some card could not be lifted even if joining groups did no harm: then the position is
   * lost. Under that assumption cards that show or are free stay so, so the order does not matter.
   */
  function isHopeless(): boolean {
    shown.set(showing);
    left.set(resting);
    for (let suit = 0, without = 0; without < SUITS.length; suit = (suit + 1) % SUITS.length) {
      const rests = resting[suit] ?? 0;
      const stay = left[suit] ?? 0;
      const ends = stay && (1 << lowestRank(stay)) | (1 << highestRank(stay));
      const free = freeCards(rests, shown[suit] ?? 0);
      const canLeave = stay & free & (~betweenNeighbours(rests) | besideAny(free) | ends);
      without = canLeave ? 0 : without + 1;
      left[suit] = stay ^ canLeave;
      for (let set = canLeave; set; set &= set - 1) {
        const under = below[RANKS * suit + lowestRank(set)] ?? NONE;
        if (under !== NONE) change(shown, under);
      }
    }
    return left.some((stay) => stay !== 0);
  }

  const seen = createKeySet(memoryBytes);
  let positions = 0;
  let isStopped = false;

  /** Whether the position can be won; if so, `lifted` holds how. Otherwise it is restored. */
  function search(): boolean {
    const before = lifted.length;
    settle();
    if (key === 0) return true;
    if (seen.add(key)) {
      positions++;
      if (positions % POSITIONS_BETWEEN_ASKING === 0 && shouldStop()) isStopped = true;
      if (!isStopped && !isHopeless() && tryLifts()) return true;
    } else if (seen.isFull) isStopped = true;
    putBackUntil(before);
    return false;
  }

  function tryLifts(): boolean {
    for (let suit = 0; suit < SUITS.length; suit++) {
      const rests = resting[suit] ?? 0;
      const free = freeCards(rests, showing[suit] ?? 0);
      const open = free & (~betweenNeighbours(rests) | besideAny(free));
      for (let set = open; set && !isStopped; set &= set - 1) {
        const card = RANKS * suit + lowestRank(set);
        // Lifting the last card of a column uncovers nothing, and an empty column is of no use.
        if (below[card] === NONE) continue;
        lift(card);
        if (search()) return true;
        putBackUntil(lifted.length - 1);
      }
    }
    return false;
  }

  const isWon = search();
  return {
    verdict: isWon ? 'won' : isStopped ? 'undecided' : 'lost',
    lifted,
    positions: Math.max(1, positions),
  };
}
