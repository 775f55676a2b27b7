/** British Square: a beam that looks for runs which bring themselves home. */
import type { Position } from '@same-deal/engine';
import { plainSearch } from '../plain.ts';
import type { Bounds, Solution } from '../solution.ts';
import { searchByWidening } from '../two-deck/widening.ts';
import { squareScore } from './score.ts';
import { squareTable } from './table.ts';

/**
 * Looks for a win in any of the game's variants. Positions count as seen by their 64-bit hash, so
 * among n of them a wrong `lost` has a probability below n² / 2⁶⁵.
 */
export function solveBritishSquare(position: Position, bounds: Bounds): Solution {
  const table = squareTable(position);
  return table
    ? searchByWidening(table, squareScore(table), bounds)
    : plainSearch(position, bounds);
}
