import { ok, playMove, refuse } from '@same-deal/engine';
import type { Entry, Position, RejectionCode, Result } from '@same-deal/engine';
import { checkWhole, decide } from './solve.ts';
import type { SolveError } from './solve.ts';
import { boundsForEach } from './solution.ts';
import type { Effort, Verdict } from './solution.ts';

/** Where a play was lost. */
export interface FirstLost {
  /** Whether the deal could be won at all. */
  readonly deal: 'winnable' | 'unwinnable' | 'unknown';
  /**
   * The number of the first entry after which no position of the log can be won; null if there is no
   * such entry: the play was won, could still be won at its end, or never could be.
   */
  readonly entry: number | null;
  /** Whether that is exact; if not, `entry` is only the first after which no win was found. */
  readonly proved: boolean;
}

/** Why there is no result: the opening position is refused, or an entry of the log is illegal. */
export type FirstLostError =
  | SolveError
  | {
      readonly code: 'illegal-entry';
      /** The number of the first entry that does not replay, and why. */
      readonly number: number;
      readonly rejection: RejectionCode | 'nothing-to-undo';
    };

interface Step {
  readonly position: Position;
  /** The number of the entry that led here; 0 for the deal. */
  readonly entry: number;
}

/**
 * Finds the entry after which a play was lost for good.
 *
 * An undo can lead back to where a win is still possible, so what counts is the final line: the moves
 * that were never undone. Along it lost stays lost. Every other move of the log was tried from a
 * position of that line and undone again: before the move that lost the play, the log returned to a
 * winnable position, and everything tried after it is lost. So the first lost position of that line
 * gives the entry, and searching a few of its positions is enough to find it.
 *
 * @param start the opening position, no card face down
 * @param log all entries of the play, as the engine accepted them
 * @param effort for all searches together; or a function that gives each search its own, so that a
 *   very long one leaves time for the others
 * @param isWinnable whether the deal is known to be winnable: then it is not searched
 */
export function firstLost(
  start: Position,
  log: readonly Entry[],
  effort: Effort | (() => Effort) = {},
  isWinnable = false,
): Result<FirstLost, FirstLostError> {
  const checked = checkWhole(start);
  if (!checked.ok) return checked;
  const followed = finalLine(start, log);
  if (!followed.ok) return followed;
  const line = followed.value;
  const boundsOfOne = boundsForEach(effort);
  const [deal] = line;
  const verdicts = new Map<Step, Verdict>(isWinnable && deal ? [[deal, 'won']] : []);
  const verdictOf = (step: Step): Verdict => {
    const verdict = verdicts.get(step) ?? decide(step.position, boundsOfOne()).verdict;
    verdicts.set(step, verdict);
    return verdict;
  };
  const at = (n: number): Step => line[n] ?? { position: start, entry: 0 };
  const canBeWon = (n: number): boolean => verdictOf(at(n)) === 'won';

  const won = lastWinnable(line.length - 1, canBeWon);
  if (won === line.length - 1) return ok({ deal: 'winnable', entry: null, proved: true });
  const proved = verdictOf(at(won + 1)) === 'lost';
  if (won < 0) return ok({ deal: proved ? 'unwinnable' : 'unknown', entry: null, proved });
  return ok({ deal: 'winnable', entry: at(won + 1).entry, proved });
}

/**
 * The last position of a line that can be won, where lost stays lost; −1 if none can. Late positions
 * are the quickest to decide and most mistakes are late, so it goes back from the end in doubling
 * steps, and bisects the last of them.
 * @param last the index of the last position
 */
export function lastWinnable(last: number, canBeWon: (n: number) => boolean): number {
  if (canBeWon(last)) return last;
  let gone = last;
  let won = last - 1;
  for (; won > 0 && !canBeWon(won); won = Math.max(0, last - 2 * (last - won))) gone = won;
  if (won <= 0 && !canBeWon(0)) return -1;
  while (gone - won > 1) {
    const middle = (won + gone) >> 1;
    if (canBeWon(middle)) won = middle;
    else gone = middle;
  }
  return won;
}

/** The positions of the final line, the moves that were never undone, from the deal on. */
function finalLine(start: Position, log: readonly Entry[]): Result<Step[], FirstLostError> {
  const line: Step[] = [{ position: start, entry: 0 }];
  for (const [n, entry] of log.entries()) {
    const last = line.at(-1);
    if (entry === 'undo' && line.length === 1) {
      return refuse({ code: 'illegal-entry', number: n + 1, rejection: 'nothing-to-undo' });
    }
    if (entry === 'undo') line.pop();
    else if (entry !== 'concede' && last) {
      const played = playMove(last.position, entry);
      if (!played.ok) {
        return refuse({ code: 'illegal-entry', number: n + 1, rejection: played.reason.code });
      }
      line.push({ position: played.value, entry: n + 1 });
    }
  }
  return ok(line);
}
