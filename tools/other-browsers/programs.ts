/** Finds, starts and ends the programs that drive a browser. */
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
 * The first of these programs that is installed, by name or by path.
 * @throws Missing with how to get one
 */
export function findProgram(names: readonly string[], howToGet: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((one) => join(one, name))))
    .find(isProgram);
  if (found === undefined) throw new Missing(`${names.join(' or ')} is missing: ${howToGet}`);
  return found;
}

/** A port that is free now. */
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

/** Starts a program; its output goes to `onText`. */
export function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onText: (text: string) => void = () => undefined,
): ChildProcess {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  child.stdout.on('data', (chunk: Buffer) => onText(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => onText(chunk.toString()));
  return child;
}

/** Terminates a process, forcibly after five seconds, and waits until it has exited. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timeout = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(timeout);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Polls until there is a result.
 * @throws Error naming what was waited for, after the timeout
 */
export async function until<Result>(
  what: string,
  poll: () => Promise<Result | undefined | false>,
  timeoutMs = 30_000,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await poll();
    if (result !== undefined && result !== false) return result;
    if (performance.now() > deadline) throw new Error(`timed out waiting for: ${what}`);
    await pause(100);
  }
}
