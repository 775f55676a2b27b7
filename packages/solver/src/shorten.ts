/** Shorter wins from a known one. */
import {
  gameOf,
  isWon,
  legalMoves,
  moveBetween,
  pileAt,
  topOf,
  variantOf,
} from '@same-deal/engine';
import type { Card, Move, Position, Solitaire } from '@same-deal/engine';
import { shortestBisley } from './bisley/shortest.ts';
import type { Bounds, Effort } from './solution.ts';
import { boundsOf } from './solution.ts';

/** A move as what it does: this card goes to that pile, wherever it lies. */
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
 * A win that is shorter than a known one, if the effort is enough to find one. Bisley's are searched for among all wins,
 * and most are proved the shortest; elsewhere the known win is changed here and there.
 * @param start a position of which every card is known
 * @param moves a win from there; of none comes none
 */
export function shorten(start: Position, moves: readonly Move[], effort: Effort = {}): Shortened {
  const bounds = boundsOf(effort);
  if (moves.length === 0) return { moves: [], isShortest: isWon(start) };
  if (gameOf(start.variant) !== 'bisley') {
    return { moves: changed(start, moves, bounds), isShortest: false };
  }
  const { moves: shorter, isProved } = shortestBisley(start, moves.length - 1, bounds);
  return { moves: [...(shorter ?? moves)], isShortest: isProved };
}

/**
 * A win that is as short as can be made of one: at each place a move is left out or another one made,
 * and the rest follows card by card, without what has become needless. Begins anew with each shorter
 * win until no such change helps or the effort ends.
 */
function changed(start: Position, moves: readonly Move[], { shouldStop }: Bounds): Move[] {
  let best = moves.slice();
  // Round and round, as what was tried in vain may help after a change elsewhere.
  for (let at = 0, inVain = 0; inVain < best.length; at = (at + 1) % best.length) {
    const shorter = shorterAt(start, best, at, shouldStop);
    if (shorter) best = shorter;
    inVain = shorter ? 0 : inVain + 1;
    if (shouldStop()) break;
  }
  return best;
}

/** A shorter win that changes first at one place. */
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
  const begun = moves.slice(0, at);
  const instead: (Move | undefined)[] = [undefined, ...legalMoves(here)];
  for (const other of instead) {
    if (shouldStop()) return undefined;
    const rest = other ? rules.play(here, other) : here;
    const followed = follow(rules, rest, steps, at + 1, moves.length - at - (other ? 2 : 1));
    if (followed) return [...begun, ...(other ? [other] : []), ...followed];
  }
  return undefined;
}

/**
 * The rest of a win after a change, if it still is one and takes fewer moves.
 * @param most so many moves at most
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
    // What has become impossible is left out too: it may not be needed any more.
    if (from < 0 || from === step.to || rules.piles[from]?.role === 'foundation') continue;
    const move = moveBetween(from, step.to);
    if (rules.rejection(position, move) !== undefined) continue;
    if (moves.push(move) > most) return undefined;
    position = rules.play(position, move);
  }
  return isWon(position) ? moves : undefined;
}
