/**
 * Alhambra's losses (alhambra.rules.md) by two kinder games.
 *
 * _The row alone, of some suits._ Leave out the cards of the other suits, open the whole reserve, and let its cards go home
 * at any time. Any win, with building and the other suits left out, is a win here: a card of the row (waste and stock) that
 * was on top still is, as cards only left the waste. So where this game is lost, the deal is. Here the order in which
 * cards go home is settled once it is for each two equal cards, which of them goes up and which down: whatever can go home
 * goes, and else a card is dealt, pass after pass. By induction over the deals no other play has a card home that this one
 * has not: its waste holds none more, and its foundations are as far or farther. So each sharing of equal cards is one play.
 *
 * _One suit alone._ Leave out the cards of the other suits, but keep the reserve's piles and the building. What is left of
 * any win wins here, if the waste may be empty where others' cards lay, and a redeal deals no card, which may have been
 * another's. This game is closed by its positions; those are dead whose row is lost alone.
 */
import {
  countAt,
  countLetter,
  faceOf,
  KING,
  letterOf,
  rankOf,
  readTable,
  suitNamed,
  suitOf,
} from './cards.ts';
import type { Game } from './closure.ts';

const SUITS = 4;
const RESERVES = 8;
const RANKS = 13;

/** The kinder game of the row: the cards of the row in the order of dealing, and of the reserve in any. */
interface RowGame {
  readonly row: readonly number[];
  /** So many of the row lie on the waste. */
  readonly turned: number;
  readonly reserve: readonly number[];
  /** Passes through the row that are left, this one too. */
  readonly passes: number;
  /** For each suit the cards on its ace and on its king foundation. */
  readonly up: readonly number[];
  readonly down: readonly number[];
}

/** For each card of the row and then of the reserve, whether it goes up; false: down. */
type Sharing = readonly boolean[];

/** All ways to share a suit's equal cards; cards of other suits are left as they are in `from`. */
function sharingsOf({ row, reserve, up }: RowGame, suit: number, from: Sharing): Sharing[] {
  const cards = [...row, ...reserve];
  let all: Sharing[] = [from];
  for (let rank = 0; rank < RANKS; rank++) {
    const [one, other] = cards.flatMap((face, n) => (face === RANKS * suit + rank ? [n] : []));
    if (one === undefined) continue;
    const withUp = (upper: number | undefined) => (sharing: Sharing) =>
      sharing.map((goesUp, n) => (n === one || n === other ? n === upper : goesUp));
    if (other === undefined) {
      // Its twin is home: on the way up, if that has come so far.
      const isUpTaken = rank < (up[suit] ?? 0);
      all = all.map(withUp(isUpTaken ? undefined : one));
    } else if (one >= row.length) {
      // Both lie in the open reserve, and it does not matter which goes up.
      all = all.map(withUp(one));
    } else all = [...all.map(withUp(one)), ...all.map(withUp(other))];
  }
  return all;
}

/** Whether the row of these suits comes home in the one play that a sharing leaves. */
function comesHome(game: RowGame, suits: readonly number[], sharing: Sharing): boolean {
  const { row, reserve, turned, passes } = game;
  const up = [...game.up];
  const down = [...game.down];
  /** Sends a card home if it is its turn. */
  const sendHome = (face: number, goesUp: boolean): boolean => {
    const suit = suitOf(face);
    const way = goesUp ? up : down;
    if (rankOf(face) !== (goesUp ? way[suit] : KING - (way[suit] ?? 0))) return false;
    way[suit] = (way[suit] ?? 0) + 1;
    return true;
  };
  let open = reserve.flatMap((face, n) =>
    suits.includes(suitOf(face)) ? [{ face, goesUp: sharing[row.length + n] === true }] : [],
  );
  const sendReserve = () => {
    for (let before = -1; before !== open.length;) {
      before = open.length;
      open = open.filter(({ face, goesUp }) => !sendHome(face, goesUp));
    }
  };
  sendReserve();
  let left = row.flatMap((face, n) =>
    suits.includes(suitOf(face))
      ? [{ face, goesUp: sharing[n] === true, isTurned: n < turned }]
      : [],
  );
  for (let pass = 0; pass < passes; pass++) {
    const waste: typeof left = [];
    for (const [n, card] of left.entries()) {
      waste.push(card);
      // What lies on the waste at the start is not dealt: only its top card shows.
      if (pass === 0 && left[n + 1]?.isTurned) continue;
      for (let top = waste.at(-1); top && sendHome(top.face, top.goesUp); top = waste.at(-1)) {
        waste.pop();
        sendReserve();
      }
    }
    left = waste;
  }
  return left.length === 0;
}

/**
 * Whether no sharing brings the row of these suits home. What fails for one suit, or for two, fails for more, so those
 * sharings are not combined any further.
 */
