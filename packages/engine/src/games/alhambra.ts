/** Alhambra. The rules, numbered, stand in alhambra.rules.md. */
import { isNextDown, isNextUp, isWrap, sameSuit } from '../build.ts';
import { ACE, isFaceUp, KING } from '../card.ts';
import type { Pack } from '../card.ts';
import { dealRounds, setAside } from '../dealing.ts';
import { addMovesHome, foundationPiles, foundationRejects, FOUNDATIONS } from '../foundations.ts';
import { fanDown, numbered, placed } from '../layout.ts';
import type { Layout } from '../layout.ts';
import { moveBetween } from '../move.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import { showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

const ID = 'alhambra/standard';
const RESERVES = 8;
const FIRST_RESERVE = FOUNDATIONS;
const WASTE = FIRST_RESERVE + RESERVES;
const STOCK = WASTE + 1;
const REDEALS = 2;

/** The one counter says how many redeals are left. */
const redealsLeft = (position: Position): number => position.counters[0] ?? 0;

const isReserve = (pile: number) => pile >= FIRST_RESERVE && pile < WASTE;

function rejection(position: Position, { from, to }: Move): RejectionCode | undefined {
  const { piles } = position;
  const isDeal = from === STOCK && to === WASTE;
  const isRedeal = from === WASTE && to === STOCK;
  const isHoming = (isReserve(from) || from === WASTE) && to < FOUNDATIONS;
  const isBuilding = isReserve(from) && to === WASTE;
  if (!isDeal && !isRedeal && !isHoming && !isBuilding) return 'no-such-route';
  if (pileAt(piles, from).length === 0) return 'empty-pile';
  if (isDeal) return undefined;
  if (isRedeal) {
    if (pileAt(piles, STOCK).length > 0) return 'stock-not-empty';
    return redealsLeft(position) > 0 ? undefined : 'no-redeals-left';
  }
  const card = topOf(pileAt(piles, from));
  if (!isFaceUp(card)) return 'face-down';
  if (isHoming) return foundationRejects(piles, to, card);
  if (pileAt(piles, WASTE).length === 0) return undefined;
  const on = topOf(pileAt(piles, WASTE));
  if (!isFaceUp(on)) return 'face-down';
  if (!sameSuit(card, on)) return 'wrong-suit';
  return mayBuild(card, on) ? undefined : 'not-next-rank';
}

/** On the waste: in suit, one up or down, ace and king adjoin (ALH-6). */
const mayBuild = (card: number, on: number): boolean =>
  isNextUp(card, on) || isNextDown(card, on) || isWrap(card, on);

function deal(pack: Pack): Position {
  const { aces, kings, rest } = setAside(pack, [ACE, KING]);
  const { dealt, rest: afterReserve } = dealRounds(rest, RESERVES, 4);
  const { dealt: waste, rest: stock } = dealRounds(afterReserve, 1, 1);
  return {
    variant: ID,
    piles: [...aces.map((ace) => [ace]), ...kings.map((king) => [king]), ...dealt, ...waste, stock],
    counters: [REDEALS],
  };
}

function legalMoves(position: Position): Move[] {
  const { piles } = position;
  const moves: Move[] = [];
  const waste = pileAt(piles, WASTE);
  const on = topOf(waste);
  if (pileAt(piles, STOCK).length > 0) moves.push(moveBetween(STOCK, WASTE));
  else if (waste.length > 0 && redealsLeft(position) > 0) moves.push(moveBetween(WASTE, STOCK));
  addMovesHome(moves, piles, showingOn(piles, FIRST_RESERVE, WASTE));
  for (let from = FIRST_RESERVE; from < WASTE; from++) {
    const card = topOf(pileAt(piles, from));
    if (isFaceUp(card) && (waste.length === 0 || mayBuild(card, on))) {
      moves.push(moveBetween(from, WASTE));
    }
  }
  return moves;
}

function play(position: Position, { from, to }: Move): Position {
  if (to !== STOCK) {
    return {
      variant: position.variant,
      piles: moveTop(position.piles, from, to),
      counters: position.counters,
    };
  }
  // The waste is turned over as a whole and its first card dealt again in the same action (ALH-8).
  const piles = position.piles.slice();
  piles[STOCK] = pileAt(piles, WASTE).slice().reverse();
  piles[WASTE] = [];
  return {
    variant: position.variant,
    piles: moveTop(piles, STOCK, WASTE),
    counters: [redealsLeft(position) - 1],
  };
}
const layout: Layout = {
  upright: [
    { piles: 8, x: 0, y: 0, columns: 4, across: 1.08 },
    { piles: 8, x: 0, y: 2.3, columns: 4, across: 1.08, down: 2.1, fan: fanDown(0.95) },
    { piles: 1, x: 4.42, y: 0, fan: fanDown(3.3) },
    { piles: 1, x: 4.42, y: 4.4 },
  ],
  wide: [
    { piles: 8, x: 0, y: 0 },
    { piles: 8, x: 0, y: 1.25, fan: fanDown(1.2) },
    { piles: 1, x: 8.8, y: 1.25, fan: fanDown(1.2) },
    { piles: 1, x: 8.8, y: 0 },
  ],
};

const standard: Solitaire<typeof ID> = {
  id: ID,
  title: 'Alhambra',
  packs: 2,
  piles: placed(
    [
      ...foundationPiles,
      ...numbered('reserve', 'r', RESERVES),
      { name: 'w', role: 'waste' },
      { name: 's', role: 'stock' },
    ],
    layout,
  ),
  dealtHome: 8,
  stockTopFaceUp: false,
  counterRanges: [[0, REDEALS]],
  deal,
  legalMoves,
  rejection,
  play,
};

export const game = {
  title: 'Alhambra',
  capMinutes: 30,
  variants: [standard],
} as const satisfies Game;
