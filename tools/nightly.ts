/**
 * `pnpm test nightly [--again] [PART…]`: the tests that take too long to run before each commit. Every part can be run
 * alone. A part that has passed on this commit is not run again, so that an interrupted night resumes; `--again` runs it
 * anyway. Random tests start from fresh seeds, which are printed: `TEST_SEED=… pnpm test nightly PART` repeats a night.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parts } from './nightly-parts.ts';

/** The stored progress: a commit, and the parts that have passed on it with their seeds. */
interface Kept {
  readonly commit: string;
  readonly passed: Readonly<Record<string, { seed: number; seconds: number }>>;
}

const root = join(import.meta.dirname, '..');
const keptFile = join(root, 'node_modules/.cache/same-deal/nightly.json');
function currentCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const isChanged = git('status', '--porcelain').stdout !== '';
  // With uncommitted changes, no earlier result counts.
  return isChanged ? `changed ${Date.now()}` : git('rev-parse', 'HEAD').stdout.trim();
}

function readKept(commit: string): Kept {
  const kept = existsSync(keptFile)
    ? (JSON.parse(readFileSync(keptFile, 'utf8')) as Kept)
    : undefined;
  return kept?.commit === commit ? kept : { commit, passed: {} };
}

function keep(kept: Kept): void {
  mkdirSync(dirname(keptFile), { recursive: true });
  writeFileSync(keptFile, JSON.stringify(kept, null, 2));
}

const args = process.argv.slice(2);
const requested = args.filter((word) => !word.startsWith('--'));
/** Whether a part has this name, or the common prefix of several parts. */
const isNamed = (name: string, word: string) => name === word || name.startsWith(`${word}-`);
const unknown = requested.filter((word) => !parts.some(({ name }) => isNamed(name, word)));
if (unknown.length > 0) {
  console.error(
    `no part named ${unknown.join(', ')}; there are: ${parts.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const seed = Number(process.env['TEST_SEED'] ?? randomInt(1, 2 ** 31));
const commit = currentCommit();
let kept: Kept = args.includes('--again') ? { commit, passed: {} } : readKept(commit);
const failed: string[] = [];

for (const { name, what, command, seedOffset = 0 } of parts) {
  if (requested.length > 0 && !requested.some((word) => isNamed(name, word))) continue;
  const partSeed = seed + seedOffset;
  const before = kept.passed[name];
  if (before) {
    console.log(`\n── ${name}: passed before (seed ${before.seed}, ${before.seconds} s)`);
    continue;
  }
  console.log(`\n── ${name}: ${what} (seed ${partSeed})`);
  const began = performance.now();
  const { status } = spawnSync(command[0]!, command.slice(1), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, TEST_SCALE: 'nightly', TEST_SEED: String(partSeed) },
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  if (status === 0) {
    kept = { ...kept, passed: { ...kept.passed, [name]: { seed: partSeed, seconds } } };
    keep(kept);
  } else {
    failed.push(name);
  }
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'failed'} (seed ${partSeed}, ${seconds} s)`);
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')} (TEST_SEED=${seed})`);
  process.exitCode = 1;
}
