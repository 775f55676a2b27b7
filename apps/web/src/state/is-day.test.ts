import { expect, test } from 'vitest';
import { isDay } from './is-day.ts';

test.each([
  ['2028-02-29', true],
  ['2026-12-31', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-45', false],
  ['2026-02', false],
  ['yesterday!', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
