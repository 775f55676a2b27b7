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
/** Every reserve pile, as bits. */
const ALL_PILES = 2 ** RESERVES - 1;

/** No card: an empty pile's top. */
const NONE = 255;
/** What a full foundation wants; the face of no card, nor of none. */
const NOTHING = 254;

const range = Array.from({ length: 256 }, (_, n) => n);
const FACE = Uint8Array.from(range, (card) => (card < CARDS ? faceOf(card) : NONE));
export const SUIT = Uint8Array.from(range, (card) => (card < CARDS ? suitOf(card) : 0));
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
 * @param run records what happened
 * @param end receives how the next pass begins, its first card turned up
 */
export type PlayPass = (pass: number, isLast: boolean, start: Start, run: Run, end: Start) => void;

/**
 * @param answers of the plan, `QUESTIONS_IN_PASS` a pass; read in each call
 */
export function createPlayPass({ piles }: Position, answers: Uint8Array): PlayPass {
  const table = createTable(piles, answers);
  return (pass, isLast, start, run, end) => {
    begin(table, pass, isLast, start, run, end);
    settleReserve(table, ALL_PILES);
    // The waste's card goes home, else something is built on it, else the next one is dealt.
    while (bringWasteHome(table) || buildOnWaste(table) || deal(table, start));
    end.rowLength = table.height;
    end.turned = Math.min(1, table.height);
    end.home = table.home;
  };
}

/** The table in the middle of a pass. One object serves all passes, so that none is made anew in them. */
interface Table {
  /** What stays: the reserve piles of the deal, and the plan. */
  readonly columns: readonly Uint8Array[];
  readonly answers: Uint8Array;
  /** When each question was last asked, in passes played: a run lists it once. */
  readonly askedIn: Uint32Array;
  passesPlayed: number;
  /** The pass that is played: where its questions begin, and what is told of it. */
  firstQuestion: number;
  isLast: boolean;
  run: Run;
  /** The reserve: cards left in each pile, and the top card or `NONE`. */
  depths: Uint8Array;
  readonly tops: Uint8Array;
  /** The reserve piles that show a card of each face, as bits. */
  readonly showing: Uint8Array;
  /** The face each suit's foundations want, and the cards on them. */
  wantedUp: Uint8Array;
  wantedDown: Uint8Array;
  home: number;
  /** The waste grows at the front of the row that it will be once it is turned over. */
  waste: Uint8Array;
  height: number;
  /** So many cards of the row have been dealt. */
  dealt: number;
}

function createTable(piles: Position['piles'], answers: Uint8Array): Table {
  const { row, depths, wantedUp, wantedDown } = createStart();
  return {
    columns: Array.from({ length: RESERVES }, (_, reserve) =>
      Uint8Array.from(pileAt(piles, FIRST_RESERVE + reserve)),
    ),
    answers,
    askedIn: new Uint32Array(answers.length),
    passesPlayed: 0,
    firstQuestion: 0,
    isLast: false,
    run: createRun(),
    depths,
    tops: new Uint8Array(RESERVES),
    showing: new Uint8Array(256),
    wantedUp,
    wantedDown,
    home: 0,
    waste: row,
    height: 0,
    dealt: 0,
  };
}

/** Lays the table out as a pass begins; it is played on the arrays of its end. */
function begin(
  table: Table,
  pass: number,
  isLast: boolean,
  start: Start,
  run: Run,
  end: Start,
): void {
  table.passesPlayed++;
  table.firstQuestion = pass * QUESTIONS_IN_PASS;
  table.isLast = isLast;
  run.askedCount = 0;
  run.moveCount = 0;
  table.run = run;
  table.depths = end.depths;
  table.wantedUp = end.wantedUp;
  table.wantedDown = end.wantedDown;
  table.waste = end.row;
  table.depths.set(start.depths);
  table.wantedUp.set(start.wantedUp);
  table.wantedDown.set(start.wantedDown);
  table.home = start.home;
  table.height = start.turned;
  table.dealt = start.turned;
  table.waste.set(start.row.subarray(0, start.turned));
  table.showing.fill(0);
  for (let reserve = 0; reserve < RESERVES; reserve++) {
    uncover(table, reserve, table.depths[reserve]!);
  }
}

/** Asks the plan, and notes that it was asked. */
function isUnusual(table: Table, card: number, kind: number): boolean {
  const question = questionOf(card, kind);
  const index = table.firstQuestion + question;
  if (table.askedIn[index] !== table.passesPlayed) {
    table.askedIn[index] = table.passesPlayed;
    table.run.asked[table.run.askedCount++] = question;
  }
  return table.answers[index] === 1;
}

function record({ run }: Table, from: number, to: number): void {
  run.moves[run.moveCount++] = (from << 5) | to;
}

