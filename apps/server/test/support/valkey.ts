import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const PROGRAMS = ['valkey-server', 'redis-server'];

export const howToGetValkey = 'install valkey-server, or redis-server from version 7 on';

/** The server program through which nodes exchange messages; undefined if this machine has none. */
export const findValkey = (): string | undefined =>
  PROGRAMS.find((program) => spawnSync(program, ['--version']).status === 0);

export interface RunningValkey {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts it on a free port, without persistence; undefined if this machine has none. */
export async function startValkey(folder: string): Promise<RunningValkey | undefined> {
  const program = findValkey();
  if (program === undefined) return undefined;
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of child.stdout) if (/Ready to accept/.test(String(line))) break;
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** A port of the loopback interface that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