export function isRowLost(text: string, suits: readonly number[]): boolean {
  const { piles, counters } = readTable(text);
  const game: RowGame = {
    row: [...(piles[16] ?? []), ...(piles[17] ?? []).toReversed()],
    turned: piles[16]?.length ?? 0,
    reserve: piles.slice(8, 16).flat(),
    passes: 1 + (counters[0] ?? 0),
    up: piles.slice(0, SUITS).map((pile) => pile.length),
    down: piles.slice(SUITS, 2 * SUITS).map((pile) => pile.length),
  };
  const none: Sharing = [...game.row, ...game.reserve].map(() => false);
  const alone = suits.map((suit) => ({
    suit,
    sharings: sharingsOf(game, suit, none).filter((sharing) => comesHome(game, [suit], sharing)),
  }));
  /** Two sharings of different suits are each false where the other speaks. */
  const both = (one: Sharing, other: Sharing) =>
    one.map((goesUp, n) => goesUp || other[n] === true);
  const sifted = alone.map((these) => ({
    ...these,
    sharings: these.sharings.filter((sharing) =>
      alone.every(
        (others) =>
          others === these ||
          others.sharings.some((other) =>
            comesHome(game, [these.suit, others.suit], both(sharing, other)),
          ),
      ),
    ),
  }));
  const order = sifted.toSorted((a, b) => a.sharings.length - b.sharings.length);
  const isPossible = (chosen: readonly number[], sharing: Sharing): boolean => {
    const next = order[chosen.length];
    if (!next) return true;
    const together = [...chosen, next.suit];
    return next.sharings.some((own) => {
      const joined = both(sharing, own);
      return comesHome(game, together, joined) && isPossible(together, joined);
    });
  };
  return !isPossible([], none);
}

/**
 * One suit alone, as a game to close a set in. A position is a text: redeals left, cards on the ace and on the king
 * foundation, cards in each reserve pile, cards in stock, and the row as ranks in the order of dealing.
 */
export function suitGame(text: string, suit: number): Game {
  const { piles, counters } = readTable(text);
  const own = piles.map((pile) => pile.filter((face) => suitOf(face) === suit));
  const columns = own.slice(8, 8 + RESERVES);
  const ROW = 4 + RESERVES;

  const write = (
    redeals: number,
    up: number,
    down: number,
    depths: readonly number[],
    stock: number,
    row: string,
  ) => [redeals, up, down, ...depths, stock].map(countLetter).join('') + row;

  function read(position: string) {
    const depths = columns.map((_, n) => countAt(position, 3 + n));
    return {
      redeals: countAt(position, 0),
      up: countAt(position, 1),
      down: countAt(position, 2),
      depths,
      stock: countAt(position, 3 + RESERVES),
      row: position.slice(ROW),
    };
  }

  const isBuilt = (face: number, on: number) =>
    Math.abs(face - on) === 1 || Math.abs(face - on) === KING;

  return {
    start: write(
      counters[0] ?? 0,
      own[suit]?.length ?? 0,
      own[SUITS + suit]?.length ?? 0,
      columns.map((column) => column.length),
      own[17]?.length ?? 0,
      [...(own[16] ?? []), ...(own[17] ?? []).toReversed()].map(letterOf).join(''),
    ),
    layerOf: (position) => 64 * countAt(position, 0) + countAt(position, 3 + RESERVES),
    isWon: (position) => countAt(position, 1) + countAt(position, 2) === 2 * RANKS,
    isDead(position) {
      const { redeals, up, down, depths, stock, row } = read(position);
      const faces = [...row].map(faceOf);
      const spread = (count: number) => [0, 1, 2, 3].map((s) => (s === suit ? count : 0));
      const game: RowGame = {
        row: faces,
        turned: faces.length - stock,
        reserve: columns.flatMap((column, n) => column.slice(0, depths[n])),
        passes: 1 + redeals,
        up: spread(up),
        down: spread(down),
      };
      const none = [...game.row, ...game.reserve].map(() => false);
      return !sharingsOf(game, suit, none).some((sharing) => comesHome(game, [suit], sharing));
    },
    next(position) {
      const { redeals, up, down, depths, stock, row } = read(position);
      const found: string[] = [];
      const waste = row.length - stock;
      const top = waste > 0 ? faceOf(row.charAt(waste - 1)) : -1;
      const home = (face: number, rest: readonly number[], left: string) => {
        if (rankOf(face) === up) found.push(write(redeals, up + 1, down, rest, stock, left));
        if (rankOf(face) === KING - down)
          found.push(write(redeals, up, down + 1, rest, stock, left));
      };
      if (top >= 0) home(top, depths, row.slice(0, waste - 1) + row.slice(waste));
      for (const [n, depth] of depths.entries()) {
        const face = columns[n]?.[depth - 1];
        if (face === undefined) continue;
        const rest = depths.with(n, depth - 1);
        home(face, rest, row);
        if (top >= 0 && !isBuilt(face, top)) continue;
        const grown = row.slice(0, waste) + letterOf(face) + row.slice(waste);
        found.push(write(redeals, up, down, rest, stock, grown));
      }
      if (stock > 0) found.push(write(redeals, up, down, depths, stock - 1, row));
      else if (waste > 0 && redeals > 0)
        found.push(write(redeals - 1, up, down, depths, waste, row));
      return found;
    },
  };
}

/** The suits that letters name. */
export const suitsNamed = (names: string): number[] => [...names].map(suitNamed);
