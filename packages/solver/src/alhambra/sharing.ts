/**
 * Which of two equal cards is to go home on the ace foundation, and which on the king foundation: looked for so that the
 * row comes home by the kinder rules of row-alone.ts. Not to find such a sharing proves nothing.
 */
import { CARDS_IN_PACK, faceOf, KING, pileAt, rankOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { CARDS, FIRST_RESERVE, SUIT } from './pass.ts';
import { openTableOf } from './row-alone.ts';
import type { OpenTable } from './row-alone.ts';

const FOUNDATIONS = 8;
export const NO_CARD = 255;
export const RANK = Uint8Array.from({ length: CARDS }, (_, card) => rankOf(card));
/** A sharing that leaves so many cards more is kept with a chance of 1/e. */
const TEMPERATURE = 0.5;
/** How often two pairs of cards are shared anew at a time. */
const CHANGE_TWO = 0.3;

export interface Sharing {
  /** Whether a card is to go home on the ace foundation. */
  readonly isUp: Uint8Array;
  /** For each card the one equal to it; `NO_CARD` unless both were not home at first. */
  readonly twins: Uint8Array;
  /** Of each two equal cards that are both not home, one. */
  readonly pairs: Uint8Array;
  pairCount: number;
  /** The kinder game. */
  readonly open: OpenTable;
  /** Exchanges a card with the one equal to it. */
  swap(card: number): void;
  /** Plays the kinder game: the number of cards that do not come home. */
  left(): number;
  /**
   * Exchanges equal cards, a few at a time, and keeps what leaves no more cards, or not many more; so often at most.
   * Returns whether the row comes home.
   */
  improve(most: number): boolean;
}

/** The usual sharing of a position: of two equal cards the first goes up. */
export function sharingOf(position: Position, random: () => number): Sharing {
  const { piles } = position;
  const isUp = new Uint8Array(CARDS);
  const twins = new Uint8Array(CARDS).fill(NO_CARD);
  const pairs = new Uint8Array(CARDS);
  const seen = new Uint8Array(CARDS_IN_PACK).fill(NO_CARD);
  const open = openTableOf(position);
  const next = new Uint8Array(FOUNDATIONS);
  const inReserve = new Uint16Array(FOUNDATIONS);
  const row = new Uint8Array(CARDS);
  let first = 0;
  for (const card of piles.slice(FIRST_RESERVE).flat()) {
    const twin = seen[faceOf(card)]!;
    if (twin === NO_CARD) {
      seen[faceOf(card)] = card;
      // If its twin is home: on the way up, if that has come so far.
      isUp[card] = pileAt(piles, SUIT[card]!).length > rankOf(card) ? 0 : 1;
    } else {
      twins[card] = twin;
      twins[twin] = card;
      pairs[first++] = card;
    }
  }

  const foundationOf = (card: number): number => 2 * SUIT[card]! + 1 - isUp[card]!;
  const turnOf = (card: number): number => (isUp[card] ? RANK[card]! : KING - RANK[card]!);

  function takeReserve(foundation: number): void {
    while ((inReserve[foundation]! >> next[foundation]!) & 1) next[foundation]!++;
  }

  return {
    isUp,
    twins,
    pairs,
    pairCount: first,
    open,

    swap(card) {
      const twin = twins[card]!;
      const was = isUp[card]!;
      isUp[card] = 1 - was;
      isUp[twin] = was;
    },

    left() {
      next.set(open.counts);
      inReserve.fill(0);
      for (let n = 0; n < open.reserved; n++) {
        const card = open.reserve[n]!;
        inReserve[foundationOf(card)]! |= 1 << turnOf(card);
      }
      for (let foundation = 0; foundation < FOUNDATIONS; foundation++) takeReserve(foundation);
      row.set(open.row);
      let { length, turned } = open;
      for (let pass = 0; pass < open.passes; pass++) {
        // The waste grows at the front of the row, which has been dealt beyond it.
        let height = 0;
        for (let dealt = 0; dealt < length; dealt++) {
          row[height++] = row[dealt]!;
          if (dealt + 1 < turned) continue;
          while (height > 0) {
            const card = row[height - 1]!;
            const foundation = foundationOf(card);
            if (next[foundation] !== turnOf(card)) break;
            height--;
            next[foundation]!++;
            takeReserve(foundation);
          }
        }
        length = height;
        turned = 0;
      }
      return CARDS - next.reduce((sum, cards) => sum + cards, 0);
    },

    improve(most) {
      let left = this.left();
      for (let n = 0; left > 0 && n < most && this.pairCount > 0; n++) {
        const one = pairs[Math.floor(random() * this.pairCount)]!;
        const other = random() < CHANGE_TWO ? pairs[Math.floor(random() * this.pairCount)]! : one;
        this.swap(one);
        if (other !== one) this.swap(other);
        const now = this.left();
        if (now <= left - TEMPERATURE * Math.log(random())) left = now;
        else {
          this.swap(one);
          if (other !== one) this.swap(other);
        }
      }
      return left === 0;
    },
  };
}
