/**
 * A simple, careful player without lookahead: brings home what can go home, avoids laying a card on one
 * that is wanted sooner, deals when there is nothing else to do, and chooses at random among equally
 * good moves. Uses face-up cards and the number home only, so hidden cards change nothing.
 */
import { CARDS_IN_PACK, faceOf, pileAt, rankOf, suitOf, topOf, variantOf } from '@same-deal/engine';
import type { Card, Draw, Move, Pile, Position, Role, Solitaire } from '@same-deal/engine';

/** More moves than any play takes that makes progress. */
const MOST_MOVES = 1000;

/** What each kind of move is worth. The player makes any of the most valuable; below zero, none. */
const HOME = 9;
/** A card on one that is wanted later. */
const TIDY = 8;
const FILL_FROM_WASTE = 7;
/** A card on one that is wanted sooner. */
const UNTIDY = 6;
const DEAL = 5;
const REDEAL = 4;
const NEVER = -1;

/** The wait of a card that no foundation will want any more: longer than any real one. */
const LONG = 30;

/** A play in progress, with what the player remembers of it. */
export interface Course {
  /** May be a view, until a hidden card is turned up. */
  readonly position: Position;
  /**
   * Cards shifted within the table since the last irreversible move. Each is shifted only once, so
   * that the player does not move them to and fro for ever.
   */
  readonly shifted: ReadonlySet<Card>;
  /** For each face, see `waitsIn`. */
  readonly waits: Uint8Array;
}

const NOTHING: ReadonlySet<Card> = new Set();

/** A course that starts from a position. */
export const begin = (position: Position, shifted: ReadonlySet<Card> = NOTHING): Course => ({
  position,
  shifted,
  waits: waitsIn(variantOf(position.variant), position.piles),
});

/** The course after a legal move. */
export function follow({ position, shifted, waits }: Course, move: Move): Course {
  const rules = variantOf(position.variant);
  const next = rules.play(position, move);
  const isHome = roleOf(rules, move.to) === 'foundation';
  return {
    position: next,
    shifted: changesForGood(rules, move)
      ? NOTHING
      : new Set(shifted).add(topOf(pileAt(position.piles, move.from))),
    waits: isHome ? waitsIn(rules, next.piles) : waits,
  };
}

/** A kind of player: the moves it chooses among at random; none where it would stop. */
export type Player = (course: Course) => readonly Move[];

/**
 * The course after at most `mostMoves` moves of a player, by default the careful one.
 * @param draw the only source of randomness
 */
export function playOn(
  start: Course,
  draw: Draw,
  mostMoves: number,
  player: Player = bestMoves,
): Course {
  let course = start;
  for (let n = 0; n < mostMoves; n++) {
    const moves = player(course);
    const move = moves[moves.length > 1 ? draw(moves.length - 1) : 0];
    if (!move) break;
    course = follow(course, move);
  }
  return course;
}

/** How many cards do not come home when the player plays a position to its end; 0 for a win. */
export const playOut = (start: Position, draw: Draw, player: Player = bestMoves): number =>
  cardsLeft(playOn(begin(start), draw, MOST_MOVES, player).position);

/** A hasty player: brings home what can go home, and otherwise makes any sensible move. */
export function hastyMoves(course: Course): Move[] {
  const rules = variantOf(course.position.variant);
  const moves = sensibleMoves(course);
  const home = moves.filter(({ to }) => roleOf(rules, to) === 'foundation');
  return home.length > 0 ? home : moves;
}

/** Cards that are not on the foundations; 0 for a win. */
export function cardsLeft({ variant, piles }: Position): number {
  let left = 0;
  for (const [n, { role }] of variantOf(variant).piles.entries()) {
    if (role !== 'foundation') left += pileAt(piles, n).length;
  }
  return left;
}

/** The moves worth most to the player, in the engine's order. */
export function bestMoves(course: Course): Move[] {
  let most = 0;
  let best: Move[] = [];
  const rules = variantOf(course.position.variant);
  for (const move of rules.legalMoves(course.position)) {
    const worth = worthOf(rules, course, move);
    if (worth < most) continue;
    if (worth > most) best = [];
    most = worth;
    best.push(move);
  }
  return best;
}

/** Every move that the player might make. */
export function sensibleMoves(course: Course): Move[] {
  const rules = variantOf(course.position.variant);
  return rules.legalMoves(course.position).filter((move) => worthOf(rules, course, move) > NEVER);
}

/** Moves sorted by what they are worth to the player, most first; stable. */
export function byWorth(course: Course, moves: readonly Move[]): Move[] {
  const rules = variantOf(course.position.variant);
  const worth = new Map(moves.map((move) => [move, worthOf(rules, course, move)]));
  return moves.toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
}

const roleOf = (rules: Solitaire, pile: number): Role | undefined => rules.piles[pile]?.role;

/** Whether a move is irreversible: it brings a card home or changes the stock. */
export function changesForGood(rules: Solitaire, { from, to }: Move): boolean {
  const source = roleOf(rules, from);
  const target = roleOf(rules, to);
  return target === 'foundation' || source === 'stock' || target === 'stock';
}

function worthOf(
  rules: Solitaire,
  { position, waits, shifted }: Course,
  { from, to }: Move,
): number {
  const source = roleOf(rules, from);
  const target = roleOf(rules, to);
  if (source === 'foundation') return NEVER;
  if (target === 'foundation') return HOME;
  if (target === 'stock') return REDEAL;
  if (source === 'stock' && target === 'waste') return DEAL;
  const card = topOf(pileAt(position.piles, from));
  const pile = pileAt(position.piles, to);
  if (target === 'reserve') return worthOfPlacing(waits, card, pile);
  if (shifted.has(card)) return NEVER;
  if (target === 'waste') return TIDY;
  if (pile.length === 0) return source === 'waste' ? FILL_FROM_WASTE : NEVER;
  return waitOf(waits, card) <= waitOf(waits, topOf(pile)) ? TIDY : UNTIDY;
}

/** A card that has to be placed should cover only cards wanted later, or else those wanted as late as possible. */
function worthOfPlacing(waits: Uint8Array, card: Card, pile: Pile): number {
  // Spaces are kept for cards that would be in the way anywhere else.
  if (pile.length === 0) return UNTIDY;
  let soonest = LONG;
  for (const under of pile) soonest = Math.min(soonest, waitOf(waits, under));
  return waitOf(waits, card) <= soonest ? TIDY : soonest / LONG;
}

const waitOf = (waits: Uint8Array, card: Card): number => waits[faceOf(card)] ?? LONG;

/** For each face: how many cards of its suit have to go home before it can, up or down, whichever is fewer. */
function waitsIn(rules: Solitaire, piles: readonly Pile[]): Uint8Array {
  const waits = new Uint8Array(CARDS_IN_PACK);
  for (let face = 0; face < CARDS_IN_PACK; face++) {
    const suit = suitOf(face);
    const rank = rankOf(face);
    const home = pileAt(piles, suit).length;
    const isTurning = rules.piles[suit]?.builds?.cards === CARDS_IN_PACK / 2;
    const up = rank - home;
    const down = isTurning ? 25 - home - rank : 12 - pileAt(piles, 4 + suit).length - rank;
    waits[face] = Math.min(up < 0 ? LONG : up, down < 0 ? LONG : down);
  }
  return waits;
}
