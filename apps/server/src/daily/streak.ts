/** Days in a row: pure, over days as numbers. */
import type { Streak } from '@same-deal/protocol';
import { textOfDay, weekOf } from './days.ts';

/** A run of days with what was missed in between. */
interface Run {
  readonly days: number;
  readonly frozen: readonly number[];
}

const NO_RUN: Run = { days: 0, frozen: [] };

/**
 * The days from one to the next that were missed, if the streak survives them: at most one in an ISO week, those
 * frozen before counted in.
 */
function frozenBetween(from: number, to: number, before: readonly number[]): number[] | null {
  // Never more than two in a row survive: a Sunday and a Monday.
  if (to - from > 3) return null;
  const missed = Array.from({ length: to - from - 1 }, (_, n) => from + 1 + n);
  const weeks = [...before, ...missed].map(weekOf);
  return new Set(weeks).size === weeks.length ? missed : null;
}

/**
 * @param days on which something was done that counts, in any order
 * @param today which is not over, so that it breaks nothing; later days are left out
 */
export function streakOf(days: Iterable<number>, today: number): Streak {
  const sorted = [...new Set(days)].filter((day) => day <= today).sort((a, b) => a - b);
  let run = NO_RUN;
  let longest = 0;
  sorted.forEach((day, n) => {
    const former = sorted[n - 1];
    const missed = former === undefined ? null : frozenBetween(former, day, run.frozen);
    run =
      missed === null
        ? { days: 1, frozen: [] }
        : { days: run.days + 1, frozen: [...run.frozen, ...missed] };
    longest = Math.max(longest, run.days);
  });
  const last = sorted.at(-1);
  // What has been missed since; today still may be played.
  const missed =
    last === undefined ? null : frozenBetween(last, Math.max(today, last + 1), run.frozen);
  const isAlive = missed !== null;
  return {
    current: isAlive ? run.days : 0,
    longest,
    frozen: isAlive ? [...run.frozen, ...missed].map(textOfDay) : [],
    hasToday: last === today,
  };
}
