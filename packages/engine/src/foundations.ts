/**
 * The ace and king foundations of Bisley, Sly Fox and Alhambra: the first eight piles.
 * An ace foundation builds A..K, a king foundation K..A, both in suit and without wrap,
 * so the number of cards on a foundation tells which card it wants.
 */
import { ACE, faceOf, KING, SUITS, suitOf } from './card.ts';
import type { Card } from './card.ts';
import type { Move, RejectionCode } from './move.ts';
import { pileAt } from './pile.ts';
import type { Pile, PileSpec, Slot } from './pile.ts';

export const FOUNDATIONS = 8;

/** The pile number of the ace foundation of a suit. */
export const aceFoundation = (suit: number): number => suit;
/** The pile number of the king foundation of a suit. */
export const kingFoundation = (suit: number): number => 4 + suit;

/** The face a foundation wants next; a full one wants a face outside its suit, which is never offered. */
const wantedBy = (piles: readonly Pile[], foundation: number): number =>
  foundation < 4
    ? 13 * foundation + pileAt(piles, foundation).length
    : 13 * (foundation - 4) + KING - pileAt(piles, foundation).length;

/** Whether a face-up card may go on the foundation. */
export const foundationTakes = (piles: readonly Pile[], foundation: number, card: Card): boolean =>
  (foundation & 3) === suitOf(card) && wantedBy(piles, foundation) === faceOf(card);

/** Adds the moves of a face-up top card to the foundations of its suit. */
export function addMovesHome(
  moves: Move[],
  piles: readonly Pile[],
  from: number,
  card: Card,
): void {
  const suit = suitOf(card);
  const face = faceOf(card);
  if (wantedBy(piles, suit) === face) moves.push({ from, to: suit });
  if (wantedBy(piles, suit + 4) === face) moves.push({ from, to: suit + 4 });
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

/** The eight pile descriptions; the caller says where each stands. */
export function foundationSpecs(place: (foundation: number) => { upright: Slot; wide: Slot }) {
  return Array.from({ length: FOUNDATIONS }, (_, foundation): PileSpec => {
    const suit = foundation & 3;
    const isAce = foundation < 4;
    return {
      name: `${isAce ? 'fa' : 'fk'}${SUITS[suit]}`,
      role: 'foundation',
      builds: { suit, from: isAce ? ACE : KING },
      ...place(foundation),
    };
  });
}
