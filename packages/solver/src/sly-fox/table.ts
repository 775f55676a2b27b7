/**
 * Sly Fox in bytes. Each pile is given by its top card, and each card by the one it lies on; so
 * placing or taking a card changes two bytes. The hash ignores the order of the piles, which copy of a
 * card is which, and how the foundations of a suit share its cards while they meet: there the share
 * can be changed at will (SLY-8), so all shares are one position here, and `lineOf` inserts the
 * transfers.
 */
import { CARDS_IN_PACK, faceOf, KING, moveBetween, suitOf } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { addToHash, HASH_BYTES } from '../two-deck/table.ts';
import type { Store, Table } from '../two-deck/table.ts';
import { randomWords } from '../zobrist.ts';

const SUITS = 4;
const CARDS = 2 * CARDS_IN_PACK;
const BATCH = 20;
export const RESERVES = 20;
/** The engine's piles: ace foundations, king foundations, the reserve, the stock. */
const KING_FOUNDATIONS = SUITS;
const FIRST_RESERVE = 2 * SUITS;
const STOCK = FIRST_RESERVE + RESERVES;

/** Offsets within a position's bytes: cards on the ace foundations, … */
export const UP = HASH_BYTES;
/** … cards on the king foundations, … */
export const DOWN = UP + SUITS;
/** … cards placed of the batch, … */
export const PLACED = DOWN + SUITS;
/** … cards left in the stock, … */
export const LEFT = PLACED + 1;
/** … the top card of each reserve pile, and for each card on the reserve the one below it. */
export const TOPS = LEFT + 1;
export const BELOW = TOPS + RESERVES;
/** No card: a space, or nothing below. */
export const NONE = 255;
/** The value of `PLACED` until the first card is placed. */
export const OPENING = 255;
const STRIDE = (BELOW + CARDS + 3) & ~3;

/** Moves are `from << 5 | to`: from a reserve pile or the stock, to a reserve pile or home. */
const FROM_STOCK = RESERVES;
const TO_ACES = RESERVES;
const TO_KINGS = RESERVES + 1;
/** Home where the foundations meet; transfers first shift the meeting point to the card. */
const TO_MEETING = RESERVES + 2;

const faceLow = randomWords(CARDS_IN_PACK, 21);
const faceHigh = randomWords(CARDS_IN_PACK, 22);
const leftLow = randomWords(CARDS + 1, 23);
const leftHigh = randomWords(CARDS + 1, 24);
const placedLow = randomWords(OPENING + 1, 25);
const placedHigh = randomWords(OPENING + 1, 26);

export interface FoxTable extends Table {
  /** Cards of the stock; the next one to be placed is the last. */
  readonly stock: Uint8Array;
}

