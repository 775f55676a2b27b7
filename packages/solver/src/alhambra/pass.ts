/** Plays one pass through the stock as the answers of a plan say: the inner loop of the search. */
import { faceOf, KING, moveBetween, pileAt, rankOf, suitOf } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import {
  BUILD,
  BUILD_ON_EMPTY,
  HOME_DOWN,
  QUESTIONS_IN_PASS,
  questionOf,
  STAY_IN_RESERVE,
  STAY_ON_WASTE,
} from './questions.ts';

export const KING_FOUNDATIONS = 4;
export const FIRST_RESERVE = 8;
export const RESERVES = 8;
export const WASTE = 16;
export const STOCK = 17;
export const CARDS = 104;

/** No card: an empty pile's top. */
const NONE = 255;
/** What a full foundation wants; the face of no card, nor of none. */
const NOTHING = 254;

const range = Array.from({ length: 256 }, (_, n) => n);
const FACE = Uint8Array.from(range, (card) => (card < CARDS ? faceOf(card) : NONE));
const SUIT = Uint8Array.from(range, (card) => (card < CARDS ? suitOf(card) : 0));
/** What a foundation wants after a card of that face. */
const ABOVE = Uint8Array.from(range, (face) => (rankOf(face) === KING ? NOTHING : face + 1));
const BELOW = Uint8Array.from(range, (face) => (rankOf(face) === 0 ? NOTHING : face - 1));
/** The faces that may be built on a face, around the corner too. */
const BUILDS_UP = Uint8Array.from(range, (face) =>
  rankOf(face) === KING ? face - KING : face + 1,
);
const BUILDS_DOWN = Uint8Array.from(range, (face) => (rankOf(face) === 0 ? face + KING : face - 1));

/**
 * The table as a pass begins. Waste and stock are one row of cards in the order of dealing, so
 * turning the waste over changes nothing but the number of cards turned up.
 */
export interface Start {
  readonly row: Uint8Array;
  rowLength: number;
  /** So many cards of the row lie on the waste. */
  turned: number;
  /** Cards left in each reserve pile. */
  readonly depths: Uint8Array;
  /** The face each suit's ace and king foundation want. */
  readonly wantedUp: Uint8Array;
  readonly wantedDown: Uint8Array;
  /** Cards on the foundations. */
  home: number;
}

/** What happened in a pass: the questions that were asked, each once, and the moves as `from × 32 + to`. */
export interface Run {
  readonly asked: Uint16Array;
  askedCount: number;
  readonly moves: Uint16Array;
  moveCount: number;
}

export const createStart = (): Start => ({
  row: new Uint8Array(CARDS),
  rowLength: 0,
  turned: 0,
  depths: new Uint8Array(RESERVES),
  wantedUp: new Uint8Array(4),
  wantedDown: new Uint8Array(4),
  home: 0,
});

export const createRun = (): Run => ({
  asked: new Uint16Array(QUESTIONS_IN_PASS),
  askedCount: 0,
  // A card is dealt, built and brought home at most once in a pass.
  moves: new Uint16Array(3 * CARDS),
  moveCount: 0,
});

/** The moves of a run for the engine. */
export const movesOf = ({ moves, moveCount }: Run): Move[] =>
  Array.from(moves.subarray(0, moveCount), (move) => moveBetween(move >> 5, move & 31));

/** The position as the start of what is left of its pass. */
export function startOf({ piles }: Position): Start {
  const start = createStart();
  const waste = pileAt(piles, WASTE);
  const row = [...waste, ...pileAt(piles, STOCK).slice().reverse()];
  start.row.set(row);
  start.rowLength = row.length;
  start.turned = waste.length;
  for (let reserve = 0; reserve < RESERVES; reserve++) {
    start.depths[reserve] = pileAt(piles, FIRST_RESERVE + reserve).length;
  }
  for (let suit = 0; suit < 4; suit++) {
    const up = pileAt(piles, suit).length;
    const down = pileAt(piles, KING_FOUNDATIONS + suit).length;
    start.wantedUp[suit] = up > KING ? NOTHING : 13 * suit + up;
    start.wantedDown[suit] = down > KING ? NOTHING : 13 * suit + KING - down;
    start.home += up + down;
  }
  return start;
}

/**
 * @param pass number of the pass in the plan's table
 * @param isLast whether the waste stays as it is after the pass, so that building on it is not usual
 * @param run is told what happened
 * @param end is told how the next pass begins, its first card turned up
 */
export type PlayPass = (pass: number, isLast: boolean, start: Start, run: Run, end: Start) => void;

