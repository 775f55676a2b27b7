/**
 * What could be had in British Square by kinder rules: a card that could once go home, or lie on top of a column, can be
 * used there for ever, beside all others that could. Each card may do all that it may by the true rules. What could be had
 * only grows, so all of it is had as soon as possible, in whatever order. The stock and a choice of cards for spaces are
 * left to the callers.
 */
import { bitOf, COLUMNS, FACES, SUITS, wanted, without } from './british-square-table.ts';
import type { Column, Table } from './british-square-table.ts';
import { faceOf, rankOf, suitOf } from './cards.ts';

export interface Kinder {
  /** The cards that foundations hold at first, and those that they could hold. */
  readonly home: readonly number[];
  readonly reach: number[];
  /** How many cards of each face could go home. */
  readonly free: Uint8Array;
  /** What is left of the columns of the position. */
  readonly columns: Column[];
  /** For each column and suit the ranks, as bits, that could lie on top of a run that goes up, or may yet; and down. */
  readonly up: Uint16Array;
  readonly down: Uint16Array;
  /** By suit, as bits, the ranks of cards that have left the waste and are not parked: they can go onto columns. */
  readonly fromWaste: Uint16Array;
  /** And of cards that could begin a run in a space. */
  readonly begun: Uint16Array;
  /** The faces of cards that have not left the waste, the top last, and how many are in stock. */
  readonly waste: number[];
  left: number;
  /** The faces of cards that left the waste for a space and could not have gone elsewhere yet. */
  parked: number[];
}

/**
 * What could be had at a position before any card is moved.
 * @param had cards that could be had besides: how many of each face, and their ranks by suit
 */
export function kinderOf(
  { home, left, columns, waste }: Table,
  had?: Pick<Kinder, 'free' | 'fromWaste'>,
): Kinder {
  const game: Kinder = {
    home,
    reach: [...home],
    free: had ? had.free.slice() : new Uint8Array(FACES),
    columns: [...columns],
    up: new Uint16Array(COLUMNS * SUITS),
    down: new Uint16Array(COLUMNS * SUITS),
    fromWaste: had ? had.fromWaste.slice() : new Uint16Array(SUITS),
    begun: new Uint16Array(SUITS),
    waste: Array.from(waste, faceOf),
    left,
    parked: [],
  };
  for (let suit = 0; suit < SUITS; suit++) raise(game, suit);
  for (let n = 0; n < COLUMNS; n++) show(game, n);
  return game;
}

export const copyOf = (game: Kinder): Kinder => ({
  ...game,
  reach: [...game.reach],
  free: game.free.slice(),
  columns: [...game.columns],
  up: game.up.slice(),
  down: game.down.slice(),
  fromWaste: game.fromWaste.slice(),
  begun: game.begun.slice(),
  waste: [...game.waste],
});

export const areAllHome = ({ reach }: Kinder): boolean => reach.every((cards) => cards === 26);

/** How many columns could be empty. */
export function clearedColumns({ columns }: Kinder): number {
  let cleared = 0;
  for (const { top } of columns) cleared += Number(top < 0);
  return cleared;
}

function raise({ home, reach, free }: Kinder, suit: number): void {
  for (let cards = reach[suit]!; cards < 26; reach[suit] = ++cards) {
    const next = wanted(suit, cards);
    // On the way down one copy is on the foundation already, if it went there on the way up.
    const copies = cards < 13 || home[suit]! > rankOf(next) ? 1 : 2;
    if (free[next]! < copies) return;
  }
}

function release(game: Kinder, face: number): void {
  game.free[face]!++;
  raise(game, suitOf(face));
}

/** Adds what lies on top of a column to what could be had. */
function show(game: Kinder, n: number): void {
  const { first, top } = game.columns[n]!;
  if (top < 0) return;
  release(game, top);
  const at = n * SUITS + suitOf(top);
  if (first <= top) game.up[at]! |= bitOf(top);
  if (first >= top) game.down[at]! |= bitOf(top);
}

/** Whether a card on top could go home, or onto a column other than its own. */
function couldLeave({ home, reach, up, down }: Kinder, face: number, from = -1): boolean {
  const suit = suitOf(face);
  const rank = rankOf(face);
  const most = reach[suit]!;
  if ((home[suit]! <= rank && most >= rank) || most >= 25 - rank) return true;
  for (let n = 0; n < COLUMNS; n++) {
    const at = n * SUITS + suit;
    if (n !== from && ((up[at]! << 1) | (down[at]! >> 1)) & bitOf(face)) return true;
  }
  return false;
}

/** Uncovers what could be of a column; returns whether that was any. */
function uncover(game: Kinder, n: number, dealt: readonly number[] | undefined): boolean {
  const before = game.columns[n]!;
  for (let now = before; now.top >= 0 && couldLeave(game, now.top, n); now = game.columns[n]!) {
    game.columns[n] = without(now, dealt);
    show(game, n);
  }
  return game.columns[n] !== before;
}

/** Builds on a column what could be; returns whether that was any. */
function build({ columns, up, down, fromWaste, begun }: Kinder, n: number): boolean {
  let isChanged = false;
  for (let suit = 0; suit < SUITS; suit++) {
    const at = n * SUITS + suit;
    let elsewhere = fromWaste[suit]!;
    for (let m = 0; m < COLUMNS; m++) {
      if (m !== n) elsewhere |= up[m * SUITS + suit]! | down[m * SUITS + suit]!;
    }
    const first = columns[n]!.top < 0 ? begun[suit]! : 0;
    const higher = up[at]! | first | (elsewhere & (up[at]! << 1));
    const lower = down[at]! | first | (elsewhere & (down[at]! >> 1));
    if (higher === up[at] && lower === down[at]) continue;
    up[at] = higher;
    down[at] = lower;
    isChanged = true;
  }
  return isChanged;
}

/** Takes the top of the waste for a foundation or a column. */
export function take(game: Kinder): void {
  const face = game.waste.pop()!;
  game.fromWaste[suitOf(face)]! |= bitOf(face);
  release(game, face);
}

/** Takes the top of the waste for a space, which it keeps until it could go elsewhere. */
export function park(game: Kinder): void {
  const face = game.waste.pop()!;
  game.begun[suitOf(face)]! |= bitOf(face);
  game.parked = [...game.parked, face];
  release(game, face);
}

/** Begins runs in spaces, if one is left; returns whether any could be. */
function begin(game: Kinder): boolean {
  const { begun, fromWaste } = game;
  if (game.parked.length > 0) game.parked = game.parked.filter((face) => !couldLeave(game, face));
  if (game.parked.length >= clearedColumns(game)) return false;
  let isChanged = false;
  for (let suit = 0; suit < SUITS; suit++) {
    const all = begun[suit]! | fromWaste[suit]!;
    if (all === begun[suit]) continue;
    begun[suit] = all;
    isChanged = true;
  }
  return isChanged;
}

/** Lets all be had that could be, without dealing or parking. */
export function settle(game: Kinder, dealt: readonly (readonly number[])[]): void {
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (let n = 0; n < COLUMNS; n++) {
      if (uncover(game, n, dealt[n])) isChanged = true;
      if (build(game, n)) isChanged = true;
    }
    for (
      let top = game.waste.at(-1);
      top !== undefined && couldLeave(game, top);
      top = game.waste.at(-1)
    ) {
      take(game);
      isChanged = true;
    }
    if (begin(game)) isChanged = true;
  }
}
