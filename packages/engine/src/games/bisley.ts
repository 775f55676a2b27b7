/** Bisley. The rules, numbered, stand in bisley.rules.md. */
import { faceAbove, faceBelow, isNextDown, isNextUp, sameSuit } from '../build.ts';
import { ACE, faceOf, isFaceUp } from '../card.ts';
import type { Pack } from '../card.ts';
import { dealRounds, setAside } from '../dealing.ts';
import { addMovesHome, foundationPiles, foundationRejects, FOUNDATIONS } from '../foundations.ts';
import { fanDown, numbered, placed } from '../layout.ts';
import type { Grid, Layout } from '../layout.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import { addMovesFrom, pilesWith, showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

/** Everything that is no foundation is a column; how many there are, the variants say. */
const FIRST_COLUMN = FOUNDATIONS;

/** The rounds that every column gets; the last columns get one card more (BIS-3). */
const ROUNDS = 3;

function deal(pack: Pack, columns: number): Pick<Position, 'piles' | 'counters'> {
  const { aces, rest } = setAside(pack, [ACE]);
  const { dealt, rest: left } = dealRounds(rest, columns, ROUNDS);
  const short = columns - left.length;
  const { dealt: last } = dealRounds(left, left.length, 1);
  const tableau = dealt.map((column, n) => [...column, ...(last[n - short] ?? [])]);
  return { piles: [...aces.map((ace) => [ace]), [], [], [], [], ...tableau], counters: [] };
}

function legalMoves({ piles }: Position): Move[] {
  const moves: Move[] = [];
  const showing = showingOn(piles, FIRST_COLUMN, piles.length - 1);
  addMovesHome(moves, piles, showing);
  for (let to = FIRST_COLUMN; to < piles.length; to++) {
    const on = faceOf(topOf(pileAt(piles, to)));
    const takes = pilesWith(showing, faceAbove(on)) | pilesWith(showing, faceBelow(on));
    addMovesFrom(moves, takes, to);
  }
  return moves;
}

/** Why the top card of a column may not go to a pile. */
function rejection({ piles }: Position, { from, to }: Move): RejectionCode | undefined {
  if (from < FIRST_COLUMN || from === to) return 'no-such-route';
  if (pileAt(piles, from).length === 0) return 'empty-pile';
  const card = topOf(pileAt(piles, from));
  if (!isFaceUp(card)) return 'face-down';
  if (to < FOUNDATIONS) return foundationRejects(piles, to, card);
  const on = topOf(pileAt(piles, to));
  if (pileAt(piles, to).length === 0) return 'space-stays-empty';
  if (!sameSuit(card, on)) return 'wrong-suit';
  return isNextUp(card, on) || isNextDown(card, on) ? undefined : 'not-next-rank';
}

const play = (position: Position, { from, to }: Move): Position => ({
  variant: position.variant,
  piles: moveTop(position.piles, from, to),
  counters: position.counters,
});

const variant = <Id extends string>(
  id: Id,
  title: string,
  columns: number,
  layout: Layout,
): Solitaire<Id> => ({
  id,
  title,
  packs: 1,
  piles: placed([...foundationPiles, ...numbered('tableau', 't', columns)], layout),
  dealtHome: 4,
  stockTopFaceUp: false,
  // Of its two neighbours in suit one has gone home before it, and the other can follow it there instead of being built
  // on it. Nothing else ever goes on it, and an empty column is of no use (BIS-7, BIS-9).
  homeIsSafe: true,
  counterRanges: [],
  deal: (pack) => ({ variant: id, ...deal(pack, columns) }),
  legalMoves,
  rejection,
  play,
});

/** Upright: the kings stand above the aces, two columns beside them, the others in two rows below, on the same grid. */
const upright = (columnsInRow: number, columns: number): Grid[] => {
  const across = { columns: columnsInRow, fan: fanDown(1.75) };
  return [
    { piles: 4, x: 0, y: 1.06 },
    { piles: 4, x: 0, y: 0 },
    { piles: 2, x: 4.28, y: 0, fan: fanDown(1.04) },
    { piles: columnsInRow, x: 0, y: 2.2, ...across },
    { piles: columns - 2 - columnsInRow, x: 0, y: 5.05, ...across },
  ];
};

/** Wide: the foundations side by side at the left, from top to bottom; beside them the columns in two rows. */
const wide = (columnsAbove: number, columnsBelow: number): Grid[] => {
  const beside = { x: 2.5, fan: fanDown(1) };
  return [
    { piles: 4, x: 1.07, y: 0, columns: 1, down: 1.04 },
    { piles: 4, x: 0, y: 0, columns: 1, down: 1.04 },
    { piles: columnsAbove, y: 0, ...beside },
    { piles: columnsBelow, y: 2.08, ...beside },
  ];
};

const layoutOfThirteen: Layout = { upright: upright(6, 13), wide: wide(7, 6) };
const layoutOfTwelve: Layout = { upright: upright(5, 12), wide: wide(6, 6) };

/** Thirteen columns: four of three cards under the aces, nine of four (BIS-1). Twelve: all of four (BIS-2). */
export const game = {
  title: 'Bisley',
  capMinutes: 15,
  variants: [
    variant('bisley/thirteen', '13 columns', 13, layoutOfThirteen),
    variant('bisley/twelve', '12 columns', 12, layoutOfTwelve),
  ],
} as const satisfies Game;
