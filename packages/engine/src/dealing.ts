/** What the deals of the games have in common: cards are taken from the end of the pack. */
import { ACE, CARDS_IN_PACK, KING, rankOf, suitOf } from './card.ts';
import type { Card, Pack } from './card.ts';

/** Takes out the aces (and kings) of the first pack; the rest keeps its order. */
export function setAside(pack: Pack, ranks: readonly number[]) {
  const isSetAside = (card: Card) => card < CARDS_IN_PACK && ranks.includes(rankOf(card));
  const aside = pack.filter(isSetAside).sort((a, b) => suitOf(a) - suitOf(b));
  return {
    aces: aside.filter((card) => rankOf(card) === ACE),
    kings: aside.filter((card) => rankOf(card) === KING),
    rest: pack.filter((card) => !isSetAside(card)),
  };
}

/** Deals so many rounds of one card to each pile, left to right; returns the piles and what is left. */
export function dealRounds(pack: Pack, piles: number, rounds: number) {
  const dealt = Array.from({ length: piles }, (_, pile) =>
    Array.from({ length: rounds }, (_, round) => pack[pack.length - 1 - round * piles - pile] ?? 0),
  );
  return { dealt, rest: pack.slice(0, pack.length - piles * rounds) };
}
