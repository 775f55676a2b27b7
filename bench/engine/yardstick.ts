/**
 * Bisley written for speed alone: one table changed in place, no reasons for refusals, no history. The
 * difference to this is the cost of the engine's guarantees.
 */
import type { Move, Position } from '@same-deal/engine';

/** A table that `playInPlace` changes. */
export type Table = number[][];

export const tableOf = (position: Position): Table => position.piles.map((pile) => pile.slice());

/** Plays a move if it is legal, and returns whether it was. */
export function playInPlace(table: Table, { from, to }: Move): boolean {
  const source = table[from];
  const target = table[to];
  if (!source || !target || source.length === 0 || from < 8 || from === to) return false;
  const card = source[source.length - 1] ?? 0;
  if (to < 8) {
    const suit = to & 3;
    const wanted = to < 4 ? target.length : 12 - target.length;
    if (card !== 13 * suit + wanted || wanted < 0 || wanted > 12) return false;
  } else {
    if (target.length === 0) return false;
    const on = target[target.length - 1] ?? 0;
    const step = card - on;
    if (step === 1 ? card % 13 === 0 : step !== -1 || on % 13 === 0) return false;
  }
  source.length--;
  target.push(card);
  return true;
}
