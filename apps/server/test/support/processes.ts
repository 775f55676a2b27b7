import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { nodeArguments } from '../../src/node-arguments.ts';
import { nodeUrls } from './sockets.ts';

const SECRET = 'a secret for tests only, 32 long';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Everything it has printed. */
  readonly output: () => string;
  /** Kills it with SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
  readonly port?: number;
  /** One of several nodes, by its name. */
  readonly name?: string;
}

export interface ServerProcesses {
  /** Starts a server of its own process and waits until it is ready. */
  start(options?: StartOptions): Promise<ServerProcess>;
  /** Ends the processes that still run, and removes their data. */
  remove(): Promise<void>;
}

/** The built script of the solver's worker threads: loaded from source, searches would be slow. */
export const solverWorker = (): string => path.join(inject('serverBuild'), 'solver-worker.js');
/** The built script of the thread that sends nudges. */
export const pushWorker = (): string => path.join(inject('serverBuild'), 'push-worker.js');

/** Starts the built service in processes of its own. */
export function serverProcesses(): ServerProcesses {
  const data = mkdtempSync(path.join(tmpdir(), 'same-deal-data-'));
  const running = new Set<ChildProcess>();

  async function start(options: StartOptions = {}): Promise<ServerProcess> {
    const { databaseUrl, dataDir = data, port = 0, name } = options;
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      BETTER_AUTH_SECRET: SECRET,
      // Its searches would slow the test down.
      CERTIFY: 'off',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(name ? { NODE_NAME: name, VALKEY_URL: inject('valkeyUrl') } : {}),
    };
    const program = path.join(inject('serverBuild'), 'main.js');
    const child = spawn(process.execPath, [...nodeArguments, program], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let output = '';
    const listening = new Promise<number>((resolve, reject) => {
      const onOutput = (chunk: Buffer) => {
        output += chunk.toString();
        const ready = /^ +http:\/\/127\.0\.0\.1:(\d+)$/m.exec(output);
        if (ready) resolve(Number(ready[1]));
      };
      child.stdout.on('data', onOutput);
      child.stderr.on('data', onOutput);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
    });
    const actualPort = await listening;
    const url = `http://127.0.0.1:${actualPort}`;
    if (name) nodeUrls.set(name, url);
    return {
      url,
      port: actualPort,
      child,
      output: () => output,
      kill: () => killed(child, 'SIGKILL'),
    };
  }

  return {
    start,
    async remove() {
      await Promise.all([...running].map((child) => killed(child, 'SIGTERM')));
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function killed(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
