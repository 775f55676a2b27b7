/** Starts and ends the processes of a measurement. */
import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

const READY_WITHIN_MS = 60_000;
const END_WITHIN_MS = 20_000;

/** Matches errors in the service's log: pino's levels 50 and 60. */
const IS_ERROR = /^\{"level":[56]0,/;

/** A running server. */
export interface Server {
  /** For example "http://127.0.0.1:40001". */
  readonly url: string;
  readonly pid: number;
  /** Sends a signal, SIGTERM if none is given, and waits until it has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill()));

/** Arguments with which Node writes a CPU profile into a folder when it exits normally. */
export const profiling = (folder: string | undefined): readonly string[] =>
  folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];

/** Starts a process that is killed when this one exits. */
export function start(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly stdio: StdioOptions },
): ChildProcess {
  const child = spawn(command, args, { ...options, serialization: 'advanced' });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Terminates a process, forcibly after 20 s. */
export function stop(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timeout = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
    child.once('exit', () => {
      clearTimeout(timeout);
      resolve();
    });
    child.kill(signal);
  });
}

/**
 * Starts a server and waits until it prints its address.
 * @throws Error if it exits before, or does not print it within a minute
 */
export function startServer(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  const child = start(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      reject(new Error(`${[command, ...args].join(' ')}: ${why}`));
      void stop(child);
    };
    const timeout = setTimeout(() => fail('it did not print its address'), READY_WITHIN_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`it ended with ${code ?? signal}`));
    // Read to the end, or a full pipe would block the server.
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (IS_ERROR.test(line)) console.error(line);
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (!url || child.pid === undefined) return;
      clearTimeout(timeout);
      resolve({ url, pid: child.pid, stop: (signal) => stop(child, signal) });
    });
  });
}

/** A port of 127.0.0.1 that is free now. */
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
