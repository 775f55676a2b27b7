/** The built service on a free port with an empty database, for tools that open its page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeArguments } from '../apps/server/src/node-arguments.ts';
import { buildIfStale } from './build.ts';

const main = path.join(import.meta.dirname, '..', 'apps', 'server', 'dist', 'main.js');

export interface LocalService {
  readonly url: string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Builds the service if need be, and starts it.
 * @throws Error with its output if it exits
 */
export async function startLocalService(): Promise<LocalService> {
  buildIfStale();
  const data = mkdtempSync(path.join(tmpdir(), 'same-deal-look-'));
  const child = spawn(process.execPath, [...nodeArguments, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: data,
      // Its searches would slow down what is being examined.
      CERTIFY: 'off',
    },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /^ +http:\/\/127\.0\.0\.1:(\d+)$/m.exec(output)?.[1];
      if (port) resolve(`http://localhost:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)));
  });
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
