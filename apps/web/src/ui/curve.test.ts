import { expect, test } from 'vitest';
import { curveOf, roundBounds } from './curve.ts';

test.each([
  ['round numbers about all of them', [1512, 1630, 1488], { least: 1450, most: 1650 }],
  ['room where all are the same', [1500, 1500], { least: 1450, most: 1550 }],
  ['and below nought', [-20, 30], { least: -50, most: 50 }],
])('a curve is drawn between %s', (_, values, bounds) => {
  expect(roundBounds(values)).toEqual(bounds);
});

test('a curve goes from the left to the right, and up with the value, between its bounds', () => {
  const bounds = { least: 1500, most: 1550 };
  expect(curveOf([1500, 1550, 1500], bounds)).toBe('M0.00 100.00L50.00 0.00L100.00 100.00');
  expect(curveOf([1525], bounds)).toBe('M0.00 50.00');
});
