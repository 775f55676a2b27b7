/** Sly Fox. The rules, numbered, stand in sly-fox.rules.md. */
import { ACE, isFaceUp, KING, suitOf } from '../card.ts';
import type { Pack } from '../card.ts';
import { dealRounds, setAside } from '../dealing.ts';
import {
  aceFoundation,
  addMovesHome,
  foundationPiles,
  foundationRejects,
  FOUNDATIONS,
  foundationTakes,
  kingFoundation,
} from '../foundations.ts';
import { fanDown, fanRight, numbered, placed } from '../layout.ts';
import type { Layout } from '../layout.ts';
import { moveBetween } from '../move.ts';
import type { Move, RejectionCode } from '../move.ts';
import { moveTop, pileAt, topOf } from '../pile.ts';
import type { Pile } from '../pile.ts';
import { showingOn } from '../showing.ts';
import type { Game, Position, Solitaire } from '../solitaire.ts';

const ID = 'sly-fox/standard';
const RESERVES = 20;
const FIRST_RESERVE = FOUNDATIONS;
const STOCK = FIRST_RESERVE + RESERVES;
const BATCH = 20;

/**
 * The one counter says how many cards of the current batch have been placed on the reserve:
 * −1 from the deal until the first one, then 1 to 19, and 0 when the batch is complete.
 */
const OPENING = -1;
const placedOf = (position: Position): number => position.counters[0] ?? OPENING;

const isReserve = (pile: number) => pile >= FIRST_RESERVE && pile < STOCK;

/** A batch that has been begun must be completed before the reserve may go home (SLY-6). */
const reserveIsFree = (position: Position): boolean =>
  placedOf(position) <= 0 || pileAt(position.piles, STOCK).length === 0;

/** In the opening phase a pile that has just been emptied is filled at once from the stock (SLY-5). */
const mayRefill = (piles: readonly Pile[], pile: number): boolean =>
  pileAt(piles, pile).length === 0 && pileAt(piles, STOCK).length > 0;

/** Together the two foundations of the suit hold each rank once, so any card may slide over (SLY-8). */
const foundationsMeet = (piles: readonly Pile[], suit: number): boolean =>
  pileAt(piles, aceFoundation(suit)).length + pileAt(piles, kingFoundation(suit)).length === 13;

function rejection(position: Position, { from, to }: Move): RejectionCode | undefined {
  const { piles } = position;
  const card = topOf(pileAt(piles, from));
  const isTransfer = from < FOUNDATIONS && to < FOUNDATIONS && from !== to;
  const isPlacing = from === STOCK && isReserve(to);
  const isHoming = from >= FOUNDATIONS && to < FOUNDATIONS;
  if (!isTransfer && !isPlacing && !isHoming) return 'no-such-route';
  if (pileAt(piles, from).length === 0) return 'empty-pile';
  if (!isFaceUp(card)) return 'face-down';
  if (isPlacing) return undefined;
  if (isReserve(from) && !reserveIsFree(position)) return 'batch-not-complete';
  return foundationRejects(piles, to, card);
}

function deal(pack: Pack): Position {
  const { aces, kings, rest } = setAside(pack, [ACE, KING]);
  const { dealt, rest: stock } = dealRounds(rest, RESERVES, 1);
  return {
    variant: ID,
    piles: [...aces.map((ace) => [ace]), ...kings.map((king) => [king]), ...dealt, stock],
    counters: [OPENING],
  };
}

function legalMoves(position: Position): Move[] {
  const { piles } = position;
  const moves: Move[] = [];
  const next = topOf(pileAt(piles, STOCK));
  if (isFaceUp(next)) {
    for (let to = FIRST_RESERVE; to < STOCK; to++) moves.push(moveBetween(STOCK, to));
  }
  addMovesHome(
    moves,
    piles,
    showingOn(piles, reserveIsFree(position) ? FIRST_RESERVE : STOCK, STOCK),
  );
  for (let suit = 0; suit < 4; suit++) {
    if (!foundationsMeet(piles, suit)) continue;
    const aces = aceFoundation(suit);
    const kings = kingFoundation(suit);
    if (pileAt(piles, aces).length > 0) moves.push(moveBetween(aces, kings));
    if (pileAt(piles, kings).length > 0) moves.push(moveBetween(kings, aces));
  }
  return moves;
}

function play(position: Position, { from, to }: Move): Position {
  const piles = moveTop(position.piles, from, to);
  let placed = placedOf(position);
  if (isReserve(to)) {
    placed = (Math.max(placed, 0) + 1) % BATCH;
  } else if (isReserve(from) && placed === OPENING && mayRefill(piles, from)) {
    return {
      variant: position.variant,
      piles: moveTop(piles, STOCK, from),
      counters: position.counters,
    };
  }
  return {
    variant: position.variant,
    piles,
    counters: placed === placedOf(position) ? position.counters : [placed],
  };
}

/** Transfers can go on for ever, so they count only where they let a reserve card go home. */
function isStuck({ piles }: Position): boolean {
  if (pileAt(piles, STOCK).length > 0) return false;
  for (let from = FIRST_RESERVE; from < STOCK; from++) {
    const card = topOf(pileAt(piles, from));
    if (!isFaceUp(card)) continue;
    const suit = suitOf(card);
    if (foundationsMeet(piles, suit)) return false;
    if (foundationTakes(piles, aceFoundation(suit), card)) return false;
    if (foundationTakes(piles, kingFoundation(suit), card)) return false;
  }
  return true;
}
const layout: Layout = {
  upright: [
    { piles: 8, x: 0, y: 0, columns: 4 },
    { piles: 20, x: 0, y: 2.25, columns: 5, down: 1.5, fan: fanDown(0.46) },
    { piles: 1, x: 4.28, y: 0.53 },
  ],
  wide: [
    { piles: 4, x: 0, y: 0, columns: 1 },
    { piles: 4, x: 1.07, y: 0, columns: 1 },
    { piles: 20, x: 2.27, y: 0, columns: 5, across: 1.98, fan: fanRight(0.9) },
    { piles: 1, x: 12.35, y: 1.06 },
  ],
};

const standard: Solitaire<typeof ID> = {
  id: ID,
  title: 'Sly Fox',
  packs: 2,
  piles: placed(
    [...foundationPiles, ...numbered('reserve', 'r', RESERVES), { name: 's', role: 'stock' }],
    layout,
  ),
  dealtHome: 8,
  stockTopFaceUp: true,
  counterRanges: [[OPENING, BATCH - 1]],
  deal,
  legalMoves,
  rejection,
  play,
  isStuck,
};

export const game = {
  title: 'Sly Fox',
  capMinutes: 20,
  variants: [standard],
} as const satisfies Game;
