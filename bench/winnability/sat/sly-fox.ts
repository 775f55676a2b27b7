/**
 * Sly Fox as a question to a SAT solver: is there an order in which all cards come home, and a pile for each card of the
 * stock, that fit together? Rules by their numbers in sly-fox.rules.md.
 *
 * The cards that are not home yet are put in one order, that of coming home. A suit's first thirteen cards, one of each
 * rank, come home from the ends towards the middle; wherever its foundations then meet, cards may slide over (SLY-8), so
 * the second thirteen come home from any rank towards the ends. There is no more to the foundations than that.
 */
import { KING, legalMoves, playMove, rankOf, suitOf, unwrap } from '@same-deal/engine';
import type { Card, Move, Position } from '@same-deal/engine';
import { createFormula, FALSE, TRUE } from './formula.ts';
import type { Formula, Literal, Model } from './formula.ts';

const [FIRST_KING, FIRST_RESERVE, STOCK, BATCH] = [4, 8, 28, 20];

/** A position at the end of the opening, and the moves that led there. */
export interface Opening {
  readonly position: Position;
  readonly moves: readonly Move[];
}

const lengthOf = (position: Position, pile: number): number => position.piles[pile]!.length;
const cardsHome = ({ piles }: Position): number =>
  piles.slice(0, FIRST_RESERVE).reduce((sum, pile) => sum + pile.length, 0);

/** Positions alike but for which pile holds which card, or where in a full suit the foundations meet, go on alike. */
function likeness(position: Position): string {
  const reserve = position.piles.slice(FIRST_RESERVE, STOCK).map((pile) => (pile[0] ?? 0) % 52);
  const heights = [0, 1, 2, 3].map((suit) => {
    const [up, down] = [lengthOf(position, suit), lengthOf(position, FIRST_KING + suit)];
    return up + down === 13 ? 'met' : `${up}/${down}`;
  });
  return `${reserve.sort((a, b) => a - b).join()} ${heights.join()} ${lengthOf(position, STOCK)}`;
}

/** All positions in which an opening may end, those with the most cards home first. A deal has one to some dozens. */
export function openingsOf(deal: Position): Opening[] {
  const found = new Map<string, Opening>();
  const toVisit: Opening[] = [{ position: deal, moves: [] }];
  // Every position by its exact piles too: from one where foundations meet, others open by sliding.
  const visited = new Set<string>();
  for (let next = toVisit.pop(); next; next = toVisit.pop()) {
    const { position, moves } = next;
    const exact = JSON.stringify(position.piles);
    if (visited.has(exact)) continue;
    visited.add(exact);
    if (!found.has(likeness(position))) found.set(likeness(position), next);
    for (const move of legalMoves(position)) {
      if (move.to >= FIRST_RESERVE) continue;
      toVisit.push({ position: unwrap(playMove(position, move)), moves: [...moves, move] });
    }
  }
  return [...found.values()].sort((a, b) => cardsHome(b.position) - cardsHome(a.position));
}

export interface Question {
  readonly formula: Formula;
  /** The moves that a model of the formula stands for, each played by the rules. */
  readonly movesOf: (model: Model) => Move[];
}

