import { expect, test } from 'vitest';
import { curvePath } from './curve.ts';

test('goes from the ground over each value to the ground again, over the whole width', () => {
  expect(curvePath([100, 50, 0])).toBe('M0 24L0 0L50 12L100 24L100 24Z');
});

test('draws a play of no entries, and one that nothing is known of', () => {
  expect(curvePath([50])).toBe('M0 24L0 12L100 24Z');
  expect(curvePath([])).toBe('M0 24L100 24Z');
});
