/** The version of the solver rises with what it does: published verdicts name it, and it reopens what was undecided. */
import { unwrap } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { PLAN } from '../../../bench/winnability/plan.ts';
import { dealAt } from '../../../bench/winnability/search.ts';
import { createChoiceSearch } from '../src/alhambra/choices.ts';
import { solve, SOLVER_VERSION } from '../src/index.ts';

const DEALS = 3;
/** A search is stopped when it has asked this often whether to stop: the same work on every machine. */
const TIMES_ASKED = 4;
/** Choices lose the first and win the second. */
const ALHAMBRA_DEALS = [49, 13];

/** What a search comes to on the first deals of a variant: its verdicts, and how many positions they took. */
function workOf(variant: string): string {
  const found = Array.from({ length: DEALS }, (_, n) => {
    let asked = 0;
    const shouldStop = () => ++asked > TIMES_ASKED;
    const effort = { shouldStop, memoryBytes: 2 ** 22 };
    const { verdict, positions } = unwrap(solve(dealAt(variant, n + 1), effort));
    return `${verdict} ${positions}`;
  });
  return found.join(', ');
}

/** What searches that `solve` comes to late do by themselves: what they find, and how many games that takes. */
const lateWork = (): string[] =>
  ALHAMBRA_DEALS.flatMap((deal) =>
    [true, false].map((isExact) => {
      const options = { isExact, seed: 1, memoryBytes: 2 ** 22 };
      const search = createChoiceSearch(dealAt('alhambra/standard', deal), options);
      const verdict = search.run(20_000, () => false);
      return `alhambra ${deal}, ${isExact ? 'exact' : 'kinder'}: ${verdict} ${search.games}`;
    }),
  );

it('SOLVER_VERSION is raised when a search does something else than before, and this is kept anew', () => {
  const work = PLAN.map(({ variant }) => `${variant}: ${workOf(variant)}`);
  expect([`version ${SOLVER_VERSION}`, ...work, ...lateWork()]).toMatchInlineSnapshot(`
    [
      "version 4",
      "bisley/thirteen: won 7, won 26, lost 1",
      "bisley/twelve: won 17, won 25, lost 1",
      "british-square/piles: undecided 35, undecided 8, undecided 33",
      "british-square/union: undecided 35, undecided 8, undecided 34",
      "british-square/columns: undecided 10240, lost 1, undecided 10240",
      "sly-fox/standard: undecided 64, undecided 51, undecided 58",
      "alhambra/standard: won 10314, undecided 12859, undecided 14481",
      "alhambra 49, exact: undecided 3401",
      "alhambra 49, kinder: lost 3401",
      "alhambra 13, exact: won 9229",
      "alhambra 13, kinder: undecided 20000",
    ]
  `);
});
