/** The verdicts published in docs/winnability, and how they are kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import { createFormula, FALSE, TRUE } from '../../../bench/winnability/sat/formula.ts';
import { PLAN } from '../../../bench/winnability/plan.ts';
import { isWin, searchDeal } from '../../../bench/winnability/search.ts';
import {
  dealsToSearch,
  load,
  loadWins,
  note,
  save,
  tally,
  verdictOf,
  wilson,
} from '../../../bench/winnability/verdicts.ts';

const published = join(import.meta.dirname, '../../../docs/winnability');
const folder = mkdtempSync(join(tmpdir(), 'same-deal-verdicts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps every verdict in two bits, in whichever order they come', () => {
  const verdict = fc.constantFrom('won' as const, 'lost' as const, 'undecided' as const);
  const notes = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), verdict), { maxLength: 60 });
  fc.assert(
    fc.property(notes, (all) => {
      const verdicts = load(folder, 'none/at-all', 40);
      for (const [deal, found] of all) note(verdicts, deal, found, 7);
      const last = new Map(all);
      for (let deal = 1; deal <= 40; deal++) {
        expect(verdictOf(verdicts, deal)).toBe(last.get(deal));
        expect(verdicts.undecided.has(deal)).toBe(last.get(deal) === 'undecided');
      }
    }),
    { numRuns: cases(100) },
  );
});

it('goes on where it was broken off, and searches longer what was undecided', () => {
  const verdicts = load(folder, 'bisley/thirteen', 6);
  note(verdicts, 1, 'won', 5);
  note(verdicts, 2, 'undecided', 5);
  note(verdicts, 4, 'lost', 5);
  save(folder, verdicts);
  const again = load(folder, 'bisley/thirteen', 6);
  expect(dealsToSearch(again, 6, 5)).toEqual([3, 5, 6]);
  expect(dealsToSearch(again, 6, 60)).toEqual([2, 3, 5, 6]);
  expect(tally(again)).toEqual({ deals: 2, won: 1, lost: 0, undecided: 1 });
});

it('tells Wilson’s interval', () => {
  const [least, most] = wilson(17, 20);
  expect([least.toFixed(4), most.toFixed(4)]).toEqual(['0.6396', '0.9476']);
  expect(wilson(20, 20)[1]).toBeCloseTo(1);
});

it('replays the wins that are kept as moves', () => {
  const wins = PLAN.flatMap(({ variant }) =>
    [...loadWins(published, variant)].map(([deal, moves]) => ({ variant, deal, moves })),
  );
  expect(wins.length).toBeGreaterThan(0);
  for (const { variant, deal, moves } of wins) {
    expect(verdictOf(load(published, variant, 0), deal)).toBe('won');
    expect(isWin(variant, deal, moves)).toBe(true);
    expect(isWin(variant, deal, moves.split(' ').slice(0, -1).join(' '))).toBe(false);
    expect(isWin(variant, deal + 1, moves)).toBe(false);
  }
});

it('writes formulas as SAT solvers read them', () => {
  const formula = createFormula();
  const [a, b] = [formula.variable(), formula.variable()];
  formula.implies([TRUE, a], b);
  formula.or(FALSE, a);
  formula.or(TRUE, -a);
  expect(formula.text()).toBe('p cnf 3 3\n1 0\n-2 3 0\n2 0\n');
});

describe.each(PLAN)('$variant', ({ variant, deals }) => {
  it('is published as planned, and a few of its quick deals are found again', () => {
    const verdicts = load(published, variant, 0);
    const all = tally(verdicts);
    expect(all.deals).toBe(deals);
    expect(verdicts.undecided.size).toBe(all.undecided);
    const decided = Array.from({ length: 12 }, (_, n) => 1 + Math.floor((n * all.deals) / 12));
    for (const deal of decided) {
      const found = searchDeal(variant, deal, 0.2);
      if (found !== 'undecided') expect(['undecided', found]).toContain(verdictOf(verdicts, deal));
    }
  });
});
