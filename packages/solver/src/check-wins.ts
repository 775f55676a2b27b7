/** Whether moves win, by the engine. */
import { isWon, ok, playMove, refuse } from '@same-deal/engine';
import type { Move, Position, RejectionCode, Result } from '@same-deal/engine';

/** Why moves are no win: one of them is illegal, or the last does not win. */
export type NoWin =
  | { readonly code: 'not-a-win' }
  | {
      readonly code: 'illegal-entry';
      /** The number of the first move that is illegal, and why. */
      readonly number: number;
      readonly rejection: RejectionCode;
    };

/** The moves themselves if the engine plays them all and the last one wins; otherwise why not. */
export function checkWins(start: Position, moves: readonly Move[]): Result<readonly Move[], NoWin> {
  let position = start;
  for (const [n, move] of moves.entries()) {
    const played = playMove(position, move);
    if (!played.ok) {
      return refuse({ code: 'illegal-entry', number: n + 1, rejection: played.reason.code });
    }
    position = played.value;
  }
  return isWon(position) ? ok(moves) : refuse({ code: 'not-a-win' });
}
