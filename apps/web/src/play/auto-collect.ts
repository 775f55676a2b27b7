/** When cards may go home automatically. */
import type { Position, Solitaire } from '@same-deal/engine';
import { finishingMoves } from './finish.ts';

/**
 * Whether nothing is lost by bringing home all that can go: always where the game says so (`homeIsSafe`), elsewhere when
 * that wins it.
 */
export const mayCollect = (rules: Solitaire, position: Position): boolean =>
  rules.homeIsSafe === true || finishingMoves(rules, position) !== undefined;
