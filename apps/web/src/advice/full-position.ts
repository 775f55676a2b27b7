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
  const positions = [unwrap(newGame(variant, pack))];
  for (const move of lineOf(play)) {
    const next = positions.at(-1) && playMove(positions.at(-1) as Position, move);
    if (!next?.ok) throw new Error('the play does not follow from the pack');
    positions.push(next.value);
  }
  return positions;
}
