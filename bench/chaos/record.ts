/**
 * `pnpm bench chaos-record --write [--total N] [--each N] [--at-once N] [--races N] [--calm MS]`: runs chaos, sequentially or several
 * at once, until the record (`bench/chaos/record.jsonl`, one line per run with its seed) contains so many faults. Earlier
 * runs count, so it can be interrupted and resumes. Exits with 1 after the first run that finds anything wrong.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Run {
  readonly seed: number;
  readonly faults: number;
  readonly acknowledged: number;
  readonly wrong: number;
}

const FIRST_SEED = 1_000;
const file = join(import.meta.dirname, 'record.jsonl');
const { values } = parseArgs({
  options: {
    total: { type: 'string', default: '1000' },
    each: { type: 'string', default: '33' },
    'at-once': { type: 'string', default: '1' },
    races: { type: 'string', default: '8' },
    calm: { type: 'string', default: '1500' },
  },
});
const total = Number(values.total);

const recorded = (): Run[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Run)
    : [];
const sum = (runs: readonly Run[], of: (run: Run) => number) =>
  runs.reduce((all, run) => all + of(run), 0);

let seed = Math.max(FIRST_SEED - 1, ...recorded().map((run) => run.seed));
let hasFailed = false;

async function runOn(): Promise<void> {
  while (!hasFailed && sum(recorded(), ({ faults }) => faults) < total) {
    seed += 1;
    const args = ['--seed', String(seed), '--faults', values.each, '--races', values.races];
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'bench/chaos/main.ts', ...args, '--calm', values.calm, '--record', file],
      { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const [status] = (await once(child, 'exit')) as [number | null];
    if (status !== 0) {
      hasFailed = true;
      console.error(`the run with seed ${args[1]} ended with ${status}`);
    }
  }
}
await Promise.all(Array.from({ length: Number(values['at-once']) }, runOn));

const runs = recorded();
console.log(
  `${runs.length} runs, ${sum(runs, ({ faults }) => faults)} faults, ` +
    `${sum(runs, ({ acknowledged }) => acknowledged)} acknowledged entries, ${sum(runs, ({ wrong }) => wrong)} wrong`,
);
process.exitCode = hasFailed ? 1 : 0;
