/** Cards that can go home without a choice. */
import type { Move, PileSpec } from '@same-deal/engine';

/**
 * A move home that is no choice: a card two foundations want is left to the player.
 * @param targets where the top card of each pile may go, by pile
 */
export function homeMove(
  specs: readonly PileSpec[],
  targets: readonly (readonly number[])[],
): Move | undefined {
  for (const [from, places] of targets.entries()) {
    if (specs[from]?.role === 'foundation') continue;
    const [to, other] = places.filter((pile) => specs[pile]?.role === 'foundation');
    if (to !== undefined && other === undefined) return { from, to };
  }
  return undefined;
}
