/** The yardstick that each game's search is compared with, on the same deals, with the same time and memory. */
import { legalMoves, pileAt, variantOf } from '@same-deal/engine';
import type { GameId, Move, Position } from '@same-deal/engine';
import { plainBeam, plainSearch } from '@same-deal/solver/yardstick';
import type { Yardstick } from '@same-deal/solver/yardstick';

/** A game without one is searched alone. */
export const yardsticks: Readonly<Partial<Record<GameId, Yardstick>>> = {
  bisley: (position, effort) => plainSearch(position, effort, bisleyChoices),
  'british-square': plainBeam,
  'sly-fox': plainBeam,
  alhambra: plainBeam,
};

/**
 * The obvious pruning of a plain search of Bisley: a card that can go home goes at once, and no column
 * is emptied otherwise, as an empty one is of no use.
 */
function bisleyChoices(position: Position): readonly Move[] {
  const { piles } = variantOf(position.variant);
  const moves = legalMoves(position);
  const home = moves.find(({ to }) => piles[to]?.role === 'foundation');
  if (home) return [home];
  return moves.filter(({ from }) => pileAt(position.piles, from).length > 1);
}
