import { expect, test } from 'vitest';
import { partedBy } from './parted.ts';

const rounded = (places: readonly number[]) => places.map((place) => Math.round(100 * place));

test('marks of players who are nearly level stand beside each other', () => {
  expect(rounded(partedBy([0.06, 0.08], 0.05))).toEqual([6, 11]);
  expect(rounded(partedBy([0, 0, 0], 0.05))).toEqual([0, 5, 10]);
});

test('those with room between them stand where they are', () => {
  expect(rounded(partedBy([0.1, 0.5, 0.9], 0.05))).toEqual([10, 50, 90]);
});

test('none stands beyond the end', () => {
  expect(rounded(partedBy([0.5, 0.99, 1], 0.05))).toEqual([50, 95, 100]);
});
