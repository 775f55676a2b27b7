/** What this browser remembers of puzzles: which were solved, and on how many days in a row one of the day's was. */
import type { Grade, PuzzleKind } from './packed.ts';

const KEY = 'same-deal:puzzles';

export interface Progress {
  /** The numbers that were solved, by game, kind and grade. */
  readonly solved: Readonly<Record<string, readonly number[]>>;
  /** The last day on which one of the day's puzzles was solved, and the days in a row up to it. */
  readonly lastDay: number;
  readonly days: number;
}

const nothing: Progress = { solved: {}, lastDay: -1, days: 0 };

/** A puzzle by its file, its number there, and how hard it is. */
export interface Named {
  readonly game: string;
  readonly kind: PuzzleKind;
  readonly grade: Grade;
}

const keyOf = ({ game, kind, grade }: Named): string => `${game}/${kind}/${grade}`;

/** Whatever was stored, as far as it is of any use. */
export function parseProgress(text: string | null): Progress {
  try {
    const { solved, lastDay, days } = JSON.parse(text ?? '') as Partial<Progress>;
    const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
    return {
      solved: Object.fromEntries(
        Object.entries(solved ?? {}).filter(
          ([, list]) => Array.isArray(list) && list.every(isCount),
        ),
      ),
      lastDay: isCount(lastDay) ? Number(lastDay) : nothing.lastDay,
      days: isCount(days) ? Number(days) : nothing.days,
    };
  } catch {
    return nothing;
  }
}

export function loadProgress(): Progress {
  try {
    return parseProgress(localStorage.getItem(KEY));
  } catch {
    return nothing;
  }
}

export function saveProgress(progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Storage is barred: it is remembered as long as the page is.
  }
}

/** The numbers of a game's puzzles of one kind and grade that were solved. */
export const solvedOf = ({ solved }: Progress, of: Named): readonly number[] =>
  solved[keyOf(of)] ?? [];

/**
 * The progress after a puzzle has been solved.
 * @param today the day on which its table was opened
 * @param now the day on which it was solved
 */
export function withSolved(
  progress: Progress,
  of: Named,
  number: number,
  today: number,
  isOfToday: boolean,
  now: number = today,
): Progress {
  const before = solvedOf(progress, of);
  const solved = before.includes(number)
    ? progress.solved
    : { ...progress.solved, [keyOf(of)]: [...before, number] };
  // One of an earlier day's, at a table that was open over midnight, takes nothing from those of the days since.
  const { lastDay } = progress;
  if (!isOfToday || (lastDay >= today && lastDay <= Math.max(now, today + 1)))
    return { ...progress, solved };
  const days = lastDay === today - 1 ? progress.days + 1 : 1;
  return { solved, lastDay: today, days };
}

/** Days in a row that still count: up to today, or to yesterday while today is not over. */
export const streakOf = ({ lastDay, days }: Progress, today: number): number =>
  lastDay >= today - 1 ? days : 0;

/**
 * The puzzle to go on with: the next one of that grade which is not solved, from a number on and then from the first;
 * if all are, simply the next of the grade.
 */
export function nextOf(
  all: readonly Grade[],
  solved: readonly number[],
  after: number,
  grade: Grade,
): number {
  const numbers = all.flatMap((one, n) => (one === grade ? [n + 1] : []));
  const inTurn = [...numbers.filter((n) => n > after), ...numbers.filter((n) => n <= after)];
  return inTurn.find((n) => !solved.includes(n)) ?? inTurn[0] ?? 1;
}
