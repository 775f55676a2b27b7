/**
 * `pnpm bench ratings [--people N] [--races N] [--seed N]`: how well ratings recover known strengths, with several
 * methods and two ways of seating people. Its results are in `docs/ratings.md`. Last line: JSON.
 */
import { parseArgs } from 'node:util';
import { METHOD } from '../../apps/server/src/rating/rating.ts';
import type { Method } from '../../apps/server/src/rating/rating.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    races: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const [people, racesEach, seed] = [values.people, values.races, values.seed].map(Number);
if (!people || people < 2 || !racesEach || racesEach < 1 || seed === undefined) {
  console.error('usage: pnpm bench ratings [--people N] [--races N] [--seed N]');
  process.exit(2);
}

const methods: Readonly<Record<string, Method>> = {
  'as it is': METHOD,
  'without limitSigma': { ...METHOD, limitSigma: false },
  'without the 2 % rule': { ...METHOD, equalShare: 0 },
  'with 5 % for 2 %': { ...METHOD, equalShare: 0.05 },
};
const after = [5, 10, 20, 30, 50, 100].filter((races) => races <= racesEach);

const results: object[] = [];
for (const company of ['anyone', 'circles'] as const) {
  for (const [name, method] of Object.entries(methods)) {
    const found = simulate({ people, racesEach, seed, method, company }, after);
    found.forEach((findings, n) => {
      const { pearson, spearman, mean, spread, sigma } = findings;
      const row = [pearson, spearman, mean, spread, sigma].map((figure) => figure.toFixed(3));
      console.log(`${company}, ${name}, after ${after[n]} races: ${row.join('  ')}`);
      results.push({ company, method: name, after: after[n], ...findings });
    });
  }
}
console.log('(correlation of rating and strength, of their ranks; mean, spread, sigma)');
console.log(JSON.stringify({ simulation: 'ratings', people, seed, results }));
