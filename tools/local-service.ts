/** The built service on a free port and an empty database, for tools that open its page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from './build.ts';

const main = path.join(import.meta.dirname, '..', 'apps', 'server', 'dist', 'main.js');

export interface LocalService {
  readonly url: string;
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

/**
 * Builds what is not built, and starts it.
 * @throws Error with what it printed if it ends instead
 */
export async function startLocalService(): Promise<LocalService> {
  buildIfStale();
  const data = mkdtempSync(path.join(tmpdir(), 'same-deal-look-'));
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: data,
      // Its searches would take the processor from what is looked at.
      CERTIFY: 'off',
    },
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const port = /^ +http:\/\/127\.0\.0\.1:(\d+)$/m.exec(said)?.[1];
      if (port) resolve(`http://localhost:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${said}`)));
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
