import { expect, test } from 'vitest';
import { frameAt, isOverAt, lengthOf } from './all-films.ts';
import type { Film } from './replay-frames.ts';

const film = (...times: number[]) =>
  ({ frames: times.map((elapsedMs) => ({ elapsedMs })), breaksOff: false }) as unknown as Film;

test.each([
  [0, 0],
  [999, 0],
  [1_000, 1_000],
  [2_500, 2_000],
  [9_000, 2_000],
])('on one clock a replay shows at %i ms the table of %i ms', (ms, shown) => {
  expect(frameAt(film(0, 1_000, 2_000), ms).elapsedMs).toBe(shown);
});

test('the clock runs to the end of the longest', () => {
  expect(lengthOf([film(0, 5), film(0, 9), film(0)])).toBe(9);
  expect(lengthOf([])).toBe(0);
});

test.each([
  ['not before it had', 46_000, 16_000, 90_000, false],
  ['and from then on', 46_000, 46_000, 90_000, true],
  ['at the latest when the clock stops', 900_000, 90_000, 90_000, true],
  ['where nobody moved, from the beginning', 900_000, 0, 0, true],
])('how a game ended is said: %s', (_, endedMs, ms, length, isOver) => {
  expect(isOverAt(endedMs, ms, length)).toBe(isOver);
});
