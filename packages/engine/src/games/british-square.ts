/** British Square. The rules, numbered, stand in british-square.rules.md. */
import { faceAbove, faceBelow, isNextDown, isNextUp, NO_FACE, sameSuit } from '../build.ts';
import { ACE, FACE_DOWN, faceOf, isFaceUp, SUITS, suitOf } from '../card.ts';
import type { Pack } from '../card.ts';
import { dealRounds } from '../dealing.ts';
import { fanDown, fanRight, numbered, placed } from '../layout.ts';
import type { Layout } from '../layout.ts';
import { moveBetween } from '../move.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import type { Pile } from '../pile.ts';
import { addMovesFrom, ANY_FACE, pilesWith, showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

/** The piles in their order: foundations, the tableau, the waste, the stock. */
const FOUNDATIONS = 4;
const FIRST_PILE = FOUNDATIONS;
const wasteOf = (piles: readonly Pile[]): number => piles.length - 2;
const stockOf = (piles: readonly Pile[]): number => piles.length - 1;

/** What distinguishes the variants. */
interface Form {
  /** Piles of the tableau, and cards dealt to each. */
  readonly piles: number;
  readonly depth: number;
  /** Whether any card fills a space (BRI-3), or only one from the waste (BRI-8). */
  readonly anyFills: boolean;
}

/**
 * In `columns` there is a counter for each pile: the index of its base card (BRI-2). The other forms
 * deal one card to a pile, which is its base for good, and have no counters.
 */
const basesOf = ({ piles, depth }: Form): number[] =>
  depth > 1 ? Array(piles).fill(depth - 1) : [];

/** The face a foundation wants next: it goes up A..K, then down K..A in its suit (BRI-4). */
function wantedBy(piles: readonly Pile[], foundation: number): number {
  const cards = pileAt(piles, foundation).length;
  if (cards > 25) return NO_FACE;
  return 13 * foundation + (cards < 13 ? cards : 25 - cards);
}

/**
 * The direction of a pile (BRI-7): above zero is up, below zero down, zero none yet. It is that of
 * the cards built on the base card, so dealt cards give none, whatever they look like.
 */
function directionOf({ piles, counters }: Position, index: number): number {
  const pile = pileAt(piles, index);
  const hasBases = counters.length > 0;
  const base = hasBases ? (counters[index - FIRST_PILE] ?? 0) : 0;
  if (pile.length < base + 2) return 0;
  const first = hasBases ? pile.length - 2 : 0;
  return faceOf(pile[first + 1] ?? FACE_DOWN) - faceOf(pile[first] ?? FACE_DOWN);
}

function deal(pack: Pack, form: Form): Pick<Position, 'piles' | 'counters'> {
  const { dealt, rest } = dealRounds(pack, form.piles, form.depth);
  const { dealt: waste, rest: stock } = dealRounds(rest, 1, 1);
  return { piles: [[], [], [], [], ...dealt, ...waste, stock], counters: basesOf(form) };
}

function legalMoves(position: Position, anyFills: boolean): Move[] {
  const { piles } = position;
  const waste = wasteOf(piles);
  const stock = stockOf(piles);
  const moves: Move[] = [];
  if (pileAt(piles, stock).length > 0) moves.push(moveBetween(stock, waste));
  const showing = showingOn(piles, FIRST_PILE, waste);
  for (let to = 0; to < FOUNDATIONS; to++) {
    addMovesFrom(moves, pilesWith(showing, wantedBy(piles, to)), to);
  }
  const fillers = pilesWith(showing, ANY_FACE) & (anyFills ? -1 : 1 << waste);
  for (let to = FIRST_PILE; to < waste; to++) {
    const target = pileAt(piles, to);
    if (target.length === 0) {
      addMovesFrom(moves, fillers, to);
      continue;
    }
    const on = faceOf(topOf(target));
    const direction = directionOf(position, to);
    const above = direction < 0 ? NO_FACE : faceAbove(on);
    const below = direction > 0 ? NO_FACE : faceBelow(on);
    addMovesFrom(moves, pilesWith(showing, above) | pilesWith(showing, below), to);
  }
  return moves;
}

function rejection(
  position: Position,
  { from, to }: Move,
  anyFills: boolean,
): RejectionCode | undefined {
  const { piles } = position;
  const waste = wasteOf(piles);
  const stock = stockOf(piles);
  if (from === to || to === stock || from < FOUNDATIONS) return 'no-such-route';
  if ((from === stock) !== (to === waste)) return 'no-such-route';
  const source = pileAt(piles, from);
  if (source.length === 0) return 'empty-pile';
  if (from === stock) return undefined;
  const card = topOf(source);
  if (!isFaceUp(card)) return 'face-down';
  if (to < FOUNDATIONS) {
    if (faceOf(card) === wantedBy(piles, to)) return undefined;
    return suitOf(card) === to ? 'not-next-rank' : 'wrong-suit';
  }
  const target = pileAt(piles, to);
  if (target.length === 0) {
    return from === waste || anyFills ? undefined : 'space-takes-waste-only';
  }
  const on = topOf(target);
  if (!sameSuit(card, on)) return 'wrong-suit';
  const direction = directionOf(position, to);
  if (isNextUp(card, on)) return direction < 0 ? 'wrong-direction' : undefined;
  if (isNextDown(card, on)) return direction > 0 ? 'wrong-direction' : undefined;
  return 'not-next-rank';
}

function play(position: Position, { from, to }: Move): Position {
  const piles = moveTop(position.piles, from, to);
  return { variant: position.variant, piles, counters: basesAfter(position.counters, piles, from) };
}

/** A column that gives a card away may lose its base: then the new top card is it (BRI-2). */
function basesAfter(bases: readonly number[], piles: readonly Pile[], from: number) {
  const column = from - FIRST_PILE;
  const highest = Math.max(0, pileAt(piles, from).length - 1);
  if ((bases[column] ?? 0) <= highest) return bases;
  return bases.map((base, n) => (n === column ? highest : base));
}

/** No base above its pile (BRI-16). */
const invariant = ({ piles, counters }: Position): string | undefined =>
  counters.every((base, n) => base <= Math.max(0, pileAt(piles, FIRST_PILE + n).length - 1))
    ? undefined
    : 'BRI-16';

const foundationPiles = SUITS.map((suit, n) => ({
  name: `f${suit}`,
  role: 'foundation' as const,
  builds: { suit: n, from: ACE, cards: 26 as const },
}));

const variant = <Id extends string>(
  id: Id,
  title: string,
  form: Form,
  layout: Layout,
): Solitaire<Id> => ({
  id,
  title,
  packs: 2,
  piles: placed(
    [
      ...foundationPiles,
      ...numbered('tableau', 't', form.piles),
      { name: 'w', role: 'waste' },
      { name: 's', role: 'stock' },
    ],
    layout,
  ),
  dealtHome: 0,
  stockTopFaceUp: false,
  counterRanges: basesOf(form).map((most) => [0, most] as const),
  deal: (pack) => ({ variant: id, ...deal(pack, form) }),
  legalMoves: (position) => legalMoves(position, form.anyFills),
  rejection: (position, move) => rejection(position, move, form.anyFills),
  play,
  invariant,
});

/** A square of four rows of four, the foundations to its right. */
const layoutOfPiles: Layout = {
  upright: [
    { piles: 4, x: 4.42, y: 0, columns: 1 },
    { piles: 16, x: 0, y: 0, columns: 4, across: 1.08, down: 1.84, fan: fanDown(0.81) },
    { piles: 1, x: 4.42, y: 4.38, fan: fanDown(0.8) },
    { piles: 1, x: 4.42, y: 6.3 },
  ],
  wide: [
    { piles: 4, x: 9.3, y: 0, columns: 1 },
    { piles: 16, x: 0, y: 0, columns: 4, across: 1.94, fan: fanRight(0.86) },
    { piles: 1, x: 8, y: 1.06, fan: fanDown(2.1) },
    { piles: 1, x: 8, y: 0 },
  ],
};
/** The same with four columns in place of the square. */
const layoutOfColumns: Layout = {
  upright: [
    { piles: 4, x: 4.42, y: 0, columns: 1 },
    { piles: 4, x: 0, y: 0, across: 1.08, fan: fanDown(6.3) },
    { piles: 1, x: 4.42, y: 4.38, fan: fanDown(0.8) },
    { piles: 1, x: 4.42, y: 6.3 },
  ],
  wide: [
    { piles: 4, x: 7.3, y: 0, columns: 1 },
    { piles: 4, x: 0, y: 0, across: 1.42, fan: fanDown(3.18) },
    { piles: 1, x: 5.8, y: 1.06, fan: fanDown(2.1) },
    { piles: 1, x: 5.8, y: 0 },
  ],
};

/** Sixteen piles of one card (BRI-1); four columns of four (BRI-2); sixteen, and any card fills a space (BRI-3). */
const sixteen = { piles: 16, depth: 1, anyFills: false };
const four = { piles: 4, depth: 4, anyFills: false };

export const game = {
  title: 'British Square',
  capMinutes: 40,
  variants: [
    variant('british-square/piles', '16 piles', sixteen, layoutOfPiles),
    variant('british-square/columns', '4 columns of 4', four, layoutOfColumns),
    variant('british-square/union', 'Union Square', { ...sixteen, anyFills: true }, layoutOfPiles),
  ],
} as const satisfies Game;
