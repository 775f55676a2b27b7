/**
 * Alhambra in bytes, move by move, for the plain beam. Waste and stock are two stacks that grow
 * towards each other from the ends of one row, so a card that is dealt moves from one to the other.
 */
import {
  CARDS_IN_PACK,
  faceOf,
  KING,
  moveBetween,
  pileAt,
  rankOf,
  suitOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { addToHash, HASH_BYTES } from '../two-deck/table.ts';
import type { Store, Table } from '../two-deck/table.ts';
import { randomWords } from '../zobrist.ts';
import { CARDS, FIRST_RESERVE, KING_FOUNDATIONS, RESERVES, STOCK, WASTE } from './pass.ts';

const SUITS = 4;
/** Where a position's bytes say what: the row, cards on waste and stock, redeals left, … */
const ROW = HASH_BYTES;
const HEIGHT = ROW + CARDS;
const LEFT = HEIGHT + 1;
const REDEALS = LEFT + 1;
/** … cards on each reserve pile, and on the ace and king foundations. */
const DEPTHS = REDEALS + 1;
const UP = DEPTHS + RESERVES;
const DOWN = UP + SUITS;
const STRIDE = (DOWN + SUITS + 3) & ~3;

/** Of the foundations nothing need be hashed: they hold what is nowhere else. */
const rowLow = randomWords(CARDS * CARDS_IN_PACK, 31);
const rowHigh = randomWords(CARDS * CARDS_IN_PACK, 32);
const depthLow = randomWords(RESERVES * (CARDS + 1), 33);
const depthHigh = randomWords(RESERVES * (CARDS + 1), 34);
const leftLow = randomWords(3 * (CARDS + 1), 35);
const leftHigh = randomWords(3 * (CARDS + 1), 36);
/** But how a suit's cards are shared among its two foundations is seen from nothing else. */
const upLow = randomWords(SUITS * 14, 37);
const upHigh = randomWords(SUITS * 14, 38);

export function alhambraTable(position: Position): Table {
  const columns = Array.from({ length: RESERVES }, (_, reserve) =>
    Uint8Array.from(pileAt(position.piles, FIRST_RESERVE + reserve)),
  );

  /** Puts a card into the row, or takes it out of it, as far as the hash is concerned. */
  function hashRow(store: Store, at: number, n: number, sign: 1 | -1): void {
    const index = n * CARDS_IN_PACK + faceOf(store.bytes[at + ROW + n]!);
    addToHash(store, at, sign * rowLow[index]!, sign * rowHigh[index]!);
  }

  function hashCounts(store: Store, at: number, sign: 1 | -1): void {
    const { bytes } = store;
    const index = bytes[at + REDEALS]! * (CARDS + 1) + bytes[at + LEFT]!;
    addToHash(store, at, sign * leftLow[index]!, sign * leftHigh[index]!);
  }

  function setDepth(store: Store, at: number, reserve: number, depth: number): void {
    const first = reserve * (CARDS + 1);
    const old = first + store.bytes[at + DEPTHS + reserve]!;
    const now = first + depth;
    addToHash(store, at, depthLow[now]! - depthLow[old]!, depthHigh[now]! - depthHigh[old]!);
    store.bytes[at + DEPTHS + reserve] = depth;
  }

  function push(store: Store, at: number, card: number): void {
    const height = store.bytes[at + HEIGHT]!;
    store.bytes[at + ROW + height] = card;
    hashRow(store, at, height, 1);
    store.bytes[at + HEIGHT] = height + 1;
  }

  function deal(store: Store, at: number): void {
    const left = store.bytes[at + LEFT]!;
    hashRow(store, at, CARDS - left, -1);
    const card = store.bytes[at + ROW + CARDS - left]!;
    hashCounts(store, at, -1);
    store.bytes[at + LEFT] = left - 1;
    hashCounts(store, at, 1);
    push(store, at, card);
  }

  function redeal(store: Store, at: number): void {
    const { bytes } = store;
    const height = bytes[at + HEIGHT]!;
    for (let n = 0; n < height; n++) hashRow(store, at, n, -1);
    // Turned over, the card at the bottom of the waste is the next one of the stock.
    bytes.copyWithin(at + ROW + CARDS - height, at + ROW, at + ROW + height);
    for (let n = CARDS - height; n < CARDS; n++) hashRow(store, at, n, 1);
    hashCounts(store, at, -1);
    bytes[at + HEIGHT] = 0;
    bytes[at + LEFT] = height;
    bytes[at + REDEALS] = bytes[at + REDEALS]! - 1;
    hashCounts(store, at, 1);
    deal(store, at);
  }

  function take(store: Store, at: number, from: number): number {
    const { bytes } = store;
    if (from === WASTE) {
      const height = bytes[at + HEIGHT]! - 1;
      hashRow(store, at, height, -1);
      bytes[at + HEIGHT] = height;
      return bytes[at + ROW + height]!;
    }
    const reserve = from - FIRST_RESERVE;
    const depth = bytes[at + DEPTHS + reserve]! - 1;
    setDepth(store, at, reserve, depth);
    return columns[reserve]![depth]!;
  }

  function bringHome(store: Store, at: number, card: number, to: number): void {
    const { bytes } = store;
    const suit = suitOf(card);
    if (to >= KING_FOUNDATIONS) {
      bytes[at + DOWN + suit] = bytes[at + DOWN + suit]! + 1;
      return;
    }
    const old = bytes[at + UP + suit]!;
    const index = suit * 14 + old;
    addToHash(store, at, upLow[index + 1]! - upLow[index]!, upHigh[index + 1]! - upHigh[index]!);
    bytes[at + UP + suit] = old + 1;
  }

  return {
    stride: STRIDE,

    begin(store, at) {
      const { bytes } = store;
      bytes.fill(0, at, at + STRIDE);
      const { piles } = position;
      bytes[at + REDEALS] = position.counters[0] ?? 0;
      const stock = pileAt(piles, STOCK);
      bytes[at + LEFT] = stock.length;
      bytes.set(stock.slice().reverse(), at + ROW + CARDS - stock.length);
      for (let n = CARDS - stock.length; n < CARDS; n++) hashRow(store, at, n, 1);
      for (const card of pileAt(piles, WASTE)) push(store, at, card);
      for (let reserve = 0; reserve < RESERVES; reserve++) {
        setDepth(store, at, reserve, pileAt(piles, FIRST_RESERVE + reserve).length);
      }
      for (let suit = 0; suit < SUITS; suit++) {
        bytes[at + UP + suit] = pileAt(piles, suit).length;
        bytes[at + DOWN + suit] = pileAt(piles, KING_FOUNDATIONS + suit).length;
      }
    },

    moves({ bytes }, at, into) {
      let count = 0;
      const addHome = (from: number, card: number) => {
        const suit = suitOf(card);
        const rank = rankOf(card);
        if (bytes[at + UP + suit] === rank) into[count++] = (from << 5) | suit;
        if (KING - bytes[at + DOWN + suit]! === rank) {
          into[count++] = (from << 5) | (KING_FOUNDATIONS + suit);
        }
      };
      const height = bytes[at + HEIGHT]!;
      const top = height > 0 ? bytes[at + ROW + height - 1]! : -1;
      if (top >= 0) addHome(WASTE, top);
      for (let reserve = 0; reserve < RESERVES; reserve++) {
        const depth = bytes[at + DEPTHS + reserve]!;
        if (depth === 0) continue;
        const card = columns[reserve]![depth - 1]!;
        addHome(FIRST_RESERVE + reserve, card);
        if (top < 0 || isBuilt(card, top)) {
          into[count++] = ((FIRST_RESERVE + reserve) << 5) | WASTE;
        }
      }
      if (bytes[at + LEFT]! > 0) into[count++] = (STOCK << 5) | WASTE;
      else if (height > 0 && bytes[at + REDEALS]! > 0) into[count++] = (WASTE << 5) | STOCK;
      return count;
    },

    play(store, at, move) {
      const from = move >> 5;
      const to = move & 31;
      if (from === STOCK) deal(store, at);
      else if (to === STOCK) redeal(store, at);
      else if (to === WASTE) push(store, at, take(store, at, from));
      else bringHome(store, at, take(store, at, from), to);
    },

    home({ bytes }, at) {
      let cards = 0;
      for (let f = at + UP; f < at + DOWN + SUITS; f++) cards += bytes[f]!;
      return cards;
    },

    lineOf: (moves) => moves.map((move) => moveBetween(move >> 5, move & 31)),
  };
}

function isBuilt(card: number, on: number): boolean {
  if (suitOf(card) !== suitOf(on)) return false;
  const apart = Math.abs(rankOf(card) - rankOf(on));
  return apart === 1 || apart === KING;
}
