import { newGame, playMove, unwrap } from '@same-deal/engine';
import type { Move, Pack, Play, Position } from '@same-deal/engine';

/** The moves that led from the deal to the table, without what was taken back. */
function lineOf({ past }: Play): Move[] {
  const moves: Move[] = [];
  for (let step = past; step; step = step.past) moves.push(step.move);
  return moves.reverse();
}

/**
 * Every table from the deal to the present one, with nothing hidden: the page holds views, a search
 * needs the stock's order too.
 * @throws Error if the play is not one of this pack
 */
export function fullPositions(variant: string, pack: Pack, play: Play): Position[] {
  let position = unwrap(newGame(variant, pack));
  return [position, ...lineOf(play).map((move) => (position = unwrap(playMove(position, move))))];
}
