/**
 * Every command in a fresh clone of the last commit: with `--help`, with a wrong word and with an unknown option, and the
 * short ones for real. Each has its exit status, prints no stack trace, and leaves `git status` clean.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../cli/command.ts';
import { commands } from '../cli/commands.ts';

/** Seconds each; what is slower, serves, or needs a database is tried by tests of its own. */
const SHORT = [
  'solve bisley 1',
  'conform packages/engine/test/recorded/bisley12.jsonl.gz',
  'format',
];
const STACK = /^\s+at .+:\d+:\d+\)?$/m;
const LONGEST_MS = 300_000;

/** Every command and group of commands, by its words. */
const all = (list: Readonly<Record<string, Command>>, before = ''): [string, Command][] =>
  Object.entries(list).flatMap(([name, command]): [string, Command][] => [
    [`${before}${name}`, command],
    ...all(command.commands ?? {}, `${before}${name} `),
  ]);

/** Whether a word that is none of its choices or commands is refused: not where any word may be a file or an address. */
const isClosed = ({ commands: below, run, arguments: args = [] }: Command): boolean =>
  below && !run ? true : args.every(({ choices }) => choices);

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'same-deal-clone-'));
const failed: string[] = [];

function expectStatus(words: string, expected: number): void {
  const { status, stdout, stderr } = spawnSync('pnpm', words.split(' '), {
    cwd: folder,
    encoding: 'utf8',
    timeout: LONGEST_MS,
    shell: process.platform === 'win32',
  });
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' });
  const printed = `${stdout}${stderr}`;
  const faults = [
    ...(status === expected ? [] : [`ended with ${status}, not ${expected}`]),
    ...(STACK.test(printed) ? ['printed a stack trace'] : []),
    ...(changed === '' ? [] : [`changed files:\n${changed}`]),
  ];
  console.log(`${faults.length === 0 ? 'as expected' : faults.join('; ')}: pnpm ${words}`);
  if (faults.length > 0) failed.push(`pnpm ${words}: ${faults.join('; ')}\n${printed}`);
}

try {
  execFileSync('git', ['clone', '--quiet', root, folder], { stdio: 'inherit' });
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--silent'], {
    cwd: folder,
    stdio: 'inherit',
  });
  for (const [name, command] of all(commands)) {
    expectStatus(`${name} --help`, 0);
    expectStatus(`${name} --no-such-option`, 2);
    if (isClosed(command)) expectStatus(`${name} no-such-word`, 2);
  }
  for (const words of SHORT) expectStatus(words, 0);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (failed.length > 0) {
  console.error(`\n${failed.join('\n')}`);
  process.exitCode = 1;
}
