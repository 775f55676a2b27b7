/**
 * British Square in bytes. A pile is always a run of one suit, given by its first and its last card.
 * In `columns` the run stands on dealt cards, which do not change until the run is gone, so their
 * number suffices.
 */
import { CARDS_IN_PACK, faceOf, KING, moveBetween, suitOf } from '@same-deal/engine';
import type { Pile, Position } from '@same-deal/engine';
import { addToHash, HASH_BYTES } from '../two-deck/table.ts';
import type { Store, Table } from '../two-deck/table.ts';
import { randomWords } from '../zobrist.ts';

export const FOUNDATIONS = 4;
const FIRST_PILE = FOUNDATIONS;
const CARDS = 2 * CARDS_IN_PACK;

/** Offsets within a position's bytes: the height of each foundation, … */
export const HOME = HASH_BYTES;
/** … the number of cards left in the stock, … */
export const LEFT = HOME + FOUNDATIONS;
/** … the number of cards on the waste, … */
export const WASTE = LEFT + 1;
/** … for each pile the faces of its run's first and last card and the number of dealt cards below;
 * the waste's faces, bottom first, follow. */
export const PILES = WASTE + 1;
export const PILE_BYTES = 3;
/** The face of no card: a space. */
export const SPACE = 255;

const RUNS = CARDS_IN_PACK * 13;
const codeOf = (first: number, last: number) => first * 13 + (last % 13);
/** The column of a run matters only while there are dealt cards below it. */
const runsOf = (pile: number, below: number) => (below > 0 ? pile + 1 : 0) * RUNS;
const MOST_COLUMNS = 4;
const MOST_BELOW = 4;

const runLow = randomWords(RUNS * (MOST_COLUMNS + 1), 11);
const runHigh = randomWords(RUNS * (MOST_COLUMNS + 1), 12);
const belowLow = randomWords(MOST_COLUMNS * MOST_BELOW, 13);
const belowHigh = randomWords(MOST_COLUMNS * MOST_BELOW, 14);
/** Indexed by the place on the waste, counted from its bottom, and the face. */
const wasteLow = randomWords(CARDS * CARDS_IN_PACK, 15);
const wasteHigh = randomWords(CARDS * CARDS_IN_PACK, 16);
const leftLow = randomWords(CARDS + 1, 17);
const leftHigh = randomWords(CARDS + 1, 18);

export interface SquareTable extends Table {
  readonly piles: number;
  /** Offset of the waste's faces. */
  readonly wasteAt: number;
  /** The faces of the stock at the start; the last one is dealt first. */
  readonly stock: Uint8Array;
  /** The dealt cards that a pile started with, below its run. */
  readonly dealt: (pile: number) => readonly number[];
  /** Whether any card fills a space, or only one from the waste. */
  readonly anyFills: boolean;
}