/** Asks whether a position at the end of an opening can be won. Its first move places a card (SLY-4). */
export function questionOf(position: Position): Question {
  const formula = createFormula();
  const { variable, or, implies } = formula;
  const variables = (count: number): Literal[] => Array.from({ length: count }, variable);

  const stock = position.piles[STOCK]!.toReversed();
  const cards: Card[] = [
    ...position.piles.slice(FIRST_RESERVE, STOCK).map((pile) => pile[0]!),
    ...stock,
  ];
  const all = [...cards.keys()];
  const last = stock.length;
  /** The nth card to leave the stock, from 1 on. */
  const dealt = (n: number): number => BATCH - 1 + n;

  // The order of coming home.
  const pairs = all.map(() => new Map<number, Literal>());
  for (const a of all) {
    for (const b of all.slice(a + 1)) {
      const sooner = variable();
      pairs[a]!.set(b, sooner);
      pairs[b]!.set(a, -sooner);
    }
  }
  const before = (a: number, b: number): Literal => pairs[a]!.get(b)!;
  for (const a of all) {
    for (const b of all.slice(a + 1)) {
      for (const c of all.slice(b + 1)) {
        implies([before(a, b), before(b, c)], before(a, c));
        implies([before(c, b), before(b, a)], before(c, a));
      }
    }
  }

  // Gap n lies between the nth card's leaving the stock and the next one's. Home by the end of a gap, home for good.
  const home = all.map((card) => {
    const leaves = Math.max(1, card - BATCH + 1);
    return Array.from({ length: last + 1 }, (_, gap) =>
      gap === last ? TRUE : gap < leaves ? FALSE : variable(),
    );
  });
  const isHome = (card: number, gap: number): Literal => home[card]![gap]!;
  for (const card of all) {
    for (let gap = 1; gap <= last; gap++) implies([isHome(card, gap - 1)], isHome(card, gap));
    for (const other of all) {
      if (other === card) continue;
      for (let gap = 1; gap < last; gap++) {
        implies([isHome(card, gap), -isHome(other, gap)], before(card, other));
      }
    }
  }

  // A card of the stock goes home directly (SLY-7), or is placed on one of the piles (SLY-4).
  const direct = [FALSE, ...stock.map((_, n) => (n === 0 ? FALSE : variable()))];
  const placed = [[], ...stock.map(() => variables(BATCH))];
  for (let n = 1; n <= last; n++) {
    const piles = placed[n]!;
    or(direct[n]!, ...piles);
    implies([direct[n]!], isHome(dealt(n), n));
    for (const card of all) {
      if (card !== dealt(n)) {
        implies([direct[n]!, -isHome(card, n - 1)], before(dealt(n), card));
      }
    }
    for (const [pile, here] of piles.entries()) {
      implies([direct[n]!], -here);
      for (const there of piles.slice(pile + 1)) or(-here, -there);
      // What lies on a card goes home before it.
      implies([here, -isHome(pile, n - 1)], before(dealt(n), pile));
      for (let under = 1; under < n; under++) {
        const isUnder = placed[under]![pile]!;
        implies([here, isUnder, -isHome(dealt(under), n - 1)], before(dealt(n), dealt(under)));
      }
    }
  }

  // The reserve goes home only between batches, or once the stock is empty (SLY-6).
  const inBatch = Array.from({ length: last + 1 }, () => variables(BATCH));
  or(inBatch[0]![0]!);
  for (let gap = 0; gap <= last; gap++) {
    for (const [count, so] of inBatch[gap]!.entries()) {
      for (const other of inBatch[gap]!.slice(count + 1)) or(-so, -other);
      if (gap === last) continue;
      implies([so, direct[gap + 1]!], inBatch[gap + 1]![count]!);
      implies([so, -direct[gap + 1]!], inBatch[gap + 1]![(count + 1) % BATCH]!);
    }
  }
  for (const card of all) {
    for (let gap = 1; gap < last; gap++) {
      const itself = card === dealt(gap) ? [direct[gap]!] : [];
      implies([isHome(card, gap), -isHome(card, gap - 1)], inBatch[gap]![0]!, ...itself);
    }
  }

  for (let suit = 0; suit < 4; suit++) {
    const up = lengthOf(position, suit);
    const down = KING + 1 - lengthOf(position, FIRST_KING + suit);
    /** The cards of a rank, each with whether it is among the suit's second thirteen. */
    const second: [number, Literal][][] = [];
    for (let rank = 0; rank <= KING; rank++) {
      const same = all.filter(
        (card) => suitOf(cards[card]!) === suit && rankOf(cards[card]!) === rank,
      );
      const isSwapped = same.length === 2 ? variable() : TRUE;
      second.push(same.map((card, n) => [card, n === 0 ? isSwapped : -isSwapped]));
    }
    /** Of neighbours in rank, both first or both second, the lower one comes first if `isUp`, else the higher one. */
    const inTurn = (rank: number, areSecond: boolean, lowerFirst: Literal) => {
      for (const [low, lowIsSecond] of second[rank] ?? []) {
        for (const [high, highIsSecond] of second[rank + 1] ?? []) {
          const are = areSecond ? [lowIsSecond, highIsSecond] : [-lowIsSecond, -highIsSecond];
          implies([...are, lowerFirst], before(low, high));
          implies([...are, -lowerFirst], before(high, low));
        }
      }
    };
    // The second thirteen: from some rank on upwards, below it downwards; as far as they are not home.
    if (up > down) {
      for (let rank = up; rank < KING; rank++) inTurn(rank, true, TRUE);
      for (let rank = 0; rank < down - 1; rank++) inTurn(rank, true, FALSE);
      continue;
    }
    const upwards = variables(KING + 1);
    for (let rank = 0; rank < KING; rank++) {
      implies([upwards[rank]!], upwards[rank + 1]!);
      inTurn(rank, true, upwards[rank]!);
    }
    // The first thirteen: up to some rank upwards, above it downwards. At that rank neither waits for the other.
    const rising = variables(KING + 1);
    for (let rank = up; rank + 1 < down; rank++) {
      implies([rising[rank + 1]!], rising[rank]!);
      for (const [low, lowIsSecond] of second[rank]!) {
        for (const [high, highIsSecond] of second[rank + 1]!) {
          implies([-lowIsSecond, -highIsSecond, rising[rank + 1]!], before(low, high));
          implies([-lowIsSecond, -highIsSecond, -rising[rank]!], before(high, low));
        }
      }
    }
    const both = second.flat();
    for (const [first, isSecond] of both) {
      for (const [other, otherIsSecond] of both) {
        if (first !== other) implies([-isSecond, otherIsSecond], before(first, other));
      }
    }
  }

  function movesOf(model: Model): Move[] {
    const moves: Move[] = [];
    let now = position;
    const make = (from: number, to: number) => {
      now = unwrap(playMove(now, { from, to }));
      moves.push({ from, to });
    };
    function goHome(from: number): void {
      const card = now.piles[from]!.at(-1)!;
      const [up, down] = [suitOf(card), FIRST_KING + suitOf(card)];
      const rank = rankOf(card);
      if (lengthOf(now, down) === KING - rank) return make(from, down);
      // Where the foundations meet, cards slide over until this one fits.
      while (lengthOf(now, up) < rank) make(down, up);
      while (lengthOf(now, up) > rank) make(up, down);
      make(from, up);
    }
    const pileOf = (card: Card) =>
      now.piles.findIndex((pile, n) => n >= FIRST_RESERVE && n < STOCK && pile.at(-1) === card);
    for (let gap = 1; gap <= last; gap++) {
      if (model(direct[gap]!)) goHome(STOCK);
      else make(STOCK, FIRST_RESERVE + placed[gap]!.findIndex((here) => model(here)));
      const leaving = all.filter(
        (card) => model(isHome(card, gap)) && !model(isHome(card, gap - 1)),
      );
      leaving.sort((a, b) => (model(before(a, b)) ? -1 : 1));
      for (const card of leaving) {
        if (card !== dealt(gap) || !model(direct[gap]!)) goHome(pileOf(cards[card]!));
      }
    }
    return moves;
  }
  return { formula, movesOf };
}
