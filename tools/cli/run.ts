/** Makes what a program needs, and runs it. */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createRequire } from 'node:module';
import { buildIfStale } from '../build.ts';
import type { Need, Program } from './command.ts';

export const root = path.join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);

/** The loader by which Node runs TypeScript, found from here wherever the program is. */
const loader = `file://${require.resolve('tsx')}`;

/**
 * Runs a Node program on this terminal and passes signals on to it.
 * @returns its exit status
 */
export function runNode(
  args: readonly string[],
  { env = {}, under = [] }: RunOptions = {},
): Promise<number> {
  const [program = process.execPath, ...first] = [...under, process.execPath];
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  // A terminal sends Ctrl-C to both; this one then waits for the other to end.
  const wait = () => {};
  process.on('SIGTERM', pass).on('SIGINT', wait);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', wait);
      resolve(code ?? (signal ? 128 + 15 : 1));
    });
  });
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly under?: readonly string[];
}

/** Runs a command line of other tools. */
export function runShell(line: string): Promise<number> {
  const child = spawn(line, { cwd: root, stdio: 'inherit', shell: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a program with TypeScript. */
export const runTs = (file: string, words: readonly string[], options?: RunOptions) =>
  runNode(['--import', loader, path.join(root, file), ...words], options);

/**
 * Makes what is needed, and prints what was done only if it failed.
 * @throws Error with the output
 */
export function make(need: Need): void {
  if (need === 'build') buildIfStale();
  else quietly([path.join(root, 'tools/prisma-generate.mjs')]);
}

function quietly(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

/** Bundles a program with Vite, which runs several times faster than with types stripped on the fly. */
function bundle(config: string): void {
  const vite = path.join(path.dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  quietly([vite, 'build', '--config', path.join(root, config), '--logLevel', 'warn']);
}

/** Runs programs one after the other while each succeeds; the words go to all of them. */
export async function runPrograms(
  programs: readonly Program[],
  words: readonly string[],
): Promise<number> {
  for (const {
    needs,
    bundle: config,
    file,
    words: first = [],
    node = [],
    under = [],
  } of programs) {
    if (needs) make(needs);
    if (config) bundle(config);
    const all = [...first, ...words];
    const status = file.endsWith('.ts')
      ? await runTs(file, all, { under })
      : await runNode([...node, path.join(root, file), ...all], { under });
    if (status !== 0) return status;
  }
  return 0;
}
