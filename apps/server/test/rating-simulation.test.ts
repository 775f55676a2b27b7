// Ratings find the strengths of people who are made up, so that they are known.
import { expect, test } from 'vitest';
import { simulate } from '../../../tools/simulate-ratings/simulate.ts';

test('after 30 races each the ratings of 200 people correlate with their strengths by at least 0.9', () => {
  const found = simulate({ people: 200, racesEach: 30, seed: 7 }, [5, 30]);
  const [early, late] = found;
  expect(late!.pearson).toBeGreaterThanOrEqual(0.9);
  expect(late!.spearman).toBeGreaterThanOrEqual(0.88);
  expect(early!.pearson).toBeGreaterThanOrEqual(0.7);
  expect(late!.sigma).toBeLessThan(early!.sigma);
});

test('the same seed gives the same figures', () => {
  const of = (seed: number) =>
    simulate({ people: 40, racesEach: 3, seed, company: 'circles' }, [3]);
  expect(of(1)).toEqual(of(1));
  expect(of(1)).not.toEqual(of(2));
});
