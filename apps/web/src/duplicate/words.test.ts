import { expect, test } from 'vitest';
import { leftWords, titleOf } from './words.ts';

const HOUR = 3_600_000;

test.each([
  [14 * 24 * HOUR, '14 days'],
  [48 * HOUR + 1, '3 days'],
  [48 * HOUR, '48 hours'],
  [2 * HOUR + 1, '3 hours'],
  [2 * HOUR, '120 minutes'],
  [61_000, '2 minutes'],
  [1, '1 minute'],
  [0, '0 minutes'],
])('%i ms are %s', (ms, text) => {
  expect(leftWords(ms)).toBe(text);
});

test('a title names each game once', () => {
  expect(titleOf(3, ['bisley/thirteen', 'sly-fox/standard', 'bisley/twelve'])).toBe(
    '3 deals of Bisley and Sly Fox',
  );
});
