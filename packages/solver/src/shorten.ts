/** Shorter wins from a known one. */
import {
  gameOf,
  isWon,
  legalMoves,
  moveBetween,
  ok,
  pileAt,
  topOf,
  variantOf,
} from '@same-deal/engine';
import type { Card, Move, Position, Result, Solitaire } from '@same-deal/engine';
import { shortestBisley } from './bisley/shortest.ts';
import type { Bounds, Effort } from './solution.ts';
import { boundsOf } from './solution.ts';
import { checkWins } from './check-wins.ts';
import type { NoWin } from './check-wins.ts';
import { checkWhole } from './solve.ts';
import type { SolveError } from './solve.ts';

/** A move without its source: this card goes to that pile, wherever it lies. */
interface Step {
  readonly card: Card;
  readonly to: number;
}

/** A shorter win. */
export interface Shortened {
  readonly moves: Move[];
  /** Whether it is proved that there is no shorter one. */
  readonly isShortest: boolean;
}

/**
 * A shorter win than the given one, if the effort is enough to find one. In Bisley all wins are searched, and most
 * results are proved to be the shortest; in other games the given win is improved locally.
 * @param start a position without face-down cards
 * @param moves a win from there, which is replayed first; if empty, so is the result
 */
export function shorten(
  start: Position,
  moves: readonly Move[],
  effort: Effort = {},
): Result<Shortened, SolveError | NoWin> {
  const checked = checkWhole(start);
  if (!checked.ok) return checked;
  if (moves.length === 0) return ok({ moves: [], isShortest: isWon(start) });
  const replayed = checkWins(start, moves);
  if (!replayed.ok) return replayed;
  const bounds = boundsOf(effort);
  if (gameOf(start.variant) !== 'bisley') {
    return ok({ moves: improved(start, moves, bounds), isShortest: false });
  }
  const { moves: shorter, isProved } = shortestBisley(start, moves.length - 1, bounds);
  return ok({ moves: [...(shorter ?? moves)], isShortest: isProved });
}

/**
 * Shortens a win by local changes: at each place a move is left out or replaced, and the rest is
 * replayed card by card, without moves that are no longer possible. Repeats with each shorter win
 * until no such change helps or the effort ends.
 */
function improved(start: Position, moves: readonly Move[], { shouldStop }: Bounds): Move[] {
  let best = moves.slice();
  // Cyclically, as a change that did not help may do so after one elsewhere.
  for (let at = 0, withoutGain = 0; withoutGain < best.length; at = (at + 1) % best.length) {
    const shorter = shorterAt(start, best, at, shouldStop);
    if (shorter) best = shorter;
    withoutGain = shorter ? 0 : withoutGain + 1;
    if (shouldStop()) break;
  }
  return best;
}

/** A shorter win whose first change is at one place. */
function shorterAt(
  start: Position,
  moves: readonly Move[],
  at: number,
  shouldStop: () => boolean,
): Move[] | undefined {
  const rules = variantOf(start.variant);
  const steps: Step[] = [];
  let before = start;
  let here = start;
  for (const [n, { from, to }] of moves.entries()) {
    if (n === at) here = before;
    steps.push({ card: topOf(pileAt(before.piles, from)), to });
    before = rules.play(before, { from, to });
  }
  const prefix = moves.slice(0, at);
  const instead: (Move | undefined)[] = [undefined, ...legalMoves(here)];
  for (const other of instead) {
    if (shouldStop()) return undefined;
    const rest = other ? rules.play(here, other) : here;
    const followed = follow(rules, rest, steps, at + 1, moves.length - at - (other ? 2 : 1));
    if (followed) return [...prefix, ...(other ? [other] : []), ...followed];
  }
  return undefined;
}

/**
 * The rest of a win after a change; undefined if it does not win any more, or takes too many moves.
 * @param most how many moves it may take
 */
function follow(
  rules: Solitaire,
  start: Position,
  steps: readonly Step[],
  first: number,
  most: number,
): Move[] | undefined {
  const moves: Move[] = [];
  let position = start;
  for (let n = first; n < steps.length; n++) {
    const step = steps[n];
    if (!step) break;
    const from = position.piles.findIndex((pile) => topOf(pile) === step.card);
    // Moves that have become impossible are left out: they may not be needed any more.
    if (from < 0 || from === step.to || rules.piles[from]?.role === 'foundation') continue;
    const move = moveBetween(from, step.to);
    if (rules.rejection(position, move) !== undefined) continue;
    if (moves.push(move) > most) return undefined;
    position = rules.play(position, move);
  }
  return isWon(position) ? moves : undefined;
}
