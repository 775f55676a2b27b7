/** British Square. The rules, numbered, stand in british-square.rules.md. */
import { faceAbove, faceBelow, isNextDown, isNextUp, NO_FACE, sameSuit } from '../build.ts';
import { ACE, FACE_DOWN, faceOf, isFaceUp, SUITS, suitOf } from '../card.ts';
import { dealRounds } from '../dealing.ts';
import { moveBetween } from '../move.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import type { Pile, PileSpec, Slot } from '../pile.ts';
import { addMovesFrom, ANY_FACE, pilesWith, showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

const FOUNDATIONS = 4;
const FIRST_PILE = FOUNDATIONS;

/** Sixteen piles of one card (BRI-1). */
const piles = britishSquare('british-square/piles', '16 piles', {
  piles: 16,
  depth: 1,
  anyFills: false,
});
/** Four columns of four cards (BRI-2). */
const columns = britishSquare('british-square/columns', '4 columns of 4', {
  piles: 4,
  depth: 4,
  anyFills: false,
});
/** Sixteen piles, and any card fills a space (BRI-3). */
const union = britishSquare('british-square/union', 'Union Square', {
  piles: 16,
  depth: 1,
  anyFills: true,
});

export const game: Game = {
  title: 'British Square',
  capMinutes: 40,
  variants: [piles, columns, union],
};

/** The face a foundation wants next: it goes up A..K, then down K..A in its suit (BRI-4). */
function wantedBy(piles: readonly Pile[], foundation: number): number {
  const cards = pileAt(piles, foundation).length;
  if (cards > 25) return NO_FACE;
  return 13 * foundation + (cards < 13 ? cards : 25 - cards);
}

interface Form {
  readonly piles: number;
  readonly depth: number;
  readonly anyFills: boolean;
}

function britishSquare(id: string, title: string, form: Form): Solitaire {
  const waste = FIRST_PILE + form.piles;
  const stock = waste + 1;
  const hasBases = form.depth > 1;
  const isTableau = (pile: number) => pile >= FIRST_PILE && pile < waste;

  /**
   * The direction of a pile: above zero is up, below zero down, zero none yet. It is that of the
   * cards built on the base card: in `columns` the dealt cards are no build, whatever they look like.
   */
  function directionOf(position: Position, index: number): number {
    const pile = pileAt(position.piles, index);
    const base = hasBases ? (position.counters[index - FIRST_PILE] ?? 0) : 0;
    if (pile.length < base + 2) return 0;
    const first = hasBases ? pile.length - 2 : 0;
    return faceOf(pile[first + 1] ?? FACE_DOWN) - faceOf(pile[first] ?? FACE_DOWN);
  }

  function refusal(position: Position, { from, to }: Move): RejectionCode | undefined {
    if (from === to || to === stock || from < FOUNDATIONS) return 'no-such-route';
    if ((from === stock) !== (to === waste)) return 'no-such-route';
    const source = pileAt(position.piles, from);
    if (source.length === 0) return 'empty-pile';
    if (from === stock) return undefined;
    const card = topOf(source);
    if (!isFaceUp(card)) return 'face-down';
    if (to < FOUNDATIONS) {
      if (faceOf(card) === wantedBy(position.piles, to)) return undefined;
      return suitOf(card) === to ? 'not-next-rank' : 'wrong-suit';
    }
    const target = pileAt(position.piles, to);
    if (target.length === 0) {
      return from === waste || form.anyFills ? undefined : 'space-takes-waste-only';
    }
    const on = topOf(target);
    if (!sameSuit(card, on)) return 'wrong-suit';
    const direction = directionOf(position, to);
    if (isNextUp(card, on)) return direction < 0 ? 'wrong-direction' : undefined;
    if (isNextDown(card, on)) return direction > 0 ? 'wrong-direction' : undefined;
    return 'not-next-rank';
  }

  return {
    id,
    title,
    packs: 2,
    piles: [
      ...SUITS.map((suit, n): PileSpec => ({
        name: `f${suit}`,
        role: 'foundation',
        builds: { suit: n, from: ACE, cards: 26 },
        upright: { x: 4.42, y: n * 1.06 },
        wide: { x: 0, y: n * 1.06 },
      })),
      ...Array.from({ length: form.piles }, (_, n) => tableauPile(n, hasBases)),
      {
        name: 'w',
        role: 'waste',
        upright: { x: 4.42, y: 4.38, fan: { towards: 'down', room: 0.8 } },
        wide: { x: hasBases ? 7.3 : 9.3, y: 1.06, fan: { towards: 'down', room: 2.1 } },
      },
      {
        name: 's',
        role: 'stock',
        upright: { x: 4.42, y: 6.3 },
        wide: { x: hasBases ? 7.3 : 9.3, y: 0 },
      },
    ],
    dealtHome: 0,
    stockTopFaceUp: false,
    counterRanges: hasBases
      ? Array.from({ length: form.piles }, () => [0, form.depth - 1] as const)
      : [],

    deal(pack) {
      const { dealt, rest } = dealRounds(pack, form.piles, form.depth);
      const { dealt: wasteDealt, rest: stockDealt } = dealRounds(rest, 1, 1);
      return {
        variant: id,
        piles: [[], [], [], [], ...dealt, ...wasteDealt, stockDealt],
        counters: hasBases ? Array.from({ length: form.piles }, () => form.depth - 1) : [],
      };
    },

    legalMoves(position) {
      const { piles } = position;
      const moves: Move[] = [];
      if (pileAt(piles, stock).length > 0) moves.push(moveBetween(stock, waste));
      const showing = showingOn(piles, FIRST_PILE, waste);
      for (let to = 0; to < FOUNDATIONS; to++) {
        addMovesFrom(moves, pilesWith(showing, wantedBy(piles, to)), to);
      }
      const fillers = pilesWith(showing, ANY_FACE) & (form.anyFills ? -1 : 1 << waste);
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
    },

    rejection(position, move) {
      const code = refusal(position, move);
      return code && { code, from: move.from, to: move.to };
    },

    play(position, { from, to }) {
      const piles = moveTop(position.piles, from, to);
      let { counters } = position;
      if (hasBases && isTableau(from)) {
        const left = pileAt(piles, from).length;
        counters = counters.map((base, n) =>
          n === from - FIRST_PILE ? Math.max(0, Math.min(base, left - 1)) : base,
        );
      }
      return { variant: position.variant, piles, counters };
    },
  };
}

/** A square of four rows of four, or four columns; the foundations stand to its right or left. */
function tableauPile(n: number, isColumn: boolean): PileSpec {
  const column = n % 4;
  const row = isColumn ? 0 : Math.floor(n / 4);
  const fan = (towards: 'down' | 'right', room: number) => ({ towards, room });
  const upright = { x: column * 1.08, y: row * 1.84, fan: fan('down', isColumn ? 6.3 : 0.78) };
  const wide: Slot = isColumn
    ? { x: column * 1.42 + 1.5, y: 0, fan: fan('down', 3.18) }
    : { x: column * 1.94 + 1.3, y: row * 1.06, fan: fan('right', 0.86) };
  return { name: `t${n}`, role: 'tableau', upright, wide };
}
