/**
 * `pnpm test [--complete] [STEP…]`: everything that is checked, in the order in which it fails fastest.
 * What this machine lacks is left out and named at the end; with `--complete` that is a failure.
 */
import { spawnSync } from 'node:child_process';
import { findChromium, howToGetChromium } from '../e2e/support/chromium.ts';

interface Step {
  readonly name: string;
  readonly what: string;
  readonly commands: readonly (readonly string[])[];
  /** Why it cannot run here and how to change that; undefined if it can. */
  readonly lacks?: string | undefined;
}

const vitest = (...projects: string[]): string[] => [
  'vitest',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
];

const steps: readonly Step[] = [
  {
    name: 'types',
    what: 'every package in the world it is granted',
    commands: [['pnpm', 'typecheck']],
  },
  { name: 'lint', what: 'ESLint and Prettier', commands: [['pnpm', 'lint']] },
  {
    name: 'unit',
    what: 'engine, solver, protocol, page, tools',
    commands: [
      vitest('@same-deal/engine', '@same-deal/solver', '@same-deal/protocol', '@same-deal/web'),
    ],
  },
  { name: 'build', what: 'the service and its page', commands: [['pnpm', 'build']] },
  {
    name: 'integration',
    what: 'the service against a real PostgreSQL',
    commands: [vitest('@same-deal/server')],
  },
  {
    name: 'browser',
    what: 'races in a real Chromium',
    commands: [vitest('e2e')],
    lacks: findChromium() === undefined ? `no Chromium was found: ${howToGetChromium}` : undefined,
  },
];

const isComplete = process.argv.includes('--complete');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = asked.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `no step named ${unknown.join(', ')}; there are: ${steps.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const chosen = steps.filter(({ name }) => asked.length === 0 || asked.includes(name));

const results = chosen.map((step) => {
  if (step.lacks !== undefined) return { step, outcome: 'not run' as const, seconds: 0 };
  console.log(`\n── ${step.name}: ${step.what}`);
  const began = performance.now();
  const isPassed = step.commands.every(([program = '', ...words]) => {
    const { status } = spawnSync(program, words, {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    return status === 0;
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  return { step, outcome: isPassed ? ('passed' as const) : ('failed' as const), seconds };
});

console.log('\n── summary');
for (const { step, outcome, seconds } of results) {
  console.log(`${outcome.padEnd(8)} ${step.name}${outcome === 'not run' ? '' : ` (${seconds} s)`}`);
}
const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('not run')} skipped`);
for (const { step } of results) {
  if (step.lacks !== undefined) console.log(`not run: ${step.name}, ${step.what}; ${step.lacks}`);
}
process.exitCode = count('failed') > 0 || (isComplete && count('not run') > 0) ? 1 : 0;
