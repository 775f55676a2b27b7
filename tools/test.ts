/**
 * `pnpm test [--complete] [STEP…]`: all checks of correctness. Types and lint run in parallel with the tests, so that two
 * processors are always busy. Steps that this machine lacks programs for are skipped and named at the end; with
 * `--complete` that is a failure. So is, when all tests have run, a promise or rule that no test cites any more.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { findValkey, howToGetValkey } from '../apps/server/test/support/valkey.ts';
import { findChromium, howToGetChromium } from '../e2e/support/chromium.ts';
import { citedIn, lostFrom } from './cited-ids.ts';
import { reportFile } from './test-report.ts';
import type { FileReport } from './test-report.ts';

interface Step {
  readonly name: string;
  readonly what: string;
  /** Shell commands, run one after the other. */
  readonly commands?: readonly string[];
  /** Vitest projects: all steps of this kind share one run. */
  readonly projects?: readonly string[];
  /** Why it cannot run here and how to change that; undefined if it can. */
  readonly lacks?: string | undefined;
}

interface Result {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'not run';
  readonly seconds: number;
}

const steps: readonly Step[] = [
  {
    name: 'types',
    what: 'every package',
    commands: ['pnpm typecheck'],
  },
  {
    name: 'lint',
    what: 'oxlint, ESLint for Svelte, Prettier, and what nothing uses',
    commands: ['pnpm lint'],
  },
  { name: 'build', what: 'the service and its page', commands: ['pnpm build'] },
  {
    name: 'unit',
    what: 'engine, solver, protocol, page, tools',
    projects: ['engine', 'solver', 'protocol', 'web', 'tools'].map((name) => `@same-deal/${name}`),
  },
  {
    name: 'integration',
    what: 'the service against a real PostgreSQL',
    projects: ['@same-deal/server'],
  },
  {
    name: 'browser',
    what: 'races in a real Chromium',
    projects: ['e2e', 'fifth-game'],
    lacks: findChromium() === undefined ? `no Chromium was found: ${howToGetChromium}` : undefined,
  },
];
/** Files that took less are not listed. */
const WORTH_LISTING_S = 1;

const began = performance.now();
const secondsSince = (time: number) => (performance.now() - time) / 1000;

/**
 * Runs a command.
 * @returns whether it succeeded
 */
function run(command: string, output: 'shown' | 'kept'): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', ...(output === 'shown' ? ['inherit', 'inherit'] : ['pipe', 'pipe'])] as [
        'ignore',
        'inherit' | 'pipe',
        'inherit' | 'pipe',
      ],
    });
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    // Whoever ends this ends what it has started, which clears up.
    const pass = () => child.kill('SIGTERM');
    process.on('SIGTERM', pass);
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      process.off('SIGTERM', pass);
      if (output === 'kept') console.log(`\n── ${command}: ${code === 0 ? 'passed' : printed}`);
      resolve(code === 0);
    });
  });
}

async function runCommands({ name, commands = [] }: Step): Promise<Result> {
  const start = performance.now();
  let isPassed = true;
  for (const command of commands) isPassed &&= await run(command, 'kept');
  return { name, outcome: isPassed ? 'passed' : 'failed', seconds: secondsSince(start) };
}

/** Runs Vitest once for all steps that are tests. */
async function runTests(chosen: readonly Step[]): Promise<Result[]> {
  if (chosen.length === 0) return [];
  rmSync(reportFile, { force: true });
  const projects = chosen.flatMap((step) => step.projects ?? []);
  const isPassed = await run(
    ['vitest', 'run', ...projects.map((project) => `--project ${project}`)].join(' '),
    'shown',
  );
  const files = readReport();
  const results = chosen.map(({ name, projects: its = [] }): Result => {
    const own = files.filter(({ project }) => its.includes(project));
    const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
    const isGood = own.length > 0 && own.every((file) => file.isPassed);
    return { name, outcome: isGood ? 'passed' : 'failed', seconds };
  });
  // An error outside all files, such as an unhandled rejection.
  const isElsewhere = !isPassed && results.every(({ outcome }) => outcome === 'passed');
  return isElsewhere ? results.map((result) => ({ ...result, outcome: 'failed' })) : results;
}

const readReport = (): FileReport[] =>
  existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as FileReport[]) : [];

/**
 * Prints which promises and rules the tests cite.
 * @param isEverything whether all tests have run; otherwise nothing counts as lost
 * @returns whether none is lost
 */
function reportCited(files: readonly FileReport[], isEverything: boolean): boolean {
  const cited = citedIn(files.flatMap(({ passed }) => passed));
  console.log(`\n── cited in titles: ${cited.join(' ')}`);
  if (!isEverything) return true;
  const { lost, added } = lostFrom(cited);
  if (added.length > 0) console.log(`not yet in tools/cited-ids.txt: ${added.join(' ')}`);
  if (lost.length > 0) console.log(`no test cites these any more: ${lost.join(' ')}`);
  return lost.length === 0;
}

const isComplete = process.argv.includes('--complete');
const requested = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = requested.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `no step named ${unknown.join(', ')}; there are: ${steps.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const chosen = steps.filter(({ name }) => requested.length === 0 || requested.includes(name));
const possible = chosen.filter(({ lacks }) => lacks === undefined);
const tests = possible.filter(({ projects }) => projects !== undefined);
const [building, checking] = [true, false].map((isBuild) =>
  possible.filter(({ name, commands }) => commands && (name === 'build') === isBuild),
) as [Step[], Step[]];

const lanes = await Promise.all([
  (async () => {
    const results: Result[] = [];
    for (const step of checking) results.push(await runCommands(step));
    return results;
  })(),
  (async () => {
    const results: Result[] = [];
    for (const step of building) results.push(await runCommands(step));
    return [...results, ...(await runTests(tests))];
  })(),
]);
const results = new Map(lanes.flat().map((result) => [result.name, result]));

const files = tests.length > 0 ? readReport() : [];
const areAllTests = steps.every(({ name, projects }) => !projects || results.has(name));
const isNoneLost = tests.length === 0 || reportCited(files, areAllTests);

console.log('\n── seconds a file, slowest first');
const bySeconds = [...files].sort((a, b) => b.seconds - a.seconds);
for (const { seconds, file } of bySeconds.filter((one) => one.seconds >= WORTH_LISTING_S)) {
  console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
}

console.log('\n── summary (types and lint run beside the tests, and test files beside each other)');
const summary = chosen.map(
  ({ name }): Result => results.get(name) ?? { name, outcome: 'not run', seconds: 0 },
);
for (const { name, outcome, seconds } of summary) {
  console.log(
    `${outcome.padEnd(8)} ${name}${outcome === 'not run' ? '' : ` (${seconds.toFixed(0)} s)`}`,
  );
}
const count = (outcome: string) => summary.filter((result) => result.outcome === outcome).length;
const skipped = files.flatMap((file) => file.skipped);
console.log(
  `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} skipped, in ${secondsSince(began).toFixed(0)} s`,
);
for (const { name, what, lacks } of chosen) {
  if (lacks !== undefined) console.log(`not run: ${name}, ${what}; ${lacks}`);
}
for (const title of skipped) console.log(`skipped: ${title}`);
if (skipped.length > 0 && findValkey() === undefined) {
  console.log(`no Valkey was found, which several nodes need: ${howToGetValkey}`);
}
const isIncomplete = count('not run') > 0 || skipped.length > 0;
process.exitCode = count('failed') > 0 || !isNoneLost || (isComplete && isIncomplete) ? 1 : 0;