function isWanted({ wantedUp, wantedDown }: Table, card: number): boolean {
  const suit = SUIT[card]!;
  return wantedUp[suit] === FACE[card] || wantedDown[suit] === FACE[card];
}

function bringHome(table: Table, card: number, from: number): void {
  const { wantedUp, wantedDown } = table;
  const suit = SUIT[card]!;
  const face = FACE[card]!;
  const isUp =
    wantedUp[suit] === face && (wantedDown[suit] !== face || !isUnusual(table, card, HOME_DOWN));
  if (isUp) wantedUp[suit] = ABOVE[face]!;
  else wantedDown[suit] = BELOW[face]!;
  record(table, from, isUp ? suit : KING_FOUNDATIONS + suit);
  table.home++;
}

function uncover({ columns, depths, tops, showing }: Table, reserve: number, depth: number): void {
  const card = depth === 0 ? NONE : columns[reserve]![depth - 1]!;
  const face = FACE[card]!;
  depths[reserve] = depth;
  tops[reserve] = card;
  showing[face] = showing[face]! | (1 << reserve);
}

/** Takes the top card off a reserve pile that has one. */
function takeTop(table: Table, reserve: number): void {
  const { depths, tops, showing } = table;
  const face = FACE[tops[reserve]!]!;
  showing[face] = showing[face]! & ~(1 << reserve);
  uncover(table, reserve, depths[reserve]! - 1);
}

/** The reserve piles whose top a foundation of the suit wants, as bits. */
const wantedOf = ({ showing, wantedUp, wantedDown }: Table, suit: number): number =>
  (showing[wantedUp[suit]!] ?? 0) | (showing[wantedDown[suit]!] ?? 0);

const lowestOf = (piles: number): number => 31 - Math.clz32(piles & -piles);

/**
 * Brings home whatever can go home from the reserve, and is not told to stay.
 * @param changed the piles, as bits, whose top may not have been asked for yet
 */
function settleReserve(table: Table, changed: number): void {
  for (let piles = changed; piles !== 0;) {
    const reserve = lowestOf(piles);
    piles &= piles - 1;
    const card = table.tops[reserve]!;
    if (!isWanted(table, card) || isUnusual(table, card, STAY_IN_RESERVE)) continue;
    bringHome(table, card, FIRST_RESERVE + reserve);
    takeTop(table, reserve);
    piles |= (1 << reserve) | wantedOf(table, SUIT[card]!);
  }
}

const wasteTop = ({ waste, height }: Table): number => (height > 0 ? waste[height - 1]! : NONE);

/** Whether the waste's card went home, and then all that could follow it. */
function bringWasteHome(table: Table): boolean {
  const top = wasteTop(table);
  if (top === NONE || !isWanted(table, top) || isUnusual(table, top, STAY_ON_WASTE)) return false;
  bringHome(table, top, WASTE);
  table.height--;
  settleReserve(table, wantedOf(table, SUIT[top]!));
  return true;
}

/** Whether a reserve card went on the waste, and then all home that could follow it. */
function buildOnWaste(table: Table): boolean {
  const top = wasteTop(table);
  const reserve = top === NONE ? starter(table) : builder(table, top);
  if (reserve < 0) return false;
  table.waste[table.height++] = table.tops[reserve]!;
  takeTop(table, reserve);
  record(table, FIRST_RESERVE + reserve, WASTE);
  settleReserve(table, 1 << reserve);
  return true;
}

/** Whether there was a card to deal. */
function deal(table: Table, { row, rowLength }: Start): boolean {
  if (table.dealt >= rowLength) return false;
  table.waste[table.height++] = row[table.dealt++]!;
  record(table, STOCK, WASTE);
  return true;
}

/** The reserve pile whose top goes on the waste card now, or −1. */
function builder(table: Table, on: number): number {
  const face = FACE[on]!;
  const above = table.showing[BUILDS_UP[face]!] ?? 0;
  const below = table.showing[BUILDS_DOWN[face]!] ?? 0;
  // The two copies of the upper and of the lower neighbour are four different questions.
  const copy = on < CARDS / 2 ? 0 : 1;
  for (let piles = above | below; piles !== 0; piles &= piles - 1) {
    const reserve = lowestOf(piles);
    const kind = BUILD + copy + (((above >> reserve) & 1) << 1);
    if (isUnusual(table, table.tops[reserve]!, kind) === table.isLast) return reserve;
  }
  return -1;
}

/** The reserve pile whose top starts an empty waste, or −1. Usual where it lays a card free. */
function starter(table: Table): number {
  for (let reserve = 0; reserve < RESERVES; reserve++) {
    const card = table.tops[reserve]!;
    if (card === NONE) continue;
    const isUsual = table.depths[reserve]! > 1;
    if (isUnusual(table, card, BUILD_ON_EMPTY) !== isUsual) return reserve;
  }
  return -1;
}
