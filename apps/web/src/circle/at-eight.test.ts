// A race at eight: by each one's own clock, through both of its changes.
import { expect, test } from 'vitest';
import { atHere, usualTime } from './at-eight.ts';

test.each([
  ['before eight: today', new Date(2026, 10, 24, 19, 59), '2026-11-24T20:00'],
  ['from eight on: tomorrow', new Date(2026, 10, 30, 20, 0), '2026-12-01T20:00'],
  ['the night before the clocks go forward', new Date(2026, 2, 28, 21, 0), '2026-03-29T20:00'],
  ['the night before they go back', new Date(2026, 9, 24, 23, 30), '2026-10-25T20:00'],
])('%s', (_when, now, field) => {
  expect(usualTime(now)).toBe(field);
  const at = new Date(atHere(field) ?? '');
  expect([at.getHours(), at.getMinutes()]).toEqual([20, 0]);
});

test('what is no time is none', () => expect(atHere('')).toBeNull());
