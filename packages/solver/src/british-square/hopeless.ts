/**
 * Whether a position of the four columns is lost even by kinder rules, and which moves could serve the waste's card.
 *
 * By the kinder rules a card that could once lie on top of a column is there from then on, beside all others that could
 * be; the cards that could be had only grow. They still keep two things of the true game:
 *
 * - _The order of the waste._ Cards are dealt one by one onto a stack, and only its top can leave it: home, onto a column,
 *   or into a space. A card that cannot leave is covered by the next.
 * - _The number of spaces._ A card that left for a space, and could have gone nowhere else, is parked there until it could
 *   go elsewhere. There are never more parked cards than columns that could be empty, and other cards go into spaces only
 *   while there are fewer.
 *
 * Why every true play is possible by them: play it by both rules at once, and let each card leave the kinder stack when
 * it leaves the true waste, or before. What is on the kinder stack is on the true waste too, in the same order, so a card
 * that leaves the true waste is on top of the kinder stack if it is there at all. By induction it could go there where it
 * truly goes; if only a space would do, it is parked, and its true column holds it until it goes elsewhere, which the
 * kinder rules notice then or before. So parked cards are in different true columns, all of them empty at some time. What
 * leaves the stack as soon as it can harms nothing, as all that could be had is kept. The one choice is whether to park
 * a card or to let it be covered: both are tried. If no choice brings all home, the position is lost.
 */
import { CARDS_IN_PACK, KING, suitOf } from '@same-deal/engine';
import type { Store } from '../two-deck/table.ts';
import { FOUNDATIONS, HOME, LEFT, PILE_BYTES, PILES, SPACE, WASTE } from './table.ts';
import type { SquareTable } from './table.ts';

const ALL_RANKS = (1 << (KING + 1)) - 1;
const ALL_SUITS = (1 << FOUNDATIONS) - 1;
const ALL_HOME = 26 * FOUNDATIONS;
const MOST_COLUMNS = 4;
const MOST_ON_STACK = 2 * CARDS_IN_PACK;
const SUIT = Uint8Array.from({ length: CARDS_IN_PACK }, (_, face) => suitOf(face));
const RANK = Uint8Array.from({ length: CARDS_IN_PACK }, (_, face) => face - 13 * suitOf(face));
/** Numbers of a position by the kinder rules. */
const NUMBERS = 5 * FOUNDATIONS + 2 * MOST_COLUMNS * FOUNDATIONS + 5 * MOST_COLUMNS + MOST_ON_STACK;
const FIRST_SAVED = 16;

export interface KinderGame {
  /**
   * Whether a position is lost by the kinder rules.
   * @param parkings so often a card is parked at most that could be left as well; beyond that nothing is said
   * @returns true only of positions that cannot be won, though not of all of them
   */
  isHopeless(store: Store, at: number, parkings: number): boolean;
  /**
   * Which moves within the table could help the waste's card to leave, while none is dealt.
   * @returns suits as bits: moves of others cannot; −1 if it cannot leave at all
   */
  suitsToMove(store: Store, at: number): number;
}

