import type { Bounds, Solution } from '../solution.ts';
import { searchByBeam, widestBeam } from './beam.ts';
import type { Score, Table } from './table.ts';

/** Narrow beams decide most deals at once, and cost little compared with the wide ones. */
const FIRST_WIDTH = 1;
/** How often the widest beam is tried, each time with another seed for breaking ties. */
const TRIES_AT_WIDEST = 8;

/**
 * Searches with one beam after the other, each twice as wide, until one wins, one was never cut (then
 * the position is lost), the widest has been tried often enough, or the effort ends.
 */
export function searchByWidening(
  table: Table,
  score: Score,
  { shouldStop, memoryBytes }: Bounds,
): Solution {
  const widest = widestBeam(table, memoryBytes);
  let positions = 0;
  let tries = 0;
  for (let seed = 1; tries < TRIES_AT_WIDEST && !shouldStop(); seed++) {
    const width = Math.min(FIRST_WIDTH * 2 ** (seed - 1), widest);
    if (width === widest) tries++;
    const found = searchByBeam(table, { width, score, seed, memoryBytes, shouldStop });
    positions += found.positions;
    if (found.verdict !== 'undecided') {
      return { verdict: found.verdict, moves: table.lineOf(found.line), positions };
    }
  }
  return { verdict: 'undecided', moves: [], positions };
}