/** @returns undefined for an arranged position whose piles are no runs, which no play reaches */
export function squareTable(position: Position): SquareTable | undefined {
  const piles = position.piles.length - FOUNDATIONS - 2;
  const wastePile = FIRST_PILE + piles;
  const stockPile = wastePile + 1;
  const anyFills = position.variant === 'british-square/union';
  const facesOf = (pile: number) => (position.piles[pile] ?? []).map(faceOf);

  const waste = facesOf(wastePile);
  const stock = Uint8Array.from(facesOf(stockPile));
  const columns = Array.from({ length: piles }, (_, p) => {
    const cards = facesOf(FIRST_PILE + p);
    const base = position.counters[p] ?? 0;
    return { dealt: cards.slice(0, base), run: cards.slice(base) };
  });
  if (!columns.every(({ run }) => isRun(run))) return undefined;

  const wasteAt = PILES + PILE_BYTES * piles;
  const stride = (wasteAt + waste.length + stock.length + 3) & ~3;

  /** Changes a pile, and updates the hash. */
  function setPile(store: Store, at: number, p: number, first: number, last: number, below = 0) {
    const { bytes } = store;
    const pile = at + PILES + PILE_BYTES * p;
    const oldFirst = bytes[pile]!;
    const oldBelow = bytes[pile + 2]!;
    if (oldFirst !== SPACE) {
      const old = runsOf(p, oldBelow) + codeOf(oldFirst, bytes[pile + 1]!);
      addToHash(store, at, -runLow[old]!, -runHigh[old]!);
    }
    if (first !== SPACE) {
      const now = runsOf(p, below) + codeOf(first, last);
      addToHash(store, at, runLow[now]!, runHigh[now]!);
    }
    if (oldBelow !== below) {
      const old = p * MOST_BELOW + oldBelow;
      const now = p * MOST_BELOW + below;
      addToHash(store, at, belowLow[now]! - belowLow[old]!, belowHigh[now]! - belowHigh[old]!);
    }
    bytes[pile] = first;
    bytes[pile + 1] = last;
    bytes[pile + 2] = below;
  }

  /** Takes the last card off a pile. */
  function takeFrom(store: Store, at: number, p: number): number {
    const { bytes } = store;
    const pile = at + PILES + PILE_BYTES * p;
    const first = bytes[pile]!;
    const card = bytes[pile + 1]!;
    const below = bytes[pile + 2]!;
    if (card !== first) {
      setPile(store, at, p, first, first < card ? card - 1 : card + 1, below);
    } else if (below > 0) {
      const next = columns[p]!.dealt[below - 1]!;
      setPile(store, at, p, next, next, below - 1);
    } else {
      setPile(store, at, p, SPACE, SPACE);
    }
    return card;
  }

  function takeFromWaste(store: Store, at: number): number {
    const { bytes } = store;
    const height = bytes[at + WASTE]! - 1;
    const card = bytes[at + wasteAt + height]!;
    bytes[at + WASTE] = height;
    const key = height * CARDS_IN_PACK + card;
    addToHash(store, at, -wasteLow[key]!, -wasteHigh[key]!);
    return card;
  }

  function putOnWaste(store: Store, at: number, card: number): void {
    const { bytes } = store;
    const height = bytes[at + WASTE]!;
    bytes[at + wasteAt + height] = card;
    bytes[at + WASTE] = height + 1;
    const key = height * CARDS_IN_PACK + card;
    addToHash(store, at, wasteLow[key]!, wasteHigh[key]!);
  }

  function firstSpace(bytes: Uint8Array, at: number): number {
    for (let p = 0; p < piles; p++) if (bytes[at + PILES + PILE_BYTES * p] === SPACE) return p;
    return -1;
  }

  return {
    stride,
    piles,
    wasteAt,
    stock,
    dealt: (pile) => columns[pile]?.dealt ?? [],
    anyFills,

    begin(store, at) {
      const { bytes } = store;
      bytes.fill(0, at, at + stride);
      for (let f = 0; f < FOUNDATIONS; f++) bytes[at + HOME + f] = facesOf(f).length;
      for (const card of waste) putOnWaste(store, at, card);
      bytes[at + LEFT] = stock.length;
      addToHash(store, at, leftLow[stock.length]!, leftHigh[stock.length]!);
      for (const [p, { dealt, run }] of columns.entries()) {
        bytes[at + PILES + PILE_BYTES * p] = SPACE;
        setPile(store, at, p, run[0] ?? SPACE, run.at(-1) ?? SPACE, dealt.length);
      }
    },

    moves({ bytes }, at, into) {
      let count = 0;
      const wasteSize = bytes[at + WASTE]!;
      const space = firstSpace(bytes, at);
      for (let from = 0; from <= piles; from++) {
        const isWaste = from === piles;
        if (isWaste && wasteSize === 0) continue;
        const card = isWaste
          ? bytes[at + wasteAt + wasteSize - 1]!
          : bytes[at + PILES + PILE_BYTES * from + 1]!;
        if (card === SPACE) continue;
        const source = (from + FIRST_PILE) << 5;
        const suit = suitOf(card);
        if (wantedBy(bytes[at + HOME + suit]!, suit) === card) into[count++] = source | suit;

        const rank = card - 13 * suit;
        const below = rank > 0 ? card - 1 : SPACE;
        const above = rank < KING ? card + 1 : SPACE;
        for (let p = 0; p < piles; p++) {
          const first = bytes[at + PILES + PILE_BYTES * p]!;
          const last = bytes[at + PILES + PILE_BYTES * p + 1]!;
          if (last === SPACE || p === from) continue;
          const fits = (last === below && first <= last) || (last === above && first >= last);
          if (fits) into[count++] = source | (p + FIRST_PILE);
        }
        // All spaces are equivalent, and moving a single card to another space gains nothing.
        const mayFill = isWaste || (anyFills && bytes[at + PILES + PILE_BYTES * from] !== card);
        if (space >= 0 && mayFill) into[count++] = source | (space + FIRST_PILE);
      }
      if (bytes[at + LEFT]! > 0) into[count++] = (stockPile << 5) | wastePile;
      return count;
    },

    play(store, at, move) {
      const { bytes } = store;
      const from = move >> 5;
      const to = move & 31;
      if (from === stockPile) {
        const left = bytes[at + LEFT]! - 1;
        putOnWaste(store, at, stock[left]!);
        bytes[at + LEFT] = left;
        addToHash(
          store,
          at,
          leftLow[left]! - leftLow[left + 1]!,
          leftHigh[left]! - leftHigh[left + 1]!,
        );
        return;
      }
      const card =
        from === wastePile ? takeFromWaste(store, at) : takeFrom(store, at, from - FIRST_PILE);
      if (to < FOUNDATIONS) {
        bytes[at + HOME + to] = bytes[at + HOME + to]! + 1;
        return;
      }
      const p = to - FIRST_PILE;
      const first = bytes[at + PILES + PILE_BYTES * p]!;
      const below = bytes[at + PILES + PILE_BYTES * p + 2]!;
      setPile(store, at, p, first === SPACE ? card : first, card, below);
    },

    home({ bytes }, at) {
      const foundations = at + HOME;
      return (
        bytes[foundations]! +
        bytes[foundations + 1]! +
        bytes[foundations + 2]! +
        bytes[foundations + 3]!
      );
    },

    lineOf: (moves) => moves.map((move) => moveBetween(move >> 5, move & 31)),
  };
}

/** The face that a foundation of so many cards takes: A..K, then K..A. */
export function wantedBy(cards: number, suit: number): number {
  if (cards === 26) return -1;
  return 13 * suit + (cards < 13 ? cards : 25 - cards);
}

/** Whether cards follow each other in suit, all up or all down. */
function isRun(faces: Pile): boolean {
  const step = (faces[1] ?? 0) - (faces[0] ?? 0);
  return faces.every(
    (face, n) =>
      n === 0 ||
      (Math.abs(step) === 1 &&
        face - (faces[n - 1] ?? 0) === step &&
        suitOf(face) === suitOf(faces[0] ?? 0)),
  );
}
