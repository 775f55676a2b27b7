/**
 * British Square in four columns as a game to close a set in (british-square.rules.md). A position is a text: for each
 * suit the cards home, the cards left in stock, the columns as the number of dealt cards that still lie below, the first
 * and the top card of what was built, and the waste. The rest of the deal is the same in all of them.
 *
 * Reductions:
 * - What was built on a column is a run, told by its ends (BRI-6, BRI-7); the dealt cards below do not change (BRI-2).
 * - Columns that stand on no dealt card have no names: they are sorted.
 * - A position is dead if it is lost by kinder rules (british-square-kinder.ts): they allow all that the true ones do, so
 *   if even so some foundation stays short, it does in every play. Only the start is asked about by those of them that
 *   count spaces and keep the order of the waste (british-square-spaces.ts), as that takes a search.
 */
import {
  bitOf,
  COLUMNS,
  EMPTY,
  FACES,
  read,
  SUITS,
  wanted,
  without,
  write,
} from './british-square-table.ts';
import type { Column, Table } from './british-square-table.ts';
import { areAllHome, clearedColumns, kinderOf, settle, take } from './british-square-kinder.ts';
import { isLostBySpaces } from './british-square-spaces.ts';
import { countAt, countLetter, faceOf, letterOf, readTable, suitOf } from './cards.ts';
import type { Game } from './closure.ts';

const ALL_HOME = countLetter(26).repeat(SUITS);

/** Whether a card may go on a column that is not empty (BRI-6, BRI-7). */
function takes({ first, top }: Column, face: number): boolean {
  if (suitOf(face) !== suitOf(top)) return false;
  return (face === top + 1 && first <= top) || (face === top - 1 && first >= top);
}

/** @param text a deal of the variant `columns` */
export function columnsGame(text: string): Game {
  const { piles, counters } = readTable(text);
  const dealt = piles.slice(SUITS, SUITS + COLUMNS);
  const stock = piles.at(-1) ?? [];

  function next(position: string): string[] {
    const table = read(position);
    const found: string[] = [];
    const withColumn = (columns: readonly Column[], n: number, column: Column) =>
      columns.map((old, m) => (m === n ? column : old));
    const play = (face: number, from: number, rest: Table) => {
      const suit = suitOf(face);
      if (wanted(suit, rest.home[suit] ?? 26) === face) {
        found.push(write({ ...rest, home: rest.home.map((n, s) => n + Number(s === suit)) }));
      }
      for (const [to, column] of table.columns.entries()) {
        if (to === from) continue;
        const isEmpty = column.first < 0;
        if (isEmpty ? from >= 0 : !takes(column, face)) continue;
        const grown = isEmpty ? { below: 0, first: face, top: face } : { ...column, top: face };
        found.push(write({ ...rest, columns: withColumn(rest.columns, to, grown) }));
      }
    };
    for (const [n, column] of table.columns.entries()) {
      if (column.first < 0) continue;
      const columns = withColumn(table.columns, n, without(column, dealt[n]));
      play(column.top, n, { ...table, columns });
    }
    if (table.waste !== '') {
      play(faceOf(table.waste.slice(-1)), -1, { ...table, waste: table.waste.slice(0, -1) });
    }
    if (table.left > 0) {
      const card = letterOf(stock[table.left - 1] ?? -1);
      found.push(write({ ...table, left: table.left - 1, waste: table.waste + card }));
    }
    return found;
  }

  /** For each number of cards left in stock: the cards of each face among them, and as bits their ranks by suit. */
  const inStock = Array.from({ length: stock.length + 1 }, (_, left) => {
    const free = new Uint8Array(FACES);
    const fromWaste = new Uint16Array(SUITS);
    for (const face of stock.slice(0, left)) {
      free[face]!++;
      fromWaste[suitOf(face)]! |= bitOf(face);
    }
    return { free, fromWaste };
  });

  /** Whether a foundation stays short by the kinder rules even if the stock lies open and spaces never run out. */
  function isShort(table: Table): boolean {
    const game = kinderOf(table, inStock[table.left]);
    settle(game, dealt);
    if (clearedColumns(game) > 0 && game.waste.length > 0) {
      while (game.waste.length > 0) take(game);
      settle(game, dealt);
    }
    return !areAllHome(game);
  }

  const opening = dealt.map((cards, n): Column => {
    const base = counters[n] ?? 0;
    const first = cards[base] ?? -1;
    return first < 0 ? EMPTY : { below: base, first, top: cards.at(-1) ?? first };
  });
  const start = write({
    home: piles.slice(0, SUITS).map((pile) => pile.length),
    left: stock.length,
    columns: opening,
    waste: (piles.at(-2) ?? []).map(letterOf).join(''),
  });
  return {
    start,
    layerOf: (position) => countAt(position, SUITS),
    next,
    isWon: (position) => position.startsWith(ALL_HOME),
    isDead(position) {
      const table = read(position);
      return isShort(table) || (position === start && isLostBySpaces(table, dealt, stock));
    },
  };
}
