/** When cards may go home automatically. */
import { isWon, legalMoves, playMove } from '@same-deal/engine';
import type { Position, Solitaire } from '@same-deal/engine';
import { homeMove } from './collect.ts';

/**
 * Whether nothing is lost by bringing home all that can go: always where the game says so (`homeIsSafe`), elsewhere when
 * that wins it.
 */
export const mayCollect = (rules: Solitaire, position: Position): boolean =>
  rules.homeIsSafe === true || winsByCollecting(rules, position);

function winsByCollecting(rules: Solitaire, start: Position): boolean {
  let position = start;
  for (;;) {
    const targets = position.piles.map((): number[] => []);
    for (const { from, to } of legalMoves(position)) targets[from]?.push(to);
    const move = homeMove(rules.piles, targets);
    const next = move && playMove(position, move);
    // A face-down card, or one that two foundations take, is left to the player.
    if (!next?.ok) return isWon(position);
    position = next.value;
  }
}
