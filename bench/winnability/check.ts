/**
 * `pnpm winnability check [--deals N] [--seconds S] [--seed K]`: searches a random sample of the published deals again,
 * no deal twice; all of them where fewer are published.
 * A win must replay, and so must those that are kept as moves; a deal that is won must never be proved lost, nor the
 * other way round. Deals not decided in time here prove nothing; those that are decided here alone are named, as they
 * can be published. Exits with 1 if a verdict is contradicted. Last line: JSON.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDealCode, mersenneDraw } from '@same-deal/engine';
import { PLAN } from './plan.ts';
import { isWin, searchDeal } from './search.ts';
import { load, loadWins, tally, verdictOf } from './verdicts.ts';

/** As seen from `dist`. */
const FOLDER = join(import.meta.dirname, '../../../docs/winnability');

const { values } = parseArgs({
  options: {
    deals: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const [deals, seconds, seed] = [values.deals, values.seconds, values.seed].map(Number);
if (!(deals && deals >= 1 && seconds && seconds > 0 && Number.isInteger(seed))) {
  console.error('usage: pnpm winnability check [--deals N] [--seconds S] [--seed K]');
  process.exit(2);
}

const draw = mersenneDraw([seed ?? 0]);
const wrong: string[] = [];
const summary: Record<string, object> = {};
for (const { variant, memoryMiB } of PLAN) {
  const verdicts = load(FOLDER, variant, 0);
  const all = tally(verdicts).deals;
  const counts = { agree: 0, undecidedHere: 0, undecidedThere: 0, contradict: 0 };
  const drawn = new Set<number>();
  while (drawn.size < Math.min(deals, all)) drawn.add(1 + draw(all - 1));
  for (const deal of drawn) {
    const published = verdictOf(verdicts, deal);
    // `searchDeal` replays a win when it finds it again.
    const found = searchDeal(variant, deal, { seconds, memoryMiB });
    if (found === published) counts.agree++;
    else if (found === 'undecided') counts.undecidedHere++;
    else if (published === 'undecided') {
      counts.undecidedThere++;
      console.log(`${variant} ${formatDealCode(deal)}: published undecided, found ${found}`);
    } else {
      counts.contradict++;
      wrong.push(`${variant} ${formatDealCode(deal)}: published ${published}, found ${found}`);
    }
  }
  for (const [deal, moves] of loadWins(FOLDER, variant)) {
    if (verdictOf(verdicts, deal) === 'won' && isWin(variant, deal, moves)) continue;
    counts.contradict++;
    wrong.push(`${variant} ${formatDealCode(deal)}: the win that is kept does not win`);
  }
  summary[variant] = counts;
  console.log(`${variant}: ${JSON.stringify(counts)}`);
}
for (const line of wrong) console.error(line);
console.log(JSON.stringify({ check: { seed, deals, ...summary } }));
process.exitCode = wrong.length > 0 ? 1 : 0;
