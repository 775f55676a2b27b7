/**
 * `pnpm winnability certify --write [--seed K] [--variants A,B]`: draws twenty lost deals of every variant that has any, five of
 * them from the quarter that took the solver most positions, and writes their certificates to docs/winnability.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatPosition, mersenneDraw, shuffle, unwrap } from '@same-deal/engine';
import type { Draw } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import { proofOf } from './losses/certificates.ts';
import type { Certificate } from './losses/certificates.ts';
import { FILE, FOLDER, loadCertificates } from './losses/kept.ts';
import { PLAN } from './plan.ts';
import { dealAt } from './search.ts';
import { load, tally, verdictOf } from './verdicts.ts';

const DEALS = 20;
const HARD = 5;
/** So many lost deals are compared in hardness, where there are more. */
const POOL = 200;
/** Where searches are long, one is stopped when it has asked so often whether to stop: those that get there are hardest. */
const MOST_ASKED: Readonly<Record<string, number>> = { 'british-square/columns': 256 };
const MEMORY_BYTES = 2 ** 28;

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '33' }, variants: { type: 'string' } },
});
const seed = Number(values.seed);
const chosen = values.variants?.split(',') ?? PLAN.map(({ variant }) => variant);

/** Lost deals of a variant in a random order, at most `POOL`. */
function lostDeals(variant: string, draw: Draw): number[] {
  const verdicts = load(FOLDER, variant, 0);
  const { deals, lost } = tally(verdicts);
  if (lost <= POOL) {
    const all = Array.from({ length: deals }, (_, n) => n + 1);
    return shuffle(
      all.filter((deal) => verdictOf(verdicts, deal) === 'lost'),
      draw,
    );
  }
  const found = new Set<number>();
  while (found.size < POOL) {
    const deal = 1 + draw(deals - 1);
    if (verdictOf(verdicts, deal) === 'lost') found.add(deal);
  }
  return [...found];
}

function searchedFor(variant: string, deal: number): number {
  let asked = 0;
  const shouldStop = () => ++asked > (MOST_ASKED[variant] ?? Infinity);
  return unwrap(solve(dealAt(variant, deal), { shouldStop, memoryBytes: MEMORY_BYTES })).positions;
}

function certificatesOf(variant: string): Certificate[] {
  const pool = lostDeals(variant, mersenneDraw([seed])).map((deal) => ({
    deal,
    searched: searchedFor(variant, deal),
  }));
  const hardest = new Set(
    pool.toSorted((a, b) => b.searched - a.searched).slice(0, Math.ceil(pool.length / 4)),
  );
  const hard = pool.filter((one) => hardest.has(one)).slice(0, HARD);
  const others = pool.filter((one) => !hardest.has(one)).slice(0, DEALS - hard.length);
  return [...others, ...hard]
    .toSorted((a, b) => a.deal - b.deal)
    .map((one) => {
      const { deal } = one;
      const start = formatPosition(dealAt(variant, deal));
      const isHard = hardest.has(one);
      console.log(`${variant} ${deal}: ${one.searched} positions searched`);
      return { variant, deal, isHard, ...proofOf(variant, start), start };
    });
}

function save(certificates: readonly Certificate[]): void {
  const lines = certificates.map((certificate) => `  ${JSON.stringify(certificate)}`).join(',\n');
  writeFileSync(FILE, `[\n${lines}\n]\n`);
}

for (const variant of chosen) {
  const own = certificatesOf(variant);
  const kept = loadCertificates().filter((certificate) => certificate.variant !== variant);
  const order = PLAN.map((planned) => planned.variant);
  save([...kept, ...own].sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant)));
}
console.log(JSON.stringify({ certify: { seed, certificates: loadCertificates().length } }));
