import { expect, test } from 'vitest';
import { frameAt, lengthOf } from './all-films.ts';
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
