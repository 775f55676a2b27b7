/**
 * `pnpm winnability [--variants A,B] [--deals N] [--seconds S] [--processes P]`: decides whether deals number 1, 2, 3 …
 * of each variant can be won, and stores that in docs/winnability. Continues from what is stored there, so it may be
 * interrupted at any time; undecided deals are searched again if they get more seconds than before. Last line: JSON.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLAN } from './plan.ts';
import { searchOnAll } from './processes.ts';
import { dealsToSearch, load, note, save, tally, wilson } from './verdicts.ts';
import type { Tally } from './verdicts.ts';

const USAGE = `usage: pnpm winnability [--variants A,B] [--deals N] [--seconds S] [--processes P]
--variants   of ${PLAN.map(({ variant }) => variant).join(', ')}; default all
--deals      of each; default as published
--seconds    of processor time for each deal; default as published
--processes  at a time; default one for each processor`;
/** As seen from `dist`. */
const FOLDER = join(import.meta.dirname, '../../../docs/winnability');
const SECONDS_BETWEEN_SAVING = 20;

const { values } = parseArgs({
  options: {
    variants: { type: 'string' },
    deals: { type: 'string' },
    seconds: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
    help: { type: 'boolean', default: false },
  },
});
const requested = values.variants?.split(',');
const chosen = PLAN.filter(({ variant }) => !requested || requested.includes(variant)).map(
  (planned) => ({
    ...planned,
    deals: Number(values.deals ?? planned.deals),
    seconds: Number(values.seconds ?? planned.seconds),
  }),
);
const processes = Number(values.processes);
const isUsable =
  chosen.length === (requested ?? PLAN).length &&
  processes >= 1 &&
  chosen.every(({ deals, seconds }) => deals >= 1 && seconds > 0);
if (!isUsable || values.help) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}

const percent = (share: number): string => (100 * share).toFixed(2);

/** The share that can be won: at least those won, at most also the undecided; with 95 % intervals. */
function describe({ deals, won, lost, undecided }: Tally): string {
  const least = wilson(won, deals).map(percent);
  const most = wilson(won + undecided, deals).map(percent);
  return (
    `of ${deals} deals ${won} won, ${lost} lost, ${undecided} undecided: ` +
    `${percent(won / deals)} % (${least.join(' to ')}) to ${percent((won + undecided) / deals)} % (${most.join(' to ')})`
  );
}

const summary: Record<string, Tally> = {};
for (const { variant, deals, seconds, block } of chosen) {
  const verdicts = load(FOLDER, variant, deals);
  const left = dealsToSearch(verdicts, deals, seconds);
  const began = performance.now();
  let saved = began;
  let searched = 0;
  const task = { variant, deals: left, seconds };
  await searchOnAll(task, block, processes, (deal, verdict) => {
    note(verdicts, deal, verdict, seconds);
    searched++;
    if (performance.now() - saved < 1000 * SECONDS_BETWEEN_SAVING) return;
    save(FOLDER, verdicts);
    saved = performance.now();
    const rate = (1000 * searched) / (saved - began);
    console.log(`${variant}: ${searched} of ${left.length} searched, ${rate.toFixed(1)} a second`);
  });
  if (searched > 0) save(FOLDER, verdicts);
  summary[variant] = tally(verdicts);
  console.log(`${variant}: ${describe(summary[variant])}`);
}
console.log(JSON.stringify({ winnability: summary }));
