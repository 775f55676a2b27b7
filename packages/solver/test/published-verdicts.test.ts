/** The verdicts published in docs/winnability, and how they are kept. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDealCode } from '@same-deal/engine';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import { createFormula, FALSE, TRUE } from '../../../bench/winnability/sat/formula.ts';
import { wilson } from '../../../bench/wilson.ts';
import type { Result } from '../../../bench/solver/results.ts';
import { PLAN } from '../../../bench/winnability/plan.ts';
import { isWin, searchDeal } from '../../../bench/winnability/search.ts';
import { tableOf, writtenTable } from '../../../bench/winnability/table.ts';
import {
  dealsToSearch,
  load,
  loadWins,
  note,
  save,
  searchOf,
  tally,
  verdictOf,
} from '../../../bench/winnability/verdicts.ts';

const published = join(import.meta.dirname, '../../../docs/winnability');
const folder = mkdtempSync(join(tmpdir(), 'same-deal-verdicts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps every verdict in two bits, and the search that it comes from, in whichever order they come', () => {
  const verdict = fc.constantFrom('won' as const, 'lost' as const, 'undecided' as const);
  const search = fc.record({
    solver: fc.constantFrom(0, 1, 'cadical' as const),
    seconds: fc.constantFrom(4, 60),
    memoryMiB: fc.constantFrom(128, 1024),
  });
  const notes = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), verdict, search), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(notes, (all) => {
      const verdicts = load(folder, 'none/at-all', 40);
      for (const [deal, found, search] of all) note(verdicts, deal, found, search);
      save(folder, verdicts);
      const last = new Map(all.map(([deal, ...kept]) => [deal, kept]));
      for (const one of [verdicts, load(folder, 'none/at-all', 40)]) {
        for (let deal = 1; deal <= 40; deal++) {
          const [found, search] = last.get(deal) ?? [];
          expect(verdictOf(one, deal)).toBe(found);
          expect(searchOf(one, deal)).toEqual(search);
        }
      }
      rmSync(join(folder, 'none-at-all.bin'));
      rmSync(join(folder, 'none-at-all.json'));
    }),
    { numRuns: cases(100) },
  );
});

it('goes on where it was broken off, and searches again what was undecided with less', () => {
  const verdicts = load(folder, 'bisley/thirteen', 6);
  const search = { solver: 1, seconds: 5, memoryMiB: 128 };
  note(verdicts, 1, 'won', search);
  note(verdicts, 2, 'undecided', search);
  note(verdicts, 4, 'lost', search);
  save(folder, verdicts);
  const again = load(folder, 'bisley/thirteen', 6);
  expect(dealsToSearch(again, 6, search)).toEqual([3, 5, 6]);
  expect(dealsToSearch(again, 6, { ...search, solver: 0 })).toEqual([3, 5, 6]);
  for (const more of [{ solver: 2 }, { seconds: 60 }, { memoryMiB: 256 }]) {
    expect(dealsToSearch(again, 6, { ...search, ...more })).toEqual([2, 3, 5, 6]);
  }
  expect(tally(again)).toEqual({ deals: 2, won: 1, lost: 0, undecided: 1 });
});

const results = join(import.meta.dirname, '../../../bench/solver/results');

it.each(readdirSync(results))(
  'says nothing else than bench/solver/results/%s, and no less',
  (file) => {
    const variant = PLAN.find((one) =>
      file.startsWith(`${one.variant.replace('/', '-')}-`),
    )?.variant;
    if (!variant) throw new Error(`no published variant has ${file}`);
    const verdicts = load(published, variant, 0);
    const lines = readFileSync(join(results, file), 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThan(99);
    const found = new Map(
      lines.map((line) => {
        const { deal, found: ours } = JSON.parse(line) as Result;
        return [deal, ours.verdict];
      }),
    );
    for (let deal = 1; deal <= lines.length; deal++) {
      const verdict = found.get(formatDealCode(deal));
      expect(verdict).toBeDefined();
      if (verdict !== 'undecided')
        expect([deal, verdictOf(verdicts, deal)]).toEqual([deal, verdict]);
    }
  },
);

it('the table of docs/winnability.md is made from the published verdicts', () => {
  const document = readFileSync(join(published, '../winnability.md'), 'utf8');
  expect(writtenTable(document)).toBe(tableOf(published));
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
    for (let deal = 1; deal <= deals; deal++) {
      if (!searchOf(verdicts, deal)) throw new Error(`nothing says what decided deal ${deal}`);
    }
    const decided = Array.from({ length: 12 }, (_, n) => 1 + Math.floor((n * all.deals) / 12));
    for (const deal of decided) {
      const found = searchDeal(variant, deal, { seconds: 0.2, memoryMiB: 16 });
      if (found !== 'undecided') expect(['undecided', found]).toContain(verdictOf(verdicts, deal));
    }
  });
});
