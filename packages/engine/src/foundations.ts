/**
 * The ace and king foundations of Bisley, Sly Fox and Alhambra: the first eight piles.
 * An ace foundation builds A..K, a king foundation K..A, both in suit and without wrap,
 * so the number of cards on a foundation tells which card it wants.
 */
import { NO_FACE } from './build.ts';
import { ACE, faceOf, KING, SUITS, suitOf } from './card.ts';
import type { Card } from './card.ts';
import type { Move, RejectionCode } from './move.ts';
import { pileAt } from './pile.ts';
import type { Pile } from './pile.ts';
import { addMovesFrom, pilesWith } from './showing.ts';
import type { Showing } from './showing.ts';

export const FOUNDATIONS = 8;

/** The pile number of the ace foundation of a suit. */
export const aceFoundation = (suit: number): number => suit;
/** The pile number of the king foundation of a suit. */
export const kingFoundation = (suit: number): number => 4 + suit;

/** The face a foundation wants next. */
function wantedBy(piles: readonly Pile[], foundation: number): number {
  const cards = pileAt(piles, foundation).length;
  if (cards > KING) return NO_FACE;
  return 13 * (foundation & 3) + (foundation < 4 ? cards : KING - cards);
}

/** Whether a card may go on the foundation. */
export const foundationTakes = (piles: readonly Pile[], foundation: number, card: Card): boolean =>
  wantedBy(piles, foundation) === faceOf(card);

/** Adds the moves to the foundations of the piles that show what they want. */
export function addMovesHome(moves: Move[], piles: readonly Pile[], showing: Showing): void {
  for (let to = 0; to < FOUNDATIONS; to++) {
    addMovesFrom(moves, pilesWith(showing, wantedBy(piles, to)), to);
  }
}

/** Why a face-up card may not go on a foundation. */
export const foundationRejects = (
  piles: readonly Pile[],
  foundation: number,
  card: Card,
): RejectionCode | undefined =>
  foundationTakes(piles, foundation, card)
    ? undefined
    : (foundation & 3) === suitOf(card)
      ? 'not-next-rank'
      : 'wrong-suit';

/** The eight piles: ace foundations, then king foundations, by suit. */
export const foundationPiles = Array.from({ length: FOUNDATIONS }, (_, foundation) => {
  const suit = foundation & 3;
  const isAce = foundation < 4;
  return {
    name: `${isAce ? 'fa' : 'fk'}${SUITS[suit]}`,
    role: 'foundation',
    builds: { suit, from: isAce ? ACE : KING, cards: 13 },
  } as const;
});
