/**
 * Whether a position of the four columns is lost even under relaxed rules: a card that could ever lie
 * on top of a column is available there from then on, beside all others that could be, so the set of
 * available cards only grows. Any real play is possible there too, so what cannot be won there is lost.
 */
import { CARDS_IN_PACK, KING, suitOf } from '@same-deal/engine';
import type { Store } from '../two-deck/table.ts';
import { FOUNDATIONS, HOME, LEFT, PILE_BYTES, PILES, SPACE, wantedBy, WASTE } from './table.ts';
import type { SquareTable } from './table.ts';

const ALL_RANKS = (1 << (KING + 1)) - 1;
const rankOf = (face: number): number => face - 13 * suitOf(face);

/** @returns a function that is true only of positions that cannot be won, though not of all of them */
export function createIsHopeless(table: SquareTable): (store: Store, at: number) => boolean {
  const { piles: columns } = table;
  /** Copies of each face that could lie on top, of a column or of the waste. */
  const copies = new Uint8Array(CARDS_IN_PACK);
  /** For each suit: how high its foundation is, and could become. */
  const height = new Uint8Array(FOUNDATIONS);
  const reach = new Uint8Array(FOUNDATIONS);
  /**
   * For each column, once all cards that could leave it have: the first and top card of its run, or
   * `SPACE`, and the number of dealt cards below.
   */
  const first = new Uint8Array(columns);
  const top = new Uint8Array(columns);
  const below = new Uint8Array(columns);
  const isCleared = new Uint8Array(columns);
  /**
   * For each column and suit, the set of ranks that could lie on top of a run that goes up, or of one
   * card, so that the next rank fits; and the same for runs that go down.
   */
  const up = new Uint16Array(columns * FOUNDATIONS);
  const down = new Uint16Array(columns * FOUNDATIONS);
  /** For each suit, the ranks that the waste could provide. */
  const given = new Uint16Array(FOUNDATIONS);
  /** Copies and ranks that each number of cards left in the stock provides: every one is dealt eventually. */
  const stockCopies = Array.from({ length: table.stock.length + 1 }, () => new Uint8Array(copies));
  const stockGiven = Array.from({ length: table.stock.length + 1 }, () => new Uint16Array(given));
  for (const [n, face] of table.stock.entries()) {
    for (let left = n + 1; left <= table.stock.length; left++) {
      stockCopies[left]![face]!++;
      stockGiven[left]![suitOf(face)]! |= 1 << rankOf(face);
    }
  }

  const acceptedBy = (index: number): number =>
    ((up[index]! << 1) | (down[index]! >> 1)) & ALL_RANKS;

  /** Whether a card could go on a column other than the one it comes from. */
  function couldBuild(face: number, from: number): boolean {
    const suit = suitOf(face);
    const bit = 1 << rankOf(face);
    for (let column = 0; column < columns; column++) {
      if (column !== from && acceptedBy(column * FOUNDATIONS + suit) & bit) return true;
    }
    return false;
  }

  /** Whether a card on top could go home, on the foundation's way up or down. */
  function couldGoHome(face: number): boolean {
    const suit = suitOf(face);
    const rank = rankOf(face);
    return (reach[suit]! > rank && height[suit]! <= rank) || reach[suit]! > 25 - rank;
  }

  /** Records that a card could lie on top, and lets its foundation take what it now can. */
  function show(face: number): void {
    copies[face] = copies[face]! + 1;
    bringHome(suitOf(face));
  }

  /** Lets a foundation take all that it can. */
  function bringHome(suit: number): void {
    for (;;) {
      const wanted = wantedBy(reach[suit]!, suit);
      // On the way down both copies are needed, unless one was on the foundation at the start.
      const needed = reach[suit]! >= 13 && height[suit]! <= wanted - 13 * suit ? 2 : 1;
      if (wanted < 0 || copies[wanted]! < needed) return;
      reach[suit] = reach[suit]! + 1;
    }
  }

  /** Shows the top card of a column after those above have left; the run keeps its direction. */
  function showTop(column: number): void {
    const face = top[column]!;
    show(face);
    const index = column * FOUNDATIONS + suitOf(face);
    const bit = 1 << rankOf(face);
    if (first[column]! <= face) up[index] = up[index]! | bit;
    if (first[column]! >= face) down[index] = down[index]! | bit;
  }

  /**
   * Removes from a column all cards that could leave it.
   * @returns whether any did
   */
  function uncover(column: number): boolean {
    let isChanged = false;
    for (let face = top[column]!; face !== SPACE; face = top[column]!) {
      if (!couldBuild(face, column) && !couldGoHome(face)) break;
      isChanged = true;
      const start = first[column]!;
      if (face !== start) top[column] = start < face ? face - 1 : face + 1;
      else if (below[column]! > 0) {
        below[column] = below[column]! - 1;
        first[column] = top[column] = table.dealt(column)[below[column]!]!;
      } else {
        top[column] = SPACE;
        isCleared[column] = 1;
      }
      if (top[column] !== SPACE) showTop(column);
    }
    return isChanged;
  }

  /**
   * Adds to a column's tops whatever could be built there.
   * @returns whether any is new
   */
  function extend(column: number): boolean {
    let isChanged = false;
    for (let suit = 0; suit < FOUNDATIONS; suit++) {
      const index = column * FOUNDATIONS + suit;
      let had = given[suit]!;
      for (let other = suit; other < up.length; other += FOUNDATIONS) {
        if (other !== index) had |= up[other]! | down[other]!;
      }
      for (;;) {
        const oldUp = up[index]!;
        const oldDown = down[index]!;
        const filled = isCleared[column] ? given[suit]! : 0;
        up[index] = oldUp | (had & (oldUp << 1)) | filled;
        down[index] = oldDown | (had & (oldDown >> 1)) | filled;
        if (up[index] === oldUp && down[index] === oldDown) break;
        isChanged = true;
      }
    }
    return isChanged;
  }

  return ({ bytes }, at) => {
    const left = bytes[at + LEFT]!;
    copies.set(stockCopies[left]!);
    given.set(stockGiven[left]!);
    up.fill(0);
    down.fill(0);
    for (let suit = 0; suit < FOUNDATIONS; suit++) {
      height[suit] = bytes[at + HOME + suit]!;
      reach[suit] = height[suit]!;
      bringHome(suit);
    }
    const give = (face: number) => {
      show(face);
      given[suitOf(face)] = given[suitOf(face)]! | (1 << rankOf(face));
    };
    let hasSpace = false;
    for (let column = 0; column < columns; column++) {
      const pile = at + PILES + PILE_BYTES * column;
      first[column] = bytes[pile]!;
      top[column] = bytes[pile + 1]!;
      below[column] = bytes[pile + 2]!;
      isCleared[column] = top[column] === SPACE ? 1 : 0;
      if (top[column] !== SPACE) showTop(column);
    }
    let waste = bytes[at + WASTE]!;
    const topOfWaste = (): number => bytes[at + table.wasteAt + waste - 1]!;
    if (waste > 0) give(topOfWaste());

    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (let column = 0; column < columns; column++) {
        if (uncover(column)) isChanged = true;
        if (extend(column)) isChanged = true;
        if (isCleared[column]) hasSpace = true;
      }
      while (waste > 0) {
        const face = topOfWaste();
        if (!hasSpace && !couldBuild(face, -1) && !couldGoHome(face)) break;
        waste--;
        isChanged = true;
        if (waste > 0) give(topOfWaste());
      }
    }
    return reach.some((cards) => cards < 26);
  };
}
