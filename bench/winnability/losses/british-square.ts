/**
 * British Square in four columns as a game to close a set in (british-square.rules.md). A position is a text: for each
 * suit the cards home, the cards left in stock, the columns as the number of dealt cards that still lie below, the first
 * and the top card of what was built, and the waste. The rest of the deal is the same in all of them.
 *
 * Reductions:
 * - What was built on a column is a run, told by its ends (BRI-6, BRI-7); the dealt cards below do not change (BRI-2).
 * - Columns that stand on no dealt card have no names: they are sorted.
 * - A position is dead if it is lost by kinder rules, under which a card that could once lie on top, of a column or of the
 *   waste, can be used there for ever. By these a card may do all that it may by the true ones, so what the true ones
 *   allow is among what they allow, and if even so some foundation stays short, it does in every play.
 */
import { countAt, countLetter, faceOf, letterOf, rankOf, readTable, suitOf } from './cards.ts';
import type { Game } from './closure.ts';

const SUITS = 4;
const COLUMNS = 4;
const NO_CARD = '-';
const FIRST_COLUMN = SUITS + 1;
const COLUMN_LENGTH = 3;
const FACES = 52;
const WASTE = FIRST_COLUMN + COLUMNS * COLUMN_LENGTH;
const ALL_HOME = countLetter(26).repeat(SUITS);

interface Column {
  /** Dealt cards below the run. */
  readonly below: number;
  /** The faces of the run's ends; −1 in an empty column. */
  readonly first: number;
  readonly top: number;
}

interface Table {
  readonly home: readonly number[];
  readonly left: number;
  readonly columns: readonly Column[];
  readonly waste: string;
}

const EMPTY: Column = { below: 0, first: -1, top: -1 };

function read(position: string): Table {
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

function write({ home, left, columns, waste }: Table): string {
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
const wanted = (suit: number, cards: number): number =>
  cards === 26 ? -1 : 13 * suit + (cards < 13 ? cards : 25 - cards);

const bitOf = (face: number): number => 1 << rankOf(face);

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

  /** A column without its top card. */
  function without(column: Column, n: number): Column {
    const { below, first, top } = column;
    if (first !== top) return { below, first, top: top + Math.sign(first - top) };
    const under = below > 0 ? dealt[n]?.[below - 1] : undefined;
    return under === undefined ? EMPTY : { below: below - 1, first: under, top: under };
  }

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
      const columns = withColumn(table.columns, n, without(column, n));
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
    const cards = stock.slice(0, left);
    const free = new Uint8Array(FACES);
    const ranks = [0, 0, 0, 0];
    for (const face of cards) {
      free[face] = (free[face] ?? 0) + 1;
      ranks[suitOf(face)]! |= bitOf(face);
    }
    return { free, ranks };
  });

  /** Whether the kinder rules leave some foundation short. */
  function isDead(position: string): boolean {
    const { home, left, columns, waste } = read(position);
    const start = inStock[left]!;
    /** Cards of each face that could once lie on top. All of the stock is dealt once, and lies on the waste then. */
    const free = start.free.slice();
    const fromWaste = [...start.ranks];
    const reach = [...home];
    /** For each column and suit the ranks that could lie on top of a run that goes up, or may yet; and down. */
    const up = new Uint16Array(COLUMNS * SUITS);
    const down = new Uint16Array(COLUMNS * SUITS);
    const now = [...columns];
    let onWaste = waste.length;
    let isChanged = true;

    const raise = (suit: number) => {
      for (let cards = reach[suit]!; cards < 26; reach[suit] = ++cards) {
        const face = wanted(suit, cards);
        // On the way down one copy is on the foundation already, if it went there on the way up.
        const copies = cards < 13 || home[suit]! > rankOf(face) ? 1 : 2;
        if (free[face]! < copies) return;
        isChanged = true;
      }
    };
    const release = (face: number) => {
      free[face]!++;
      isChanged = true;
      raise(suitOf(face));
    };
    const show = (n: number) => {
      const { first, top } = now[n]!;
      if (top < 0) return;
      release(top);
      const at = n * SUITS + suitOf(top);
      if (first <= top) up[at]! |= bitOf(top);
      if (first >= top) down[at]! |= bitOf(top);
    };
    const showWaste = () => {
      if (onWaste === 0) return;
      const face = faceOf(waste.charAt(onWaste - 1));
      fromWaste[suitOf(face)]! |= bitOf(face);
      release(face);
    };
    const couldLeave = (face: number, from: number) => {
      const suit = suitOf(face);
      const rank = rankOf(face);
      const most = reach[suit]!;
      if ((home[suit]! <= rank && most > rank) || most > 25 - rank) return true;
      for (let n = 0; n < COLUMNS; n++) {
        const at = n * SUITS + suit;
        if (n !== from && ((up[at]! << 1) | (down[at]! >> 1)) & bitOf(face)) return true;
      }
      return false;
    };

    for (let suit = 0; suit < SUITS; suit++) raise(suit);
    for (let n = 0; n < COLUMNS; n++) show(n);
    showWaste();
    while (isChanged) {
      isChanged = false;
      for (let n = 0; n < COLUMNS; n++) {
        for (let top = now[n]!.top; top >= 0 && couldLeave(top, n); top = now[n]!.top) {
          now[n] = without(now[n]!, n);
          isChanged = true;
          show(n);
        }
        for (let suit = 0; suit < SUITS; suit++) {
          const at = n * SUITS + suit;
          let elsewhere = fromWaste[suit]!;
          for (let m = 0; m < COLUMNS; m++) {
            if (m !== n) elsewhere |= up[m * SUITS + suit]! | down[m * SUITS + suit]!;
          }
          const fills = now[n]!.top < 0 ? fromWaste[suit]! : 0;
          const higher = up[at]! | fills | (elsewhere & (up[at]! << 1));
          const lower = down[at]! | fills | (elsewhere & (down[at]! >> 1));
          if (higher === up[at] && lower === down[at]) continue;
          up[at] = higher;
          down[at] = lower;
          isChanged = true;
        }
      }
      const hasSpace = now.some(({ top }) => top < 0);
      while (onWaste > 0 && (hasSpace || couldLeave(faceOf(waste.charAt(onWaste - 1)), -1))) {
        onWaste--;
        isChanged = true;
        showWaste();
      }
    }
    return reach.some((cards) => cards < 26);
  }

  const opening = dealt.map((cards, n): Column => {
    const base = counters[n] ?? 0;
    const first = cards[base] ?? -1;
    return first < 0 ? EMPTY : { below: base, first, top: cards.at(-1) ?? first };
  });
  return {
    start: write({
      home: piles.slice(0, SUITS).map((pile) => pile.length),
      left: stock.length,
      columns: opening,
      waste: (piles.at(-2) ?? []).map(letterOf).join(''),
    }),
    layerOf: (position) => countAt(position, SUITS),
    next,
    isWon: (position) => position.startsWith(ALL_HOME),
    isDead,
  };
}
