/** British Square: a beam search that favours runs without clashes; in four columns a whole one first. */
import type { Position } from '@same-deal/engine';
import { plainSearch } from '../plain.ts';
import type { Bounds, Solution } from '../solution.ts';
import { searchByWidening } from '../two-deck/widening.ts';
import { searchColumns } from './columns.ts';
import { squareScore } from './score.ts';
import { squareTable } from './table.ts';

/** With so few piles there are so few moves that an exhaustive search usually ends. */
const FEW_PILES = 4;

/**
 * Searches for a win in any of the game's variants. Positions count as seen by their 64-bit hash, so
 * among n of them a wrong `lost` has a probability below n² / 2⁶⁵.
 */
export function solveBritishSquare(position: Position, bounds: Bounds): Solution {
  const table = squareTable(position);
  if (!table) return plainSearch(position, bounds);
  if (table.piles > FEW_PILES) return searchByWidening(table, squareScore(table), bounds);
  const all = searchColumns(table, bounds);
  if (all.verdict !== 'undecided') {
    return { verdict: all.verdict, moves: table.lineOf(all.line), positions: all.positions };
  }
  // Out of memory, a beam may still find a win.
  const beam = searchByWidening(table, squareScore(table), bounds);
  return { ...beam, positions: all.positions + beam.positions };
}
