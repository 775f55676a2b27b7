/**
 * `pnpm winnability continue --write [--variants A,B] [--deals N] [--seconds S] [--memory MIB] [--processes P] [--table]`: decides whether
 * deals number 1, 2, 3 … of each variant can be won, and stores that in docs/winnability. Continues from what is stored
 * there, so it may be interrupted at any time; undecided deals are searched again by a later solver, and with more
 * seconds or memory than before. `--table` searches nothing and writes the table of docs/winnability.md. Last line: JSON.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SOLVER_VERSION } from '@same-deal/solver';
import { intervalOf } from '../wilson.ts';
import { PLAN } from './plan.ts';
import { searchOnAll } from './processes.ts';
import { tableOf, writeTable } from './table.ts';
import { dealsToSearch, load, note, save, tally } from './verdicts.ts';
import type { Tally } from './verdicts.ts';

const USAGE = `usage: pnpm winnability continue --write [--variants A,B] [--deals N] [--seconds S] [--memory MIB] [--processes P] [--table]
--variants   of ${PLAN.map(({ variant }) => variant).join(', ')}; default all
--deals      of each; default as published
--seconds    of processor time for each deal; default as planned
--memory     MiB for each search; default as planned
--table      only writes the table of docs/winnability.md from what is stored
--processes  at a time; default one for each processor`;
/** As seen from `dist`. */
const FOLDER = join(import.meta.dirname, '../../../docs/winnability');
const SECONDS_BETWEEN_SAVING = 20;

const { values } = parseArgs({
  options: {
    variants: { type: 'string' },
    deals: { type: 'string' },
    seconds: { type: 'string' },
    memory: { type: 'string' },
    table: { type: 'boolean', default: false },
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
    memoryMiB: Number(values.memory ?? planned.memoryMiB),
  }),
);
const processes = Number(values.processes);
const isUsable =
  chosen.length === (requested ?? PLAN).length &&
  processes >= 1 &&
  chosen.every(({ deals, seconds, memoryMiB }) => deals >= 1 && seconds > 0 && memoryMiB >= 1);
if (!isUsable || values.help) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}

if (values.table) {
  writeTable(tableOf(FOLDER));
  process.exit();
}

/** The share that can be won: at least those won, at most also the undecided; with 95 % intervals. */
const describe = ({ deals, won, lost, undecided }: Tally): string =>
  `of ${deals} deals ${won} won, ${lost} lost, ${undecided} undecided: ` +
  `${intervalOf(won, deals)} to ${intervalOf(won + undecided, deals)}`;

const summary: Record<string, Tally> = {};
for (const { variant, deals, seconds, memoryMiB, block } of chosen) {
  const verdicts = load(FOLDER, variant, deals);
  const search = { solver: SOLVER_VERSION, seconds, memoryMiB };
  const left = dealsToSearch(verdicts, deals, search);
  const began = performance.now();
  let saved = began;
  let searched = 0;
  const task = { variant, deals: left, seconds, memoryMiB };
  await searchOnAll(task, block, processes, (deal, verdict) => {
    note(verdicts, deal, verdict, search);
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
