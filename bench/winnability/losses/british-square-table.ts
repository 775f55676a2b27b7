/** Positions of British Square in four columns; british-square.ts has the reductions. */
import { countAt, countLetter, faceOf, letterOf, rankOf } from './cards.ts';

export const SUITS = 4;
export const COLUMNS = 4;
export const FACES = 52;
const NO_CARD = '-';
const FIRST_COLUMN = SUITS + 1;
const COLUMN_LENGTH = 3;
const WASTE = FIRST_COLUMN + COLUMNS * COLUMN_LENGTH;

export interface Column {
  /** Dealt cards below the run. */
  readonly below: number;
  /** The faces of the run's ends; −1 in an empty column. */
  readonly first: number;
  readonly top: number;
}

export interface Table {
  readonly home: readonly number[];
  readonly left: number;
  readonly columns: readonly Column[];
  readonly waste: string;
}

export const EMPTY: Column = { below: 0, first: -1, top: -1 };

export function read(position: string): Table {
  return {
    home: [0, 1, 2, 3].map((suit) => countAt(position, suit)),
    left: countAt(position, SUITS),
    columns: [0, 1, 2, 3].map((n) => {
      const at = FIRST_COLUMN + COLUMN_LENGTH * n;
      if (position.charAt(at + 1) === NO_CARD) return EMPTY;
      return {
        below: countAt(position, at),
        first: faceOf(position.charAt(at + 1)),
        top: faceOf(position.charAt(at + 2)),
      };
    }),
    waste: position.slice(WASTE),
  };
}

const writeColumn = ({ below, first, top }: Column): string =>
  first < 0 ? `0${NO_CARD}${NO_CARD}` : countLetter(below) + letterOf(first) + letterOf(top);

export function write({ home, left, columns, waste }: Table): string {
  const bare = columns
    .filter(({ below }) => below === 0)
    .map(writeColumn)
    .sort();
  const texts = columns.map((column) =>
    column.below > 0 ? writeColumn(column) : (bare.shift() ?? ''),
  );
  return home.map(countLetter).join('') + countLetter(left) + texts.join('') + waste;
}

/** The face a foundation of so many cards takes, −1 for a full one (BRI-4). */
export const wanted = (suit: number, cards: number): number =>
  cards === 26 ? -1 : 13 * suit + (cards < 13 ? cards : 25 - cards);

export const bitOf = (face: number): number => 1 << rankOf(face);

/** A column without its top card, given the cards that it was dealt. */
export function without({ below, first, top }: Column, dealt: readonly number[] = []): Column {
  if (first !== top) return { below, first, top: top + Math.sign(first - top) };
  const under = below > 0 ? dealt[below - 1] : undefined;
  return under === undefined ? EMPTY : { below: below - 1, first: under, top: under };
}
