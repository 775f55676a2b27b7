import { isFaceUp, suitOf, variantOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';

/** The same position with its suits permuted: `names` holds the new suit of each. */
export function renamed(position: Position, names: readonly number[]): Position {
  const { piles } = variantOf(position.variant);
  const rename = (card: number) => card + 13 * ((names[suitOf(card)] ?? 0) - suitOf(card));
  const next = position.piles.map((pile) =>
    pile.map((card) => (isFaceUp(card) ? rename(card) : card)),
  );
  return {
    ...position,
    piles: piles.map(({ builds }, n) => {
      const old = piles.findIndex(
        (other) =>
          other.builds?.from === builds?.from && names[other.builds?.suit ?? -1] === builds?.suit,
      );
      return next[builds ? old : n] ?? [];
    }),
  };
}

/** The pile of the renamed position that corresponds to a pile of the position. */
export function renamedPile(variant: string, names: readonly number[], pile: number): number {
  const { piles } = variantOf(variant);
  const { builds } = piles[pile] ?? {};
  if (!builds) return pile;
  return piles.findIndex(
    (other) => other.builds?.from === builds.from && other.builds.suit === names[builds.suit],
  );
}
