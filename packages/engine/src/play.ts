/** The engine's verbs. All run alike on a full position and on a view of it. */
import { FACE_DOWN, isFaceUp, isPack, RANKS, SUITS, suitOf } from './card.ts';
import type { Card, Pack } from './card.ts';
import type { Move, MoveRejection } from './move.ts';
import { pileAt, topOf } from './pile.ts';
import type { Role } from './pile.ts';
import { ok, refuse } from './result.ts';
import type { Result } from './result.ts';
import type { Position, Solitaire } from './solitaire.ts';
import { findVariant, variantOf } from './variants.ts';
import type { VariantId } from './variants.ts';

/** Why there is no deal. */
export interface DealError {
  readonly code: 'no-such-variant' | 'wrong-pack';
  /** The name that no variant has, or the variant that wants another number of packs. */
  readonly at: string;
}

/**
 * The opening position of a variant.
 * @param variant one of `VariantId`; another text is refused
 * @param pack every card of the variant's one or two packs once; dealt from the end
 */
export function newGame(
  variant: VariantId | (string & {}),
  pack: Pack,
): Result<Position, DealError> {
  const rules = findVariant(variant);
  if (!rules) return refuse({ code: 'no-such-variant', at: variant });
  if (!isPack(pack, rules.packs)) return refuse({ code: 'wrong-pack', at: variant });
  return ok(rules.deal(pack));
}

/**
 * Every legal move, in a fixed order.
 * @throws RangeError on a position of no known variant, as all below that have no `Result` to refuse it with; a position
 *   from outside passes `checkPosition` first
 */
export const legalMoves = (position: Position): Move[] =>
  variantOf(position.variant).legalMoves(position);

/**
 * Plays a move with all that follows from it by itself, or says why it is not legal.
 * On a view, a move that turns a card up is given that card; without it the card stays `FACE_DOWN`.
 * For every legal move `viewOf(playMove(p, m))` equals `playMove(viewOf(p), m, turnedUp)`.
 * @param turnedUp for a view; ignored where the whole stock is known
 */
export function playMove(
  position: Position,
  move: Move,
  turnedUp?: Card,
): Result<Position, MoveRejection> {
  const rules = findVariant(position.variant);
  if (!rules) return refuse({ code: 'no-such-pile', from: move.from, to: move.to });
  const rejection = rejectionOf(rules, position, move);
  if (rejection) return refuse(rejection);
  const next = rules.play(position, move);
  if (turnedUp === undefined || isStockKnown(rules, position)) return ok(next);
  return ok(withTurnedUp(rules, viewOf(next), turnedUp));
}

/** Whether a position is no view: there is a stock, and all of it is known. */
function isStockKnown(rules: Solitaire, { piles }: Position): boolean {
  const stock = pileAt(piles, indexOfRole(rules, 'stock'));
  return stock.length > 0 && !stock.includes(FACE_DOWN);
}

function rejectionOf(rules: Solitaire, position: Position, move: Move): MoveRejection | undefined {
  const { from, to } = move;
  const exists = (pile: number) => Number.isInteger(pile) && pile >= 0 && pile < rules.piles.length;
  if (!exists(from) || !exists(to)) return { code: 'no-such-pile', from, to };
  const code = rules.rejection(position, move);
  return code && { code, from, to };
}

/** Cards on the foundations. */
function cardsOnFoundations(rules: Solitaire, position: Position): number {
  let cards = 0;
  for (let pile = 0; rules.piles[pile]?.role === 'foundation'; pile++) {
    cards += pileAt(position.piles, pile).length;
  }
  return cards;
}

/** Cards brought to the foundations after the deal: the measure of progress. */
export function cardsHome(position: Position): number {
  const rules = variantOf(position.variant);
  return cardsOnFoundations(rules, position) - rules.dealtHome;
}

/** How many suits are home: all their cards, of each pack, are on the foundations. */
export function suitsHome(position: Position): number {
  const rules = variantOf(position.variant);
  const cards = SUITS.map(() => 0);
  for (let pile = 0; rules.piles[pile]?.role === 'foundation'; pile++) {
    for (const card of pileAt(position.piles, pile)) {
      const suit = suitOf(card);
      cards[suit] = (cards[suit] ?? 0) + 1;
    }
  }
  return cards.filter((count) => count === rules.packs * RANKS.length).length;
}

/** Every card is on the foundations. */
export function isWon(position: Position): boolean {
  const rules = variantOf(position.variant);
  return cardsOnFoundations(rules, position) === rules.packs * 52;
}

/** Not won, and no move can change that: the game is over. */
export function isStuck(position: Position): boolean {
  const rules = variantOf(position.variant);
  if (isWon(position)) return false;
  return rules.isStuck ? rules.isStuck(position) : rules.legalMoves(position).length === 0;
}

/** The number of the pile with that role, for the stock and the waste; −1 where a game has none. */
const indexOfRole = (rules: Solitaire, role: Role): number =>
  rules.piles.findIndex((pile) => pile.role === role);

/** What a person may see: every stock card is hidden but a top card that the rules show. */
export function viewOf(position: Position): Position {
  const rules = variantOf(position.variant);
  const index = indexOfRole(rules, 'stock');
  const stock = pileAt(position.piles, index);
  if (stock.length === 0) return position;
  const hidden: Card[] = Array(stock.length).fill(FACE_DOWN);
  if (rules.stockTopFaceUp) hidden[stock.length - 1] = topOf(stock);
  const piles = position.piles.slice();
  piles[index] = hidden;
  return { variant: position.variant, piles, counters: position.counters };
}

/** Where a stock card turns up: on top of the stock itself, or on the waste. */
const turnsUpOn = (rules: Solitaire): number =>
  indexOfRole(rules, rules.stockTopFaceUp ? 'stock' : 'waste');

/** Puts the card that a move turned up in its place in the view. */
function withTurnedUp(rules: Solitaire, view: Position, card: Card): Position {
  const index = turnsUpOn(rules);
  const pile = pileAt(view.piles, index);
  if (pile.length === 0 || isFaceUp(topOf(pile))) return view;
  const piles = view.piles.slice();
  piles[index] = [...pile.slice(0, -1), card];
  return { variant: view.variant, piles, counters: view.counters };
}

/**
 * The stock card that a move turned up: the one piece of news in it for a holder of the view.
 * Undefined for a move that turned none up, `FACE_DOWN` on a view that has not been given the card.
 */
export function turnedUpBy(before: Position, move: Move, after: Position): Card | undefined {
  const rules = variantOf(before.variant);
  const stock = indexOfRole(rules, 'stock');
  if (stock < 0) return undefined;
  const stockTouched =
    move.from === stock ||
    move.to === stock ||
    pileAt(before.piles, stock).length !== pileAt(after.piles, stock).length;
  if (!stockTouched) return undefined;
  return pileAt(after.piles, turnsUpOn(rules)).at(-1);
}
