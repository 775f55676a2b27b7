/** The search by learnt clauses, against trying everything, on monotone tests made by lot. */
import { mersenneDraw } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { createClauseSearch } from '../src/clauses.ts';

const VARIABLES = 8;

/** Sets of choices that fail, made by lot, and a test that knows them. */
function makeTest(seed: number) {
  const draw = mersenneDraw([seed]);
  const failing = Array.from({ length: 10 + draw(40) }, () =>
    Array.from({ length: 2 + draw(2) }, () => draw(2 * VARIABLES - 1)),
  );
  const made = new Set<number>();
  const passes = (choices: ReadonlySet<number>) =>
    !failing.some((set) => set.every((literal) => choices.has(literal)));
  return {
    made,
    passes,
    test: {
      make: (literal: number) => void made.add(literal),
      open: (literal: number) => void made.delete(literal),
      looksAt: () => true,
      passes: () => passes(made),
      isIdle: () => false,
    },
  };
}

const everything = Array.from(
  { length: 2 ** VARIABLES },
  (_, bits) => new Set(Array.from({ length: VARIABLES }, (_, n) => 2 * n + ((bits >> n) & 1))),
);

it('finds all choices that pass, each once, and says then that there are none', () => {
  let none = 0;
  for (let seed = 1; seed <= scaled(60, 2000); seed++) {
    const { made, passes, test } = makeTest(seed + firstSeed);
    const search = createClauseSearch(
      Array.from({ length: VARIABLES }, (_, n) => n % 3),
      test,
    );
    const found = new Set<string>();
    while (search.run(1e6, () => false) === 'complete') {
      const choices = [...made].sort((a, b) => a - b);
      expect(choices.length).toBe(VARIABLES);
      expect(passes(new Set(choices))).toBe(true);
      expect(found.has(choices.join(' '))).toBe(false);
      found.add(choices.join(' '));
    }
    expect(found.size).toBe(everything.filter(passes).length);
    if (found.size === 0) none++;
  }
  expect(none).toBeGreaterThan(0);
});

it('keeps to the clauses that were added', () => {
  const { made, test } = makeTest(1 + firstSeed);
  const search = createClauseSearch(
    Array.from({ length: VARIABLES }, () => 0),
    {
      ...test,
      passes: () => true,
    },
  );
  // The first three are told apart, each by the one before it.
  for (let n = 0; n < 3; n++) {
    search.add([2 * n, 2 * n + 2]);
    search.add([2 * n + 1, 2 * n + 3]);
  }
  expect(search.run(1e6, () => false)).toBe('complete');
  for (let n = 0; n < 3; n++) expect(made.has(2 * n)).toBe(!made.has(2 * n + 2));
});

it('goes on where it stopped', () => {
  const whole = makeTest(7 + firstSeed);
  const parts = makeTest(7 + firstSeed);
  const weights = Array.from({ length: VARIABLES }, () => 0);
  const one = createClauseSearch(weights, whole.test);
  const other = createClauseSearch(weights, parts.test);
  const expected = one.run(1e6, () => false);
  let found = other.run(1, () => false);
  while (found === 'open') found = other.run(1, () => false);
  expect(found).toBe(expected);
  expect([...parts.made].sort()).toEqual([...whole.made].sort());
  expect(other.tests).toBe(one.tests);
});
