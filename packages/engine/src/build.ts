/** The comparisons that building rules are made of. A face-down card satisfies none of them. */
import { ACE, CARDS_IN_PACK, faceOf, isFaceUp, KING, rankOf, suitOf } from './card.ts';
import type { Card } from './card.ts';

export const sameSuit = (a: Card, b: Card): boolean =>
  isFaceUp(a) && isFaceUp(b) && suitOf(a) === suitOf(b);

/** Same suit and one rank higher, from either pack; a king has no successor. */
export function isNextUp(card: Card, on: Card): boolean {
  const step = card - on;
  const isNextFace = step === 1 || step === 1 + CARDS_IN_PACK || step === 1 - CARDS_IN_PACK;
  return isNextFace && rankOf(card) > ACE;
}

/** Same suit and one rank lower; an ace has no successor. */
export const isNextDown = (card: Card, on: Card): boolean => isNextUp(on, card);

/** A face that no card has, for where nothing is wanted. */
export const NO_FACE = CARDS_IN_PACK;

/** The face that follows going up in suit; none after a king or a face-down card. */
export const faceAbove = (face: number): number =>
  isFaceUp(face) && rankOf(face) < KING ? face + 1 : NO_FACE;

/** The face that follows going down in suit; none after an ace or a face-down card. */
export const faceBelow = (face: number): number => (rankOf(face) > ACE ? face - 1 : NO_FACE);

/** Same suit, ace on king or king on ace. */
export const isWrap = (card: Card, on: Card): boolean =>
  Math.abs(faceOf(card) - faceOf(on)) === KING - ACE && sameSuit(card, on);
