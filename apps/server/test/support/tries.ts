/** Random tries at a daily, and the simplest possible implementation of their order. */
import fc from 'fast-check';
import type { Try } from '../../src/daily/ranking.ts';

export const boards = ['fastest', 'fewest'] as const;

/** Tries with few different values, so that many share a place. */
export const crowded = fc.record({
  won: fc.boolean(),
  elapsedMs: fc.integer({ min: 1, max: 4 }),
  moves: fc.integer({ min: 0, max: 3 }),
  cardsHome: fc.integer({ min: 0, max: 3 }),
});
export const anyTry: fc.Arbitrary<Try> = fc.oneof(
  crowded,
  fc.record({
    won: fc.boolean(),
    elapsedMs: fc.integer({ min: 0, max: 36 * 3_600_000 }),
    moves: fc.integer({ min: 0, max: 5000 }),
    cardsHome: fc.integer({ min: 0, max: 104 }),
  }),
);

/** Compares two tries as the rule reads, without a combined key. */
export function order(board: (typeof boards)[number], a: Try, b: Try): number {
  if (a.won !== b.won) return a.won ? -1 : 1;
  if (!a.won) return Math.sign(b.cardsHome - a.cardsHome);
  const byTime = Math.sign(a.elapsedMs - b.elapsedMs);
  const byMoves = Math.sign(a.moves - b.moves);
  return board === 'fastest' ? byTime || byMoves : byMoves || byTime;
}
