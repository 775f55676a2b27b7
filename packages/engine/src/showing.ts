/**
 * Which piles show which face. Looking a wanted face up here, instead of asking every top card about
 * every pile, is what lets `legalMoves` answer a million times a second.
 */
import { NO_FACE } from './build.ts';
import { faceOf, isFaceUp } from './card.ts';
import { moveBetween } from './move.ts';
import type { Move } from './move.ts';
import { pileAt, topOf } from './pile.ts';
import type { Pile } from './pile.ts';

/** A set of piles as bits: bit 3 stands for pile 3. No game has more than `MOST_PILES`. */
export type PileSet = number;

/** For each face, and for `ANY_FACE`, the piles whose top card has it. `NO_FACE` shows nowhere. */
export type Showing = readonly PileSet[];

export const ANY_FACE = NO_FACE + 1;
const NOTHING_SHOWS: Showing = Array.from({ length: ANY_FACE + 1 }, () => 0);

/** What the piles from `first` to `last` show. */
export function showingOn(piles: readonly Pile[], first: number, last: number): Showing {
  const showing = NOTHING_SHOWS.slice();
  let any = 0;
  for (let pile = first; pile <= last; pile++) {
    const card = topOf(pileAt(piles, pile));
    if (!isFaceUp(card)) continue;
    const face = faceOf(card);
    const bit = 1 << pile;
    showing[face] = (showing[face] ?? 0) | bit;
    any |= bit;
  }
  showing[ANY_FACE] = any;
  return showing;
}

/** The piles that show a face. */
export const pilesWith = (showing: Showing, face: number): PileSet => showing[face] ?? 0;

/** Adds the move of each of a set of piles to one pile. */
export function addMovesFrom(moves: Move[], sources: PileSet, to: number): void {
  for (let left = sources; left !== 0; left &= left - 1) {
    moves.push(moveBetween(31 - Math.clz32(left & -left), to));
  }
}
