import { newGame, playMove, standingMoves, unwrap } from '@same-deal/engine';
import type { Pack, Play, Position } from '@same-deal/engine';

/**
 * Every table from the deal to the present one, with nothing hidden: the page holds views, a search
 * needs the stock's order too.
 * @throws Error if the play is not one of this pack
 */
export function fullPositions(variant: string, pack: Pack, play: Play): Position[] {
  let position = unwrap(newGame(variant, pack));
  return [
    position,
    ...standingMoves(play).map((move) => (position = unwrap(playMove(position, move)))),
  ];
}
