import { variantOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import type { Bounds, Solution } from '../solution.ts';
import { movesOf } from './moves.ts';
import { searchLifts } from './search.ts';

/**
 * Decides any Bisley position, of either variant; exact, without hashes. Its count of positions is
 * one of sets of resting cards, each of which stands for many tables.
 */
export function solveBisley(position: Position, bounds: Bounds): Solution {
  const { piles } = variantOf(position.variant);
  const columns = position.piles.filter((_, n) => piles[n]?.role === 'tableau');
  const { verdict, lifted, positions } = searchLifts(columns, bounds);
  return { verdict, moves: verdict === 'won' ? movesOf(position, lifted) : [], positions };
}