/** @param answers of the plan, `QUESTIONS_IN_PASS` a pass; read in each call */
export function createPlayPass({ piles }: Position, answers: Uint8Array): PlayPass {
  const columns = Array.from({ length: RESERVES }, (_, reserve) =>
    Uint8Array.from(pileAt(piles, FIRST_RESERVE + reserve)),
  );
  const tops = new Uint8Array(RESERVES);
  /** When each question was last asked, in calls: a run lists it once. */
  const askedIn = new Uint32Array(answers.length);
  let call = 0;
  // What a call works on. Here, not in the call, so that no function is made anew in it.
  let firstQuestion = 0;
  let run = createRun();
  let { depths, wantedUp, wantedDown } = createStart();
  let home = 0;

  function isUnusual(card: number, kind: number): boolean {
    const question = questionOf(card, kind);
    const index = firstQuestion + question;
    if (askedIn[index] !== call) {
      askedIn[index] = call;
      run.asked[run.askedCount++] = question;
    }
    return answers[index] === 1;
  }

  function record(from: number, to: number): void {
    run.moves[run.moveCount++] = (from << 5) | to;
  }

  function isWanted(card: number): boolean {
    const suit = SUIT[card] ?? 0;
    return wantedUp[suit] === FACE[card] || wantedDown[suit] === FACE[card];
  }

  function bringHome(card: number, from: number): void {
    const suit = SUIT[card] ?? 0;
    const face = FACE[card] ?? 0;
    const isUp =
      wantedUp[suit] === face && (wantedDown[suit] !== face || !isUnusual(card, HOME_DOWN));
    if (isUp) wantedUp[suit] = ABOVE[face] ?? NOTHING;
    else wantedDown[suit] = BELOW[face] ?? NOTHING;
    record(from, isUp ? suit : KING_FOUNDATIONS + suit);
    home++;
  }

  function uncover(reserve: number, depth: number): void {
    depths[reserve] = depth;
    tops[reserve] = depth === 0 ? NONE : (columns[reserve]?.[depth - 1] ?? NONE);
  }

  /** Brings home whatever can go home from the reserve, and is not told to stay. */
  function settleReserve(): void {
    for (let isSettled = false; !isSettled;) {
      isSettled = true;
      for (let reserve = 0; reserve < RESERVES; reserve++) {
        for (;;) {
          const card = tops[reserve] ?? NONE;
          if (card === NONE || !isWanted(card) || isUnusual(card, STAY_IN_RESERVE)) break;
          bringHome(card, FIRST_RESERVE + reserve);
          uncover(reserve, (depths[reserve] ?? 0) - 1);
          isSettled = false;
        }
      }
    }
  }

  /** The reserve pile whose top goes on the waste card now, or −1. */
  function builder(on: number, isLast: boolean): number {
    const face = FACE[on] ?? NONE;
    const up = BUILDS_UP[face];
    const down = BUILDS_DOWN[face];
    // The two copies of the upper and of the lower neighbour are four different questions.
    const copy = on < CARDS / 2 ? 0 : 1;
    for (let reserve = 0; reserve < RESERVES; reserve++) {
      const card = tops[reserve] ?? NONE;
      if (card === NONE) continue;
      const builds = FACE[card];
      if (builds !== up && builds !== down) continue;
      if (isUnusual(card, BUILD + copy + (builds === up ? 2 : 0)) === isLast) return reserve;
    }
    return -1;
  }

  /** The reserve pile whose top starts an empty waste, or −1. Usual where it lays a card free. */
  function starter(): number {
    for (let reserve = 0; reserve < RESERVES; reserve++) {
      const card = tops[reserve] ?? NONE;
      if (card === NONE) continue;
      const isUsual = (depths[reserve] ?? 0) > 1;
      if (isUnusual(card, BUILD_ON_EMPTY) !== isUsual) return reserve;
    }
    return -1;
  }

  return (pass, isLast, start, itsRun, end) => {
    call++;
    firstQuestion = pass * QUESTIONS_IN_PASS;
    run = itsRun;
    run.askedCount = 0;
    run.moveCount = 0;
    ({ depths, wantedUp, wantedDown } = end);
    depths.set(start.depths);
    wantedUp.set(start.wantedUp);
    wantedDown.set(start.wantedDown);
    home = start.home;
    for (let reserve = 0; reserve < RESERVES; reserve++) uncover(reserve, depths[reserve] ?? 0);

    // The waste grows at the front of the row that it will be once it is turned over.
    const { row, rowLength } = start;
    const waste = end.row;
    let next = start.turned;
    let height = next;
    waste.set(row.subarray(0, height));
    settleReserve();
    for (;;) {
      const top = height > 0 ? (waste[height - 1] ?? NONE) : NONE;
      if (top !== NONE && isWanted(top) && !isUnusual(top, STAY_ON_WASTE)) {
        bringHome(top, WASTE);
        height--;
        settleReserve();
        continue;
      }
      const reserve = top === NONE ? starter() : builder(top, isLast);
      if (reserve >= 0) {
        waste[height++] = tops[reserve] ?? NONE;
        uncover(reserve, (depths[reserve] ?? 0) - 1);
        record(FIRST_RESERVE + reserve, WASTE);
        settleReserve();
        continue;
      }
      if (next >= rowLength) break;
      waste[height++] = row[next++] ?? NONE;
      record(STOCK, WASTE);
    }
    end.rowLength = height;
    end.turned = Math.min(1, height);
    end.home = home;
  };
}
