/** Alhambra. The rules, numbered, stand in alhambra.rules.md. */
import { isNextDown, isNextUp, isWrap, sameSuit } from '../build.ts';
import { ACE, isFaceUp, KING } from '../card.ts';
import { dealRounds, setAside } from '../dealing.ts';
import { addMovesHome, foundationRejects, FOUNDATIONS, foundationSpecs } from '../foundations.ts';
import { moveBetween } from '../move.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import type { PileSpec } from '../pile.ts';
import { showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

const RESERVES = 8;
const FIRST_RESERVE = FOUNDATIONS;
const WASTE = FIRST_RESERVE + RESERVES;
const STOCK = WASTE + 1;
const REDEALS = 2;

/** The one counter says how many redeals are left. */
const redealsLeft = (position: Position): number => position.counters[0] ?? 0;

const isReserve = (pile: number) => pile >= FIRST_RESERVE && pile < WASTE;

function refusal(position: Position, { from, to }: Move): RejectionCode | undefined {
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

const standard: Solitaire = {
  id: 'alhambra/standard',
  title: 'Alhambra',
  packs: 2,
  piles: [
    ...foundationSpecs((foundation) => {
      const suit = foundation & 3;
      const row = foundation < 4 ? 0 : 1;
      return {
        upright: { x: suit * 1.08, y: row * 1.06 },
        wide: { x: foundation * 1.07, y: 0 },
      };
    }),
    ...Array.from({ length: RESERVES }, (_, n): PileSpec => ({
      name: `r${n}`,
      role: 'reserve',
      upright: {
        x: (n % 4) * 1.08,
        y: n < 4 ? 2.3 : 4.4,
        fan: { towards: 'down', room: 0.95 },
      },
      wide: { x: n * 1.07, y: 1.25, fan: { towards: 'down', room: 1.2 } },
    })),
    {
      name: 'w',
      role: 'waste',
      upright: { x: 4.42, y: 0, fan: { towards: 'down', room: 4.2 } },
      wide: { x: 8.8, y: 1.25, fan: { towards: 'down', room: 1.2 } },
    },
    { name: 's', role: 'stock', upright: { x: 4.42, y: 5.35 }, wide: { x: 8.8, y: 0 } },
  ],
  dealtHome: 8,
  stockTopFaceUp: false,
  counterRanges: [[0, REDEALS]],

  deal(pack) {
    const { aces, kings, rest } = setAside(pack, [ACE, KING]);
    const { dealt, rest: afterReserve } = dealRounds(rest, RESERVES, 4);
    const { dealt: waste, rest: stock } = dealRounds(afterReserve, 1, 1);
    return {
      variant: standard.id,
      piles: [
        ...aces.map((ace) => [ace]),
        ...kings.map((king) => [king]),
        ...dealt,
        ...waste,
        stock,
      ],
      counters: [REDEALS],
    };
  },

  legalMoves(position) {
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
  },

  rejection(position, move) {
    const code = refusal(position, move);
    return code && { code, from: move.from, to: move.to };
  },

  play(position, { from, to }) {
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
  },
};

export const game: Game = { title: 'Alhambra', capMinutes: 30, variants: [standard] };
