/** Sly Fox: a beam search that scores positions by how many cards could still come home, and how early. */
import type { Position } from '@same-deal/engine';
import type { Bounds, Solution } from '../solution.ts';
import type { Score } from '../two-deck/table.ts';
import { searchByWidening } from '../two-deck/widening.ts';
import { A_CARD, createPlayout } from './playout.ts';
import { foxTable } from './table.ts';

/**
 * Searches for a win. Visited positions are recognised by a 64-bit hash, so among n of them a wrong
 * `lost` has a probability below n² / 2⁶⁵.
 */
export function solveSlyFox(position: Position, bounds: Bounds): Solution {
  const table = foxTable(position);
  const playout = createPlayout(table);
  const score: Score = (store, at) => A_CARD * table.home(store, at) + playout(store, at);
  return searchByWidening(table, score, bounds);
}
