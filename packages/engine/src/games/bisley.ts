/** Bisley. The rules, numbered, stand in bisley.rules.md. */
import { faceAbove, faceBelow, isNextDown, isNextUp, sameSuit } from '../build.ts';
import { ACE, faceOf, isFaceUp } from '../card.ts';
import { dealRounds, setAside } from '../dealing.ts';
import { addMovesHome, foundationRejects, FOUNDATIONS, foundationSpecs } from '../foundations.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import type { Pile, PileSpec } from '../pile.ts';
import { addMovesFrom, pilesWith, showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

/** Thirteen columns: four of three cards under the aces, nine of four (BIS-1). */
const thirteen = bisley(
  'bisley/thirteen',
  '13 columns',
  13,
  [3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4],
);
/** Twelve columns of four (BIS-2). */
const twelve = bisley('bisley/twelve', '12 columns', 12, Array(12).fill(4));

export const game: Game = { title: 'Bisley', capMinutes: 15, variants: [thirteen, twelve] };

function bisley(id: string, title: string, columns: number, depths: readonly number[]): Solitaire {
  const firstColumn = FOUNDATIONS;
  const lastColumn = FOUNDATIONS + columns - 1;
  const isColumn = (pile: number) => pile >= firstColumn && pile <= lastColumn;

  /** Why the top card of a column may not go to a pile. */
  function refusal(piles: readonly Pile[], { from, to }: Move): RejectionCode | undefined {
    if (!isColumn(from) || from === to) return 'no-such-route';
    if (pileAt(piles, from).length === 0) return 'empty-pile';
    const card = topOf(pileAt(piles, from));
    if (!isFaceUp(card)) return 'face-down';
    if (to < FOUNDATIONS) return foundationRejects(piles, to, card);
    const on = topOf(pileAt(piles, to));
    if (pileAt(piles, to).length === 0) return 'space-stays-empty';
    if (!sameSuit(card, on)) return 'wrong-suit';
    return isNextUp(card, on) || isNextDown(card, on) ? undefined : 'not-next-rank';
  }

  return {
    id,
    title,
    packs: 1,
    piles: [...foundationSpecs(placeFoundation), ...depths.map((_, n) => column(n, columns))],
    dealtHome: 4,
    stockTopFaceUp: false,
    counterRanges: [],

    deal(pack) {
      const { aces, rest } = setAside(pack, [ACE]);
      // Three rounds to every column, then what is left to the longer ones, left to right.
      const { dealt, rest: fourth } = dealRounds(rest, columns, 3);
      const longer = fourth.length;
      const { dealt: last } = dealRounds(fourth, longer, 1);
      const tableau = dealt.map((column, n) => [...column, ...(last[n - columns + longer] ?? [])]);
      return {
        variant: id,
        piles: [...aces.map((ace) => [ace]), [], [], [], [], ...tableau],
        counters: [],
      };
    },

    legalMoves({ piles }) {
      const moves: Move[] = [];
      const showing = showingOn(piles, firstColumn, lastColumn);
      addMovesHome(moves, piles, showing);
      for (let to = firstColumn; to <= lastColumn; to++) {
        const on = faceOf(topOf(pileAt(piles, to)));
        const takes = pilesWith(showing, faceAbove(on)) | pilesWith(showing, faceBelow(on));
        addMovesFrom(moves, takes, to);
      }
      return moves;
    },

    rejection(position, move) {
      const code = refusal(position.piles, move);
      return code && { code, from: move.from, to: move.to };
    },

    play: (position: Position, { from, to }: Move): Position => ({
      variant: position.variant,
      piles: moveTop(position.piles, from, to),
      counters: position.counters,
    }),
  };
}

/** The kings stand above the aces, and the aces above the first four columns. */
function placeFoundation(foundation: number) {
  const x = foundation & 3;
  const y = foundation < 4 ? 1.06 : 0;
  return { upright: { x: x * 1.07, y }, wide: { x: x * 1.07, y } };
}

/** Wide: one row, in which the columns beside the foundations start higher. Upright: two rows. */
function column(n: number, columns: number): PileSpec {
  const firstRow = columns - 6;
  const isUnderAces = n < 4;
  const isFirstRow = n < firstRow;
  const room = columns === 13 ? 1.8 : 1.6;
  const under = 2.14;
  const second = under + 1 + room + 0.1;
  const fan = (over: number) => ({ towards: 'down' as const, room: over });
  return {
    name: `t${n}`,
    role: 'tableau',
    upright: isFirstRow
      ? { x: n * 1.07, y: isUnderAces ? under : 0, fan: fan(isUnderAces ? room : under + room) }
      : { x: (n - firstRow / 2 - 3) * 1.07, y: second, fan: fan(room + 1) },
    wide: {
      x: n * 1.07,
      y: isUnderAces ? under : 0,
      fan: fan(isUnderAces ? 2.3 : under + 2.3),
    },
  };
}
