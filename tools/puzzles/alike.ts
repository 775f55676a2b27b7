/** When two positions are alike: one is the other under other names of the suits, with its piles of a kind in another order. */
import { faceOf, rankOf, SUITS, suitOf, variantOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';

function ordersOf(suits: readonly number[]): number[][] {
  if (suits.length === 0) return [[]];
  return suits.flatMap((suit) =>
    ordersOf(suits.filter((other) => other !== suit)).map((rest) => [suit, ...rest]),
  );
}
const namings = ordersOf([...SUITS.keys()]);

/** The same text for all positions that are alike, and for no others. */
export const likenessOf = (position: Position): string =>
  namings.map((names) => textUnder(position, names)).sort()[0] ?? '';

function textUnder({ variant, piles, counters }: Position, names: readonly number[]): string {
  const { piles: specs } = variantOf(variant);
  const heights: string[] = [];
  const alike: string[] = [];
  const others: string[] = [];
  for (const [n, { role, builds }] of specs.entries()) {
    const pile = piles[n] ?? [];
    if (builds) {
      heights[4 * Number(builds.from > 0) + names[builds.suit]!] = String(pile.length);
      continue;
    }
    const cards = pile.map((card) => `${rankOf(faceOf(card))}${'abcd'[names[suitOf(card)]!]}`);
    (role === 'tableau' || role === 'reserve' ? alike : others).push(cards.join(''));
  }
  return [variant, heights.join(), alike.sort().join(), others.join(), counters.join()].join('|');
}
