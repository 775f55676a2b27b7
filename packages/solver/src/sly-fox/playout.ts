import { CARDS_IN_PACK, faceOf, suitOf } from '@same-deal/engine';
import { ALL_HOME } from '../two-deck/table.ts';
import type { Store } from '../two-deck/table.ts';
import { BELOW, DOWN, LEFT, NONE, OPENING, PLACED, RESERVES, TOPS, UP } from './table.ts';
import type { FoxTable } from './table.ts';

/** What a card that comes home is worth: more than all others could lose by coming late. */
export const A_CARD = 512;

/**
 * Creates a function that scores a position by how many cards would come home, and how early, if from
 * here on every card of the stock could be laid on a place of its own, where it covers nothing and
 * nothing covers it, and cards went home greedily.
 *
 * Cards on the reserve are never rearranged: one laid on a card that is wanted sooner stays in the way.
 * The playout finds at once which of the cards laid so far will block the rest of the game, long before
 * their suits get that far. How early they come home tells apart positions from which equally many would:
 * what is at home lies in nobody's way.
 * @returns `A_CARD` for each card that comes home, less 1 for each batch that ends before it is there
 */
export function createPlayout(table: FoxTable): (store: Store, at: number) => number {
  const { stock } = table;
  const tops = new Uint8Array(RESERVES);
  /** By face: the piles it is on top of (two at most), how many those are, and how many copies lie alone. */
  const pilesWith = new Uint8Array(CARDS_IN_PACK * 2);
  const shown = new Uint8Array(CARDS_IN_PACK);
  const alone = new Uint8Array(CARDS_IN_PACK);
  const up = new Uint8Array(4);
  const down = new Uint8Array(4);
  /** A bit for each suit in which a card may now be able to go home. */
  let stirred = 0;

  function show(p: number, card: number): void {
    tops[p] = card;
    if (card === NONE) return;
    const face = faceOf(card);
    pilesWith[2 * face + shown[face]!] = p;
    shown[face] = shown[face]! + 1;
    stirred |= 1 << suitOf(face);
  }

  const isFree = (face: number): boolean => shown[face]! > 0 || alone[face]! > 0;

  /**
   * Removes a free card of that face, preferably one that covers another.
   * @returns false if there is none
   */
  function take({ bytes }: Store, at: number, face: number): boolean {
    const count = shown[face]!;
    if (count === 0) {
      if (alone[face] === 0) return false;
      alone[face] = alone[face]! - 1;
      return true;
    }
    let p = pilesWith[2 * face + count - 1]!;
    if (count === 2 && bytes[at + BELOW + tops[p]!] === NONE) {
      const other = pilesWith[2 * face]!;
      pilesWith[2 * face] = p;
      p = other;
    }
    shown[face] = count - 1;
    show(p, bytes[at + BELOW + tops[p]!]!);
    return true;
  }

  /** Where the foundations of a suit meet, any rank may go: the best is one that most others can follow. */
  function bestMeeting(suit: number): number {
    let best = -1;
    let longest = 0;
    let run = 0;
    for (let rank = 0; rank < 13; rank++) {
      run = isFree(13 * suit + rank) ? run + 1 : 0;
      if (run > longest) {
        longest = run;
        best = rank;
      }
    }
    return best;
  }

  function bringHome(store: Store, at: number): void {
    while (stirred !== 0) {
      const suit = 31 - Math.clz32(stirred);
      stirred &= ~(1 << suit);
      for (;;) {
        const ups = up[suit]!;
        const downs = down[suit]!;
        if (ups + downs === 13) {
          const rank = bestMeeting(suit);
          if (rank < 0) break;
          take(store, at, 13 * suit + rank);
          up[suit] = rank + 1;
          down[suit] = 13 - rank;
        } else if (ups < 13 && take(store, at, 13 * suit + ups)) {
          up[suit] = ups + 1;
        } else if (downs < 13 && take(store, at, 13 * suit + 12 - downs)) {
          down[suit] = downs + 1;
        } else {
          break;
        }
      }
    }
  }

  function cardsHome(): number {
    let home = 0;
    for (let suit = 0; suit < 4; suit++) home += up[suit]! + down[suit]!;
    return home;
  }

  /**
   * Plays the stock's next card: home if it can, else on a place of its own.
   * @returns whether it was placed
   */
  function turnUp(card: number): boolean {
    const face = faceOf(card);
    const suit = suitOf(face);
    const rank = face - 13 * suit;
    const ups = up[suit]!;
    const downs = down[suit]!;
    if (ups + downs === 13) {
      up[suit] = rank + 1;
      down[suit] = 13 - rank;
    } else if (rank === ups) {
      up[suit] = ups + 1;
    } else if (rank === 12 - downs) {
      down[suit] = downs + 1;
    } else {
      alone[face] = alone[face]! + 1;
      stirred |= 1 << suit;
      return true;
    }
    stirred |= 1 << suit;
    return false;
  }

  return (store, at) => {
    const { bytes } = store;
    shown.fill(0);
    alone.fill(0);
    stirred = 15;
    for (let suit = 0; suit < 4; suit++) {
      up[suit] = bytes[at + UP + suit]!;
      down[suit] = bytes[at + DOWN + suit]!;
    }
    for (let p = 0; p < RESERVES; p++) show(p, bytes[at + TOPS + p]!);

    let left = bytes[at + LEFT]!;
    let placed = bytes[at + PLACED] === OPENING ? 0 : bytes[at + PLACED]!;
    let late = 0;
    if (placed === 0 || left === 0) bringHome(store, at);
    while (left > 0) {
      const isPlaced = turnUp(stock[--left]!);
      if (isPlaced) placed = (placed + 1) % RESERVES;
      if (placed > 0 && left > 0) continue;
      bringHome(store, at);
      if (isPlaced || left === 0) late += ALL_HOME - cardsHome();
    }
    return A_CARD * cardsHome() - late;
  };
}
