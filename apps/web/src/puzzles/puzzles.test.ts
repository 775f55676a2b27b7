/** Which puzzle a day has, how somebody stands with it, and what is remembered. */
import type { Move, Position } from '@same-deal/engine';
import { expect, test } from 'vitest';
import type { Grade, Puzzle } from './packed.ts';
import { nextOf, parseProgress, solvedOf, streakOf, withSolved } from './progress.ts';
import { statusOf } from './status.ts';
import { dayOf, puzzleOfDay } from './today.ts';

const [right, wrong, then]: Move[] = [
  { from: 1, to: 2 },
  { from: 1, to: 3 },
  { from: 4, to: 5 },
];
const position = {} as Position;
const keep: Puzzle = {
  kind: 'keep',
  position,
  solution: [right!, then!],
  refutations: [{ move: wrong!, blocked: undefined, line: [then!] }],
};
const win: Puzzle = { kind: 'win', position, solution: [right!, then!, right!], refutations: [] };

test('the one move keeps the win, whatever follows; every other one loses it', () => {
  expect(statusOf(keep, [], false)).toEqual({ kind: 'open', movesLeft: undefined });
  expect(statusOf(keep, [right!], false)).toEqual({ kind: 'kept' });
  expect(statusOf(keep, [right!, wrong!], false)).toEqual({ kind: 'kept' });
  expect(statusOf(keep, [{ ...wrong! }], false)).toMatchObject({ kind: 'lost' });
  expect(statusOf(keep, [wrong!, then!], false)).toMatchObject({ kind: 'lost' });
});

test('any win in as few moves counts, and a longer one is too long', () => {
  expect(statusOf(win, [], false)).toEqual({ kind: 'open', movesLeft: 3 });
  expect(statusOf(win, [then!, then!], false)).toEqual({ kind: 'open', movesLeft: 1 });
  expect(statusOf(win, [then!, then!, wrong!], true)).toEqual({ kind: 'won' });
  expect(statusOf(win, [then!, then!, wrong!], false)).toEqual({ kind: 'too-long', isWon: false });
  expect(statusOf(win, [then!, then!, wrong!, then!], true)).toEqual({
    kind: 'too-long',
    isWon: true,
  });
});

test('a day has the same puzzle for everybody, and none comes again before all have been', () => {
  const countOf = (kind: string) => (kind === 'keep' ? 10 : 7);
  const days = Array.from({ length: 20 }, (_, n) => puzzleOfDay('bisley', 20_000 + n, countOf)!);
  expect(new Set(days.map(({ kind }) => kind))).toEqual(new Set(['keep', 'win']));
  const ofKeep = days.flatMap(({ kind, number }) => (kind === 'keep' ? [number] : []));
  expect(new Set(ofKeep).size).toBe(10);
  expect(Math.min(...ofKeep)).toBe(1);
  expect(Math.max(...ofKeep)).toBe(10);
  expect(puzzleOfDay('x', 1, () => 0)).toBeUndefined();
  expect(dayOf(Date.UTC(1970, 0, 2, 23, 59))).toBe(1);
});

test('a streak counts days in a row on which one of the day was solved, and lasts until a day is over', () => {
  const of = { game: 'bisley', kind: 'keep', grade: 2 } as const;
  let progress = parseProgress(null);
  expect(streakOf(progress, 100)).toBe(0);
  progress = withSolved(progress, of, 3, 100, true);
  progress = withSolved(progress, of, 4, 100, true);
  expect(streakOf(progress, 100)).toBe(1);
  progress = withSolved(progress, of, 5, 101, true);
  progress = withSolved(progress, of, 6, 102, false);
  expect(solvedOf(progress, of)).toEqual([3, 4, 5, 6]);
  expect(streakOf(progress, 102)).toBe(2);
  expect(streakOf(progress, 103)).toBe(0);
  expect(streakOf(withSolved(progress, of, 7, 103, true), 103)).toBe(1);
  // Yesterday's, at a table that was open over midnight.
  const late = withSolved(withSolved(progress, of, 7, 102, true), of, 8, 101, true);
  expect(streakOf(late, 102)).toBe(3);
  // And one of two days ago, where those of the days since were solved in another tab; or by a clock that was ahead.
  const since = withSolved(withSolved(progress, of, 7, 102, true), of, 8, 103, true);
  expect(streakOf(withSolved(since, of, 9, 101, true, 103), 103)).toBe(4);
  expect(streakOf(withSolved(since, of, 9, 101, true, 101), 101)).toBe(1);
  expect(parseProgress(JSON.stringify(progress))).toEqual(progress);
  expect(solvedOf(progress, { ...of, grade: 3 })).toEqual([]);
});

test('what is stored and makes no sense is left out', () => {
  const none = { solved: {}, lastDay: -1, days: 0 };
  for (const text of ['', 'null', '[]', '7', '{"solved":7,"days":-1,"lastDay":"x"}'])
    expect(parseProgress(text)).toEqual(none);
  expect(parseProgress('{"solved":{"a":[1],"b":["x"],"c":2}}').solved).toEqual({ a: [1] });
});

test('after a puzzle comes the next one of its grade that has not been solved', () => {
  const all: Grade[] = [1, 2, 1, 2, 1];
  expect(nextOf(all, [], 1, 1)).toBe(3);
  expect(nextOf(all, [3], 1, 1)).toBe(5);
  expect(nextOf(all, [3], 5, 1)).toBe(1);
  expect(nextOf(all, [1, 3, 5], 3, 1)).toBe(5);
  expect(nextOf(all, [], 4, 2)).toBe(2);
  expect(nextOf(all, [], 1, 5)).toBe(1);
});
