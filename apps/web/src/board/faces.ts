/** What is printed on the cards: suits as shapes of our own, so that devices draw the same ones. */
import { isFaceUp, rankOf, suitOf } from '@same-deal/engine';
import type { Card } from '@same-deal/engine';

/** In a box of 24 × 24, suits C S H D. */
const SUIT_SHAPES = [
  'M12 2a4.9 4.9 0 0 0-4.3 7.2 4.9 4.9 0 1 0 3.4 7.6C10.9 19.5 10 21 8 22h8c-2-1-2.9-2.5-3.1-5.2a4.9 4.9 0 1 0 3.4-7.6A4.9 4.9 0 0 0 12 2Z',
  'M12 2C10 6 3 9.5 3 14.3A4.5 4.5 0 0 0 11.1 17C10.9 19.5 10 21 8 22h8c-2-1-2.9-2.5-3.1-5A4.5 4.5 0 0 0 21 14.3C21 9.5 14 6 12 2Z',
  'M12 21.5C9.5 17 2.5 13.5 2.5 8.3A4.9 4.9 0 0 1 12 6.8a4.9 4.9 0 0 1 9.5 1.5C21.5 13.5 14.5 17 12 21.5Z',
  'M12 1.5C13.6 5.5 16.6 9.5 20 12c-3.4 2.5-6.4 6.5-8 10.5C10.4 18.5 7.4 14.5 4 12 7.4 9.5 10.4 5.5 12 1.5Z',
] as const;

/** The same shapes as signs, in the font cards.woff2: tools/fonts makes it from them. */
export const SUIT_SIGNS = '♣♠♥♦';

export const RANK_SIGNS = [
  'A',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  'J',
  'Q',
  'K',
] as const;

/** Jack, queen and king have faces. */
const FIRST_COURT = 10;

export const rankSign = (rank: number): string => RANK_SIGNS[rank] ?? '';
export const suitShape = (suit: number): string => SUIT_SHAPES[suit] ?? '';

/** What Card.svelte prints; undefined for a back. */
export function faceFor(card: Card) {
  if (!isFaceUp(card)) return undefined;
  const rank = rankOf(card);
  const suit = suitOf(card);
  return {
    rank,
    suit,
    sign: rankSign(rank),
    suitSign: SUIT_SIGNS[suit],
    shape: suitShape(suit),
    isCourt: rank >= FIRST_COURT,
  };
}