/** @param table of a variant where only the waste's cards go into spaces */
export function createKinderGame(table: SquareTable): KinderGame {
  const { piles: columns, stock, wasteAt } = table;
  const dealt = Array.from({ length: columns }, (_, column) => table.dealt(column));
  /** All that changes, side by side, so that it can be saved and taken back as a whole. */
  const live = new Uint16Array(NUMBERS);
  let used = 0;
  const part = (length: number): Uint16Array => live.subarray(used, (used += length));
  /** For each suit the ranks of which one card could lie on top, and two; … */
  const one = part(FOUNDATIONS);
  const two = part(FOUNDATIONS);
  /** … how high its foundation could become, and the ranks that the waste could provide. */
  const reach = part(FOUNDATIONS);
  const given = part(FOUNDATIONS);
  /** The number of columns that could be empty, of parked cards, of those on the stack, and of those left to deal. */
  const counts = part(4);
  const CLEARED = 0;
  const PARKED = 1;
  const STACKED = 2;
  const UNDEALT = 3;
  /**
   * For each column and suit, the set of ranks that could lie on top of a run that goes up, or of one
   * card, so that the next rank fits; and the same for runs that go down.
   */
  const up = part(MOST_COLUMNS * FOUNDATIONS);
  const down = part(MOST_COLUMNS * FOUNDATIONS);
  /**
   * For each column, once all cards that could leave it have: the first and top card of its run, or
   * `SPACE`, and the number of dealt cards below.
   */
  const first = part(MOST_COLUMNS);
  const top = part(MOST_COLUMNS);
  const below = part(MOST_COLUMNS);
  const isCleared = part(MOST_COLUMNS);
  const parked = part(MOST_COLUMNS);
  const stack = part(MOST_ON_STACK);
  /** How high foundations are. */
  const height = new Uint8Array(FOUNDATIONS);
  let saved = new Uint16Array(FIRST_SAVED * NUMBERS);
  let parkingsLeft = 0;

  /** Whether a card could go on a column other than the one it comes from. */
  function couldBuild(face: number, from: number): boolean {
    const suit = SUIT[face]!;
    let ups = 0;
    let downs = 0;
    for (let column = 0; column < columns; column++) {
      if (column === from) continue;
      ups |= up[column * FOUNDATIONS + suit]!;
      downs |= down[column * FOUNDATIONS + suit]!;
    }
    return ((((ups << 1) | (downs >> 1)) >> RANK[face]!) & 1) === 1;
  }

  /** Whether a card that is among those that could lie on top could go home, on the way up or down. */
  function couldGoHome(face: number): boolean {
    const suit = SUIT[face]!;
    const rank = RANK[face]!;
    return (reach[suit]! > rank && height[suit]! <= rank) || reach[suit]! > 25 - rank;
  }

  /** Whether a card on top of the waste could leave it, other than for a space. */
  function couldLeave(face: number): boolean {
    const suit = SUIT[face]!;
    const rank = RANK[face]!;
    const isWanted = (reach[suit]! >= rank && height[suit]! <= rank) || reach[suit]! >= 25 - rank;
    return isWanted || couldBuild(face, -1);
  }

  /** Records that a card could lie on top, and lets its foundation take what it now can. */
  function show(face: number): void {
    const suit = SUIT[face]!;
    const bit = 1 << RANK[face]!;
    if (one[suit]! & bit) two[suit]! |= bit;
    one[suit]! |= bit;
    let most = reach[suit]!;
    while (most < 13 && (one[suit]! >> most) & 1) most++;
    while (most >= 13 && most < 26) {
      const rank = 25 - most;
      // On the way down both copies are needed, unless one was on the foundation at the start.
      const copies = height[suit]! > rank ? one[suit]! : two[suit]!;
      if (((copies >> rank) & 1) === 0) break;
      most++;
    }
    reach[suit] = most;
  }

  /** Shows the top card of a column after those above have left; the run keeps its direction. */
  function showTop(column: number): void {
    const face = top[column]!;
    show(face);
    const index = column * FOUNDATIONS + SUIT[face]!;
    const bit = 1 << RANK[face]!;
    if (first[column]! <= face) up[index]! |= bit;
    if (first[column]! >= face) down[index]! |= bit;
  }

  /** Removes the top card of a column if it could leave. */
  function uncover(column: number): boolean {
    const face = top[column]!;
    if (face === SPACE || (!couldGoHome(face) && !couldBuild(face, column))) return false;
    const start = first[column]!;
    if (face !== start) top[column] = start < face ? face - 1 : face + 1;
    else if (below[column]! > 0) {
      below[column]!--;
      first[column] = top[column] = dealt[column]![below[column]!]!;
    } else {
      top[column] = SPACE;
      isCleared[column] = 1;
      counts[CLEARED]!++;
    }
    if (top[column] !== SPACE) showTop(column);
    return true;
  }

  /** Adds to the tops of all columns whatever of a suit could be built there. */
  function extend(suit: number): void {
    const isSpaceFree = counts[PARKED]! < counts[CLEARED]!;
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (let column = 0; column < columns; column++) {
        const index = column * FOUNDATIONS + suit;
        let had = given[suit]!;
        for (let other = 0; other < columns; other++) {
          if (other === column) continue;
          had |= up[other * FOUNDATIONS + suit]! | down[other * FOUNDATIONS + suit]!;
        }
        const filled = isSpaceFree && isCleared[column] ? given[suit]! : 0;
        let ups = up[index]! | filled;
        let downs = down[index]! | filled;
        for (;;) {
          const nextUps = ups | (had & (ups << 1) & ALL_RANKS);
          const nextDowns = downs | (had & (downs >> 1));
          if (nextUps === ups && nextDowns === downs) break;
          ups = nextUps;
          downs = nextDowns;
        }
        if (ups === up[index] && downs === down[index]) continue;
        up[index] = ups;
        down[index] = downs;
        isChanged = true;
      }
    }
  }

  /**
   * Lets columns give and take all they could.
   * @param changed suits, as bits, of which something changed
   */
  function settle(changed: number): void {
    for (let dirty = changed; dirty !== 0;) {
      for (let suit = 0; suit < FOUNDATIONS; suit++) if ((dirty >> suit) & 1) extend(suit);
      const spaces = counts[CLEARED]! - counts[PARKED]!;
      let next = 0;
      for (let column = 0; column < columns; column++) {
        const face = top[column]!;
        if (face === SPACE || ((dirty >> SUIT[face]!) & 1) === 0) continue;
        while (uncover(column)) {
          next |= 1 << SUIT[face]!;
          if (top[column] !== SPACE) next |= 1 << SUIT[top[column]!]!;
        }
      }
      for (let n = counts[PARKED]! - 1; n >= 0; n--) {
        if (!couldLeave(parked[n]!)) continue;
        counts[PARKED]!--;
        parked[n] = parked[counts[PARKED]!]!;
      }
      dirty = counts[CLEARED]! - counts[PARKED]! > spaces ? ALL_SUITS : next;
    }
  }

  function give(face: number): void {
    given[SUIT[face]!]! |= 1 << RANK[face]!;
    show(face);
    settle(1 << SUIT[face]!);
  }

  /** The table of a position, without its waste and stock. */
  function begin({ bytes }: Store, at: number): void {
    live.fill(0);
    for (let suit = 0; suit < FOUNDATIONS; suit++) {
      height[suit] = bytes[at + HOME + suit]!;
      reach[suit] = height[suit]!;
    }
    for (let column = 0; column < columns; column++) {
      const pile = at + PILES + PILE_BYTES * column;
      first[column] = bytes[pile]!;
      top[column] = bytes[pile + 1]!;
      below[column] = bytes[pile + 2]!;
      if (top[column] === SPACE) {
        isCleared[column] = 1;
        counts[CLEARED]!++;
      } else showTop(column);
    }
    settle(ALL_SUITS);
  }

  /** Whether all could come home, from the kinder position that is there now. */
  function couldWin(depth: number): boolean {
    for (;;) {
      const card = counts[STACKED]! > 0 ? stack[counts[STACKED]! - 1]! : SPACE;
      if (card !== SPACE && couldLeave(card)) {
        counts[STACKED]!--;
        give(card);
        continue;
      }
      const canDeal = counts[UNDEALT]! > 0;
      if (card !== SPACE && counts[PARKED]! < counts[CLEARED]!) {
        if (canDeal) {
          if (parkingsLeft-- === 0) return true;
          if ((depth + 1) * NUMBERS > saved.length) {
            const fewer = saved;
            saved = new Uint16Array(2 * fewer.length);
            saved.set(fewer);
          }
          saved.set(live, depth * NUMBERS);
        }
        counts[STACKED]!--;
        parked[counts[PARKED]!] = card;
        counts[PARKED]!++;
        const suit = SUIT[card]!;
        // It fills the space that it goes into.
        for (let column = 0; column < columns; column++) {
          if (!isCleared[column]) continue;
          up[column * FOUNDATIONS + suit]! |= 1 << RANK[card]!;
          down[column * FOUNDATIONS + suit]! |= 1 << RANK[card]!;
        }
        give(card);
        if (!canDeal) continue;
        if (couldWin(depth + 1)) return true;
        live.set(saved.subarray(depth * NUMBERS, (depth + 1) * NUMBERS));
      }
      if (!canDeal) return reach[0]! + reach[1]! + reach[2]! + reach[3]! === ALL_HOME;
      counts[UNDEALT]!--;
      stack[counts[STACKED]!] = stock[counts[UNDEALT]!]!;
      counts[STACKED]!++;
    }
  }

  return {
    isHopeless(store, at, parkings) {
      begin(store, at);
      const { bytes } = store;
      const onWaste = bytes[at + WASTE]!;
      for (let n = 0; n < onWaste; n++) stack[n] = bytes[at + wasteAt + n]!;
      counts[STACKED] = onWaste;
      counts[UNDEALT] = bytes[at + LEFT]!;
      parkingsLeft = parkings;
      return !couldWin(0);
    },

    suitsToMove(store, at) {
      begin(store, at);
      const { bytes } = store;
      const card = bytes[at + wasteAt + bytes[at + WASTE]! - 1]!;
      const hasPlace = couldLeave(card);
      if (!hasPlace && counts[CLEARED] === 0) return -1;
      // Those beside which it could be laid, or after which it goes home; …
      let suits = hasPlace ? 1 << SUIT[card]! : 0;
      const dealtSuit = (column: number, n: number) => 1 << SUIT[dealt[column]![n]!]!;
      // … of a column that could be empty all; …
      for (let column = 0; column < columns; column++) {
        const run = bytes[at + PILES + PILE_BYTES * column]!;
        const cards = bytes[at + PILES + PILE_BYTES * column + 2]!;
        if (!isCleared[column] || run === SPACE) continue;
        suits |= 1 << SUIT[run]!;
        for (let n = 0; n < cards; n++) suits |= dealtSuit(column, n);
      }
      // … and those that lie on a card of such a suit which could be uncovered.
      for (let before = -1; before !== suits;) {
        before = suits;
        for (let column = 0; column < columns; column++) {
          const run = bytes[at + PILES + PILE_BYTES * column]!;
          if (run === SPACE) continue;
          const cards = bytes[at + PILES + PILE_BYTES * column + 2]!;
          let isAbove = false;
          for (let n = isCleared[column] ? 0 : below[column]!; n < cards; n++) {
            const suit = dealtSuit(column, n);
            if (isAbove) suits |= suit;
            isAbove ||= (suits & suit) !== 0;
          }
          if (isAbove) suits |= 1 << SUIT[run]!;
        }
      }
      return suits;
    },
  };
}