export function foxTable(position: Position): FoxTable {
  const cardsOf = (pile: number) => position.piles[pile] ?? [];
  const stock = Uint8Array.from(cardsOf(STOCK));

  /** A pile's cards, top first; reused by `hashPile`. */
  const walk = new Uint8Array(CARDS);

  /** Adds a pile's part to the hash, or removes it. The order of its cards matters. */
  function hashPile(store: Store, at: number, p: number, sign: 1 | -1): void {
    const { bytes } = store;
    let height = 0;
    for (let card = bytes[at + TOPS + p]!; card !== NONE; card = bytes[at + BELOW + card]!) {
      walk[height++] = card;
    }
    let low = 0;
    let high = 0;
    while (height > 0) {
      const face = faceOf(walk[--height]!);
      low = scramble(low + faceLow[face]!);
      high = scramble(high ^ faceHigh[face]!);
    }
    addToHash(store, at, sign * low, sign * high);
  }

  function place(store: Store, at: number, p: number, card: number): void {
    const { bytes } = store;
    hashPile(store, at, p, -1);
    bytes[at + BELOW + card] = bytes[at + TOPS + p]!;
    bytes[at + TOPS + p] = card;
    hashPile(store, at, p, 1);
  }

  function takeFrom(store: Store, at: number, p: number): number {
    const { bytes } = store;
    hashPile(store, at, p, -1);
    const card = bytes[at + TOPS + p]!;
    bytes[at + TOPS + p] = bytes[at + BELOW + card]!;
    hashPile(store, at, p, 1);
    return card;
  }

  function takeFromStock(store: Store, at: number): number {
    const left = store.bytes[at + LEFT]!;
    setLeft(store, at, left - 1);
    return stock[left - 1]!;
  }

  /** The target by which a face can go home; undefined if it cannot. */
  function wayHome(bytes: Uint8Array, at: number, face: number): number | undefined {
    const suit = suitOf(face);
    const rank = face - 13 * suit;
    const up = bytes[at + UP + suit]!;
    const down = bytes[at + DOWN + suit]!;
    if (up + down === 13) return TO_MEETING;
    // If both foundations want it, they meet afterwards, whichever takes it.
    if (rank === up) return TO_ACES;
    if (rank === KING - down) return TO_KINGS;
    return undefined;
  }

  return {
    stride: STRIDE,
    stock,

    begin(store, at) {
      const { bytes } = store;
      bytes.fill(0, at, at + STRIDE);
      bytes.fill(NONE, at + TOPS, at + BELOW);
      for (let suit = 0; suit < SUITS; suit++) {
        bytes[at + UP + suit] = cardsOf(suit).length;
        bytes[at + DOWN + suit] = cardsOf(KING_FOUNDATIONS + suit).length;
      }
      for (let p = 0; p < RESERVES; p++) {
        for (const card of cardsOf(FIRST_RESERVE + p)) place(store, at, p, card);
      }
      const placed = position.counters[0] ?? 0;
      setLeft(store, at, stock.length);
      setPlaced(store, at, placed < 0 ? OPENING : placed);
    },

    moves({ bytes }, at, into) {
      let count = 0;
      const left = bytes[at + LEFT]!;
      const placed = bytes[at + PLACED]!;
      if (placed === 0 || placed === OPENING || left === 0) {
        for (let p = 0; p < RESERVES; p++) {
          const card = bytes[at + TOPS + p]!;
          const way = card === NONE ? undefined : wayHome(bytes, at, faceOf(card));
          if (way !== undefined) into[count++] = (p << 5) | way;
        }
      }
      if (left === 0) return count;
      const way = wayHome(bytes, at, faceOf(stock[left - 1]!));
      if (way !== undefined) into[count++] = (FROM_STOCK << 5) | way;
      let hadSpace = false;
      for (let p = 0; p < RESERVES; p++) {
        const isSpace = bytes[at + TOPS + p] === NONE;
        // All spaces are equivalent.
        if (!isSpace || !hadSpace) into[count++] = (FROM_STOCK << 5) | p;
        hadSpace ||= isSpace;
      }
      return count;
    },

    play(store, at, move) {
      const { bytes } = store;
      const from = move >> 5;
      const to = move & 31;
      if (to < RESERVES) {
        place(store, at, to, takeFromStock(store, at));
        const placed = bytes[at + PLACED]!;
        setPlaced(store, at, placed === OPENING ? 1 : (placed + 1) % BATCH);
        return;
      }
      const isFromStock = from === FROM_STOCK;
      const face = faceOf(isFromStock ? takeFromStock(store, at) : takeFrom(store, at, from));
      if (refills(store, at, from)) place(store, at, from, takeFromStock(store, at));
      const suit = suitOf(face);
      if (to === TO_ACES) {
        bytes[at + UP + suit] = bytes[at + UP + suit]! + 1;
      } else if (to === TO_KINGS) {
        bytes[at + DOWN + suit] = bytes[at + DOWN + suit]! + 1;
      } else {
        const rank = face - 13 * suit;
        bytes[at + UP + suit] = rank + 1;
        bytes[at + DOWN + suit] = 13 - rank;
      }
    },

    home({ bytes }, at) {
      let cards = 0;
      for (let f = at + UP; f < at + PLACED; f++) cards += bytes[f]!;
      return cards;
    },

    lineOf: (moves) => engineLine(position, moves),
  };
}

function setLeft(store: Store, at: number, left: number): void {
  const old = store.bytes[at + LEFT]!;
  addToHash(store, at, leftLow[left]! - leftLow[old]!, leftHigh[left]! - leftHigh[old]!);
  store.bytes[at + LEFT] = left;
}

function setPlaced(store: Store, at: number, placed: number): void {
  const old = store.bytes[at + PLACED]!;
  addToHash(
    store,
    at,
    placedLow[placed]! - placedLow[old]!,
    placedHigh[placed]! - placedHigh[old]!,
  );
  store.bytes[at + PLACED] = placed;
}

/** In the opening phase a pile that has just been emptied is filled from the stock (SLY-5). */
const refills = ({ bytes }: Store, at: number, from: number): boolean =>
  from !== FROM_STOCK &&
  bytes[at + PLACED] === OPENING &&
  bytes[at + TOPS + from] === NONE &&
  bytes[at + LEFT]! > 0;

/** Mixes the bits of a 32-bit number (the finaliser of MurmurHash3). */
function scramble(n: number): number {
  let x = n;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** Translates the table's moves into the engine's, including the transfers that they imply. */
function engineLine(position: Position, moves: readonly number[]): Move[] {
  const line: Move[] = [];
  const piles = position.piles.map((pile) => pile.slice());
  let isOpening = (position.counters[0] ?? 0) < 0;
  const heightOf = (pile: number) => piles[pile]?.length ?? 0;
  const shift = (from: number, to: number) => {
    const card = piles[from]?.pop();
    if (card !== undefined) piles[to]?.push(card);
  };
  const play = (from: number, to: number) => {
    line.push(moveBetween(from, to));
    shift(from, to);
  };
  for (const move of moves) {
    const from = FIRST_RESERVE + (move >> 5);
    const to = move & 31;
    if (to < RESERVES) {
      play(from, FIRST_RESERVE + to);
      isOpening = false;
      continue;
    }
    const face = faceOf(piles[from]?.at(-1) ?? 0);
    const aces = suitOf(face);
    const kings = KING_FOUNDATIONS + aces;
    if (to === TO_MEETING) {
      const rank = face - 13 * aces;
      while (heightOf(aces) > rank) play(aces, kings);
      while (heightOf(aces) < rank) play(kings, aces);
    }
    play(from, to === TO_KINGS ? kings : aces);
    if (isOpening && from !== STOCK && heightOf(from) === 0) shift(STOCK, from);
  }
  return line;
}
