/**
 * The simplest possible search: depth first, every legal move in the engine's order, never the same
 * position twice. It is independent of the game, so it works for all of them, and is the baseline that
 * cleverer searches are measured against.
 */
import { isWon, legalMoves, variantOf } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { createSeenSet } from './seen-set.ts';
import { POSITIONS_BETWEEN_ASKING } from './solution.ts';
import type { Bounds, Solution } from './solution.ts';
import { hasherOf } from './zobrist.ts';

/** A position on the line being searched, and which of its moves is tried next. */
interface Branch {
  readonly position: Position;
  readonly high: number;
  readonly low: number;
  readonly moves: readonly Move[];
  next: number;
}

/**
 * Decides any position of any game within its bounds. Visited positions are recognised by a 64-bit
 * hash, so among n of them a wrong `lost` has a probability below n² / 2⁶⁵.
 * @param choices the moves to try in a position, the most promising first; by default all legal ones
 */
export function plainSearch(
  start: Position,
  { shouldStop, memoryBytes }: Bounds,
  choices: (position: Position) => readonly Move[] = legalMoves,
): Solution {
  const rules = variantOf(start.variant);
  const hasher = hasherOf(start.variant);
  const seen = createSeenSet(memoryBytes);
  const words = new Int32Array(2);
  seen.add(0, 0);
  let positions = 1;
  if (isWon(start)) return { verdict: 'won', moves: [], positions };

  const line: Branch[] = [{ position: start, high: 0, low: 0, moves: choices(start), next: 0 }];
  for (let branch = line.at(-1); branch; branch = line.at(-1)) {
    const move = branch.moves[branch.next++];
    if (!move) {
      line.pop();
      continue;
    }
    const position = rules.play(branch.position, move);
    hasher.difference(branch.position, position, words);
    const high = branch.high ^ (words[0] ?? 0);
    const low = branch.low ^ (words[1] ?? 0);
    if (!seen.add(high, low)) {
      if (seen.isFull) return { verdict: 'undecided', moves: [], positions };
      continue;
    }
    positions++;
    if (isWon(position)) {
      const moves = line.map(({ moves, next }) => moves[next - 1]).filter((played) => !!played);
      return { verdict: 'won', moves, positions };
    }
    if (positions % POSITIONS_BETWEEN_ASKING === 0 && shouldStop()) {
      return { verdict: 'undecided', moves: [], positions };
    }
    line.push({ position, high, low, moves: choices(position), next: 0 });
  }
  return { verdict: 'lost', moves: [], positions };
}
