/**
 * `pnpm test mutation [AREA…]`: changes the code in small ways, one at a time, and counts how many of these mutants a test
 * detects. The scores, in percent, are kept in scores.json beside this file: a lower one fails, a higher one replaces it with
 * `--write`.
 * Its dependencies are installed in this folder first, apart from the project's. Needs Node 22 or later.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areas } from './areas.ts';
import type { Area } from './areas.ts';

const WANTED = 85;
/** In percent: machines differ in how many mutants time out. */
const TOLERANCE = 1;

const folder = import.meta.dirname;
const root = path.resolve(folder, '../..');
const scoresFile = path.join(folder, 'scores.json');

interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | string;
}
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

/** The percentage of valid mutants that were detected. */
function scoreOf({ files }: Report): number {
  const mutants = Object.values(files).flatMap(({ mutants: all }) => all);
  const count = (...wanted: string[]) =>
    mutants.filter(({ status }) => wanted.includes(status)).length;
  const detected = count('Killed', 'Timeout');
  return (100 * detected) / (detected + count('Survived', 'NoCoverage'));
}

/** The score of an area; undefined if its tests fail without mutants. */
function run(name: string, { mutate, tests }: Area): number | undefined {
  const cache = path.join(root, 'node_modules/.cache/same-deal');
  mkdirSync(cache, { recursive: true });
  const report = path.join(cache, `mutation-${name}.json`);
  const settings = path.join(cache, `mutation-${name}.config.json`);
  writeFileSync(
    settings,
    JSON.stringify({
      plugins: [path.join(folder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      testRunner: 'vitest',
      vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
      mutate,
      // Stryker would rewrite the existing one through an API that this TypeScript no longer has.
      tsconfigFile: 'none.json',
      coverageAnalysis: 'perTest',
      // Mutants in code that runs when a module is loaded would need every test each.
      ignoreStatic: true,
      timeoutMS: 10_000,
      dryRunTimeoutMinutes: 20,
      reporters: ['clear-text', 'json'],
      clearTextReporter: { allowColor: false, logTests: false },
      jsonReporter: { fileName: report },
      tempDirName: '.mutation',
      ignorePatterns: ['bench', 'docs', 'e2e', 'prisma', 'deploy', 'data', '**/dist'],
      allowEmpty: false,
    }),
  );
  const { status } = spawnSync(
    process.execPath,
    [path.join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', settings],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: JSON.stringify(tests) } },
  );
  if (status !== 0) return undefined;
  return scoreOf(JSON.parse(readFileSync(report, 'utf8')) as Report);
}

const args = process.argv.slice(2);
const isKept = args.includes('--write');
const requested = args.filter((word) => word !== '--write');
const unknown = requested.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`no area named ${unknown.join(', ')}; there are: ${Object.keys(areas).join(', ')}`);
  process.exit(2);
}
execFileSync('pnpm', ['install', '--ignore-workspace', '--frozen-lockfile'], {
  cwd: folder,
  stdio: 'inherit',
});
const scores = JSON.parse(readFileSync(scoresFile, 'utf8')) as Record<string, number>;
let isGood = true;
for (const [name, area] of Object.entries(areas)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  const score = Number(run(name, area)?.toFixed(1) ?? NaN);
  const kept = scores[name] ?? 0;
  console.log(`${name}: ${score} % noticed (kept: ${kept}, wanted: ${WANTED})`);
  if (score >= kept - TOLERANCE) scores[name] = Math.max(kept, score);
  else isGood = false;
  if (isKept) writeFileSync(scoresFile, `${JSON.stringify(scores, null, 2)}\n`);
}
if (!isGood) process.exitCode = 1;
