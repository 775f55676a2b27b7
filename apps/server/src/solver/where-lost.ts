import { decodeEntry, playMove } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import type { Effort, Verdict } from '@same-deal/solver';
import type { Lost } from './work.ts';

/**
 * The entry after which a play could not be won any more, for good: from then on no position of the
 * log is winnable. Undo leads back to positions that may be, so what counts is the line of moves that
 * was never taken back: along it lost stays lost, and whatever was tried after the move that lost it
 * started from there. So the last winnable position of that line is found by halving.
 */
export function whereLost(start: Position, log: readonly number[], effort: Effort): Lost {
  const line = finalLine(start, log);
  const verdicts = new Map<number, Verdict>();
  const verdictAt = (n: number): Verdict => {
    const known = verdicts.get(n);
    if (known) return known;
    const { verdict } = solve(line[n]!.position, effort);
    verdicts.set(n, verdict);
    return verdict;
  };
  const last = line.length - 1;
  if (verdictAt(last) === 'won') return { entry: null, proved: true };
  if (verdictAt(0) !== 'won') return { entry: null, proved: verdictAt(0) === 'lost' };
  // The line is winnable up to `won`; from `gone` on it is lost, or nothing was found.
  let won = 0;
  let gone = last;
  while (gone - won > 1) {
    const middle = (won + gone) >> 1;
    if (verdictAt(middle) === 'won') won = middle;
    else gone = middle;
  }
  return { entry: line[gone]!.entry, proved: verdictAt(gone) === 'lost' };
}

/** The positions of the moves that were never taken back, each with the number of its entry. */
function finalLine(start: Position, log: readonly number[]) {
  const line: { readonly position: Position; readonly entry: number }[] = [
    { position: start, entry: 0 },
  ];
  for (const [n, code] of log.entries()) {
    const entry = decodeEntry(code);
    if (entry === 'undo') line.pop();
    else if (entry !== 'concede') {
      const played = playMove(line.at(-1)!.position, entry);
      if (!played.ok) throw new Error(`entry ${n + 1} does not replay: ${played.reason.code}`);
      line.push({ position: played.value, entry: n + 1 });
    }
  }
  return line;
}
