/** The end of a game that plays itself: all that is left can come home without a look at anything else. */
import { isWon, legalMoves, playMove } from '@same-deal/engine';
import type { Move, Position, Solitaire } from '@same-deal/engine';
import { homeMove } from './collect.ts';

/**
 * Moves home, one after the other, that win. A card that two foundations want goes to one of them: what follows shows
 * that nothing is lost by it.
 * @returns none where it is won; undefined where other moves, or cards that lie face down, are needed
 */
export function finishingMoves(rules: Solitaire, start: Position): readonly Move[] | undefined {
  const isHome = (pile: number) => rules.piles[pile]?.role === 'foundation';
  const moves: Move[] = [];
  let position = start;
  while (!isWon(position)) {
    const all = legalMoves(position);
    const targets = position.piles.map((): number[] => []);
    for (const { from, to } of all) targets[from]?.push(to);
    const move =
      homeMove(rules.piles, targets) ?? all.find(({ from, to }) => !isHome(from) && isHome(to));
    const next = move && playMove(position, move);
    if (!move || !next?.ok) return undefined;
    moves.push(move);
    position = next.value;
  }
  return moves;
}

/**
 * Whether nothing is lost by bringing home all that can go: always where the game says so (`homeIsSafe`), elsewhere when
 * that wins it.
 */
export const mayCollect = (rules: Solitaire, position: Position): boolean =>
  rules.homeIsSafe === true || finishingMoves(rules, position) !== undefined;
