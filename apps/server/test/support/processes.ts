import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const serverFolder = fileURLToPath(new URL('../..', import.meta.url));
const SECRET = 'a secret for tests only, 32 long';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Everything it has printed. */
  readonly output: () => string;
  /** As the machine would: without a chance to tidy up. */
  kill(): Promise<void>;
}

export interface ServerBuild {
  /** Starts a server of its own process and waits until it is ready. */
  start(options?: {
    databaseUrl?: string;
    dataDir?: string;
    port?: number;
  }): Promise<ServerProcess>;
  /** Kills what still runs and removes what was made. */
  remove(): Promise<void>;
}

/** Builds the service as it ships, from the sources as they are, into a folder of its own. */
export async function buildServer(): Promise<ServerBuild> {
  // Below the package, so that it finds the packages it leaves outside.
  const folder = path.join(serverFolder, 'node_modules', `.test-${randomUUID()}`);
  const data = mkdtempSync(path.join(tmpdir(), 'same-deal-data-'));
  await build({
    root: serverFolder,
    configFile: path.join(serverFolder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder },
  });
  const running = new Set<ChildProcess>();

  async function start(
    options: { databaseUrl?: string; dataDir?: string; port?: number } = {},
  ): Promise<ServerProcess> {
    const { databaseUrl, dataDir = data, port = 0 } = options;
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      BETTER_AUTH_SECRET: SECRET,
      // Its searches would take the processor from the test.
      CERTIFY: 'off',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    const child = spawn(process.execPath, [path.join(folder, 'main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let output = '';
    const found = new Promise<number>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        output += chunk.toString();
        const ready = /^ +http:\/\/127\.0\.0\.1:(\d+)$/m.exec(output);
        if (ready) resolve(Number(ready[1]));
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
    });
    const heard = await found;
    return {
      url: `http://127.0.0.1:${heard}`,
      port: heard,
      child,
      output: () => output,
      kill: () => killed(child, 'SIGKILL'),
    };
  }

  return {
    start,
    async remove() {
      await Promise.all([...running].map((child) => killed(child, 'SIGTERM')));
      rmSync(folder, { recursive: true, force: true });
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
