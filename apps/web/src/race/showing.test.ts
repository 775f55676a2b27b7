import { expect, test } from 'vitest';
import { showingOf } from './showing.ts';

test('a race is shown in eight seconds, up to the moment that decided it', () => {
  const { lastsMs, stillMs, isPhoto, raceMs } = showingOf([240_000, 180_000], 300_000);
  expect(isPhoto).toBe(false);
  expect([0, 4_000, lastsMs, stillMs].map(raceMs)).toEqual([0, 90_000, 180_000, 180_000]);
});

test('where nobody has won it is shown to its last move', () => {
  const { lastsMs, raceMs } = showingOf([null, null], 60_000);
  expect(raceMs(lastsMs)).toBe(60_000);
});

test('a photo finish ends at the pace at which it was played, and stands still where one was first', () => {
  const { lastsMs, stillMs, isPhoto, raceMs } = showingOf([101_500, 100_000], 101_500);
  expect(isPhoto).toBe(true);
  expect(raceMs(stillMs)).toBe(100_000);
  expect(raceMs(lastsMs)).toBe(101_500);
  expect(raceMs(lastsMs) - raceMs(lastsMs - 1_000)).toBe(1_000);
});
