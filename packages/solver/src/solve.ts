import { checkPosition, gameOf, isFaceUp, ok, refuse, variantOf } from '@same-deal/engine';
import type { GameId, Move, Position, PositionError, Result } from '@same-deal/engine';
import { checkWins } from './check-wins.ts';
import { solveAlhambra } from './alhambra/solver.ts';
import { solveBisley } from './bisley/solver.ts';
import { solveBritishSquare } from './british-square/index.ts';
import { plainSearch } from './plain.ts';
import { solveSlyFox } from './sly-fox/index.ts';
import { boundsOf } from './solution.ts';
import type { Bounds, Effort, Solution, Solver } from './solution.ts';

/**
 * The version of all searches together. It is raised whenever one of them may decide more, or otherwise, than before:
 * then deals that were published as undecided are searched again.
 */
export const SOLVER_VERSION = 4;

/** The games that have a search of their own; any other gets `plainSearch`. */
const solvers: Partial<Record<GameId, Solver>> = {
  bisley: solveBisley,
  'british-square': solveBritishSquare,
  'sly-fox': solveSlyFox,
  alhambra: solveAlhambra,
};

const hasSolver = (game: string): game is keyof typeof solvers => Object.hasOwn(solvers, game);

/** Why a position cannot be searched: it breaks an invariant of its rule sheet, or hides a card. */
export type SolveError =
  | PositionError
  | {
      readonly code: 'face-down';
      /** The first pile with such a card. */
      readonly at: string;
    };

/**
 * Decides whether a position can be won, and how. Uses the whole position, including the order of the
 * stock: for the service, for practice, and for opened deals. Every win is replayed by the engine
 * before it is returned.
 * @throws Error if a win does not replay, which would be a bug in its search
 */
export function solve(position: Position, effort: Effort = {}): Result<Solution, SolveError> {
  const checked = checkWhole(position);
  return checked.ok ? ok(decide(position, boundsOf(effort))) : checked;
}

/** Checks that a position breaks no invariant and has no card face down. */
export function checkWhole(position: Position): Result<Position, SolveError> {
  const checked = checkPosition(position);
  if (!checked.ok) return checked;
  const hidden = position.piles.findIndex((pile) => !pile.every(isFaceUp));
  if (hidden < 0) return checked;
  return refuse({ code: 'face-down', at: variantOf(position.variant).piles[hidden]?.name ?? '' });
}

/** `solve` for a position that `checkWhole` has accepted. */
export function decide(position: Position, bounds: Bounds): Solution {
  const game = gameOf(position.variant);
  const search = (hasSolver(game) && solvers[game]) || plainSearch;
  const solution = search(position, bounds);
  if (solution.verdict === 'won') assertWins(position, solution.moves);
  return solution;
}

function assertWins(start: Position, moves: readonly Move[]): void {
  const checked = checkWins(start, moves);
  if (checked.ok) return;
  const { reason } = checked;
  const what =
    reason.code === 'not-a-win'
      ? 'the moves do not win'
      : `move ${reason.number} is illegal: ${reason.rejection}`;
  throw new Error(`a win of ${start.variant} does not replay: ${what}`);
}
