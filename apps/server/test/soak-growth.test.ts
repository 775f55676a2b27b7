// What `pnpm bench soak` calls growth, by made-up hours.
import { expect, test } from 'vitest';
import { growthOf } from '../../../bench/soak/growth.ts';
import type { Sample } from '../../../bench/soak/growth.ts';

const minute = (n: number, more: Partial<Sample> = {}): Sample => ({
  movesPerSecond: 500,
  p50Ms: 3 + (n % 2),
  p99Ms: 9 + (n % 5),
  megabytes: [150 + (n % 7), 140],
  lines: 64 + (n % 3),
  settled: 10 * n,
  databaseBytes: 20_000_000 + 50_000 * n,
  passingRows: 30 + (n % 4),
  ...more,
});
const hour = (more: (n: number) => Partial<Sample> = () => ({})) =>
  Array.from({ length: 60 }, (_, n) => minute(n, more(n)));

test('an hour like any other has not grown', () => {
  expect(growthOf(hour()).tooMuch).toEqual([]);
});

test.each<[string, (n: number) => Partial<Sample>]>([
  ['p50Ms', (n) => ({ p50Ms: 3 + n / 10 })],
  ['p99Ms', (n) => ({ p99Ms: 10 + n })],
  ['megabytes', (n) => ({ megabytes: [150 + 3 * n, 140] })],
  ['lines', (n) => ({ lines: 64 + n })],
  ['bytesPerRace', (n) => ({ databaseBytes: 20_000_000 + 2_000 * n * n })],
  ['passingRows', (n) => ({ passingRows: 30 + 3 * n })],
])('%s that grows is named', (name, more) => {
  const { tooMuch } = growthOf(hour(more));
  expect(tooMuch).toHaveLength(1);
  expect(tooMuch[0]).toMatch(new RegExp(`^${name} has grown`));
});
