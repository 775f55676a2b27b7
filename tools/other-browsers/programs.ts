/** Finding and starting what drives a browser. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { Missing } from './driver.ts';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The first of these programs that is there, by name or by path.
 * @throws Missing with how to get it
 */
export function findProgram(names: readonly string[], howToGet: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((one) => join(one, name))))
    .find(isProgram);
  if (found === undefined) throw new Missing(`${names.join(' or ')} is missing: ${howToGet}`);
  return found;
}

/** A port that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Starts a program; what it prints goes to the listener. */
export function start(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onText: (text: string) => void = () => undefined,
): ChildProcess {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  child.stdout.on('data', (chunk: Buffer) => onText(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => onText(chunk.toString()));
  return child;
}

/** Ends it, and waits until it has. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const patience = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(patience);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again and again until there is an answer. */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined | false>,
  patienceMs = 30_000,
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await pause(100);
  }
}
