/** The rows of the table: the servers that each starts. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import { embeddedUrl, startPostgres, temporaryFolder } from './postgres.ts';
import { freePort, profiling, start, startServer, stop } from './processes.ts';
import type { Server } from './processes.ts';

/** How the servers of all rows are run. */
export interface Runtime {
  /** The Node binary. */
  readonly node: string;
  /** The folder for CPU profiles of each server and its players. */
  readonly profile: string | undefined;
  /** The core that servers are held to; undefined: any. */
  readonly cpu?: number | undefined;
  /** Arguments for Node beside those that the service always has. */
  readonly args?: readonly string[];
}

/** A row's servers while they run. */
export interface Running {
  readonly servers: readonly Server[];
  readonly databaseUrl: string | undefined;
  /** Ends the first server by that signal and starts it again at the same address; undefined where that is not possible. */
  readonly again?: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** Ends all processes and removes their data. */
  stop(): Promise<void>;
}

export interface Row {
  readonly title: string;
  /** What the players connect to: the service has guests and a lobby, a yardstick neither. */
  readonly kind: 'yardstick' | 'service';
  /** Whether its delays and memory at one move a second each are measured too. */
  readonly hasCalm: boolean;
  readonly start: (runtime: Runtime) => Promise<Running>;
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const SERVICE = pathOf('../../../apps/server/dist/main.js');

/** The first of Valkey and Redis that is on the PATH; undefined if none is. */
export const valkey = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

function startNode(
  { node, profile, cpu, args: more = [] }: Runtime,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const held = cpu === undefined ? [] : ['taskset', '-c', String(cpu)];
  const own = [...profiling(profile), ...nodeArguments, ...more];
  const [command = node, ...all] = [...held, node, ...own, ...args];
  return startServer(command, all, { PATH: process.env['PATH'], ...env });
}

/** The token for the service's `/metrics`. */
export const METRICS_TOKEN = 'a reader of a bench shows this one, of more than 32 characters';

/**
 * The settings an operator would make, and nothing else; but CERTIFY is off, as a fresh installation searches for winnable
 * deals in its first minutes, on another core.
 */
const serviceSettings = (dataDir: string): NodeJS.ProcessEnv => ({
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  CERTIFY: 'off',
  METRICS_TOKEN,
});

/** Starts a node of the service. */
export const startService = (
  runtime: Runtime,
  dataDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<Server> =>
  startNode(runtime, [SERVICE], { ...serviceSettings(dataDir), ...environment });

/** Starts processes one after the other; ends them in reverse order when one fails, or when stopped. */
async function startAll(
  build: (ends: (end: () => Promise<unknown> | void) => void) => Promise<Omit<Running, 'stop'>>,
): Promise<Running> {
  const ends: (() => Promise<unknown> | void)[] = [];
  const stopAll = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  };
  try {
    return { ...(await build((end) => ends.push(end))), stop: stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

const startEcho = (mode: string) => (runtime: Runtime) =>
  startAll(async (ends) => {
    const server = await startNode(runtime, [pathOf('echo.js'), mode]);
    ends(server.stop);
    return { servers: [server], databaseUrl: undefined };
  });

const startSkeleton = (runtime: Runtime) =>
  startAll(async (ends) => {
    const database = await startPostgres();
    ends(database.stop);
    const server = await startNode(runtime, [pathOf('skeleton.js'), database.url]);
    ends(server.stop);
    return { servers: [server], databaseUrl: database.url };
  });

const startAlone = (runtime: Runtime) =>
  startAll(async (ends) => {
    const folder = temporaryFolder();
    ends(folder.remove);
    const server = await startService(runtime, folder.path, {});
    ends(server.stop);
    return { servers: [server], databaseUrl: embeddedUrl(folder.path) };
  });

const startProduction = (nodes: number) => (runtime: Runtime) =>
  startAll(async (ends) => {
    const folder = temporaryFolder();
    ends(folder.remove);
    const database = await startPostgres();
    ends(database.stop);
    const settings = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      BETTER_AUTH_SECRET: randomBytes(32).toString('base64'),
    };
    const shared = nodes > 1 ? { VALKEY_URL: await startValkey(ends) } : {};
    const servers: Server[] = [];
    const startNth = async (n: number, port: number) => {
      const PORT = String(port);
      const environment = { ...settings, ...shared, NODE_NAME: `node-${n + 1}`, PORT };
      servers[n] = await startService(runtime, join(folder.path, String(n)), environment);
    };
    for (let n = 0; n < nodes; n++) {
      await startNth(n, await freePort());
      ends(() => servers[n]?.stop());
    }
    const again = async (signal: 'SIGTERM' | 'SIGKILL') => {
      const [{ url, stop: end }] = servers as [Server];
      await end(signal);
      await startNth(0, Number(new URL(url).port));
    };
    return { servers, databaseUrl: database.url, again };
  });

async function startValkey(ends: (end: () => Promise<unknown>) => void): Promise<string> {
  const port = await freePort();
  const withoutPersistence = ['--save', '', '--appendonly', 'no'];
  const args = ['--bind', '127.0.0.1', '--port', String(port), ...withoutPersistence];
  const child = start(valkey ?? 'valkey-server', args, { stdio: 'ignore' });
  ends(() => stop(child));
  return `redis://127.0.0.1:${port}`;
}

export const rows = {
  a: {
    title: 'echo, push per move',
    kind: 'yardstick',
    hasCalm: false,
    start: startEcho('each'),
  },
  b: {
    title: 'echo, progress 4 a second',
    kind: 'yardstick',
    hasCalm: false,
    start: startEcho('coalesced'),
  },
  c: {
    title: 'skeleton: rules, commit, progress',
    kind: 'yardstick',
    hasCalm: true,
    start: startSkeleton,
  },
  d: { title: 'service, pnpm start', kind: 'service', hasCalm: true, start: startAlone },
  e: {
    title: 'service, production, one node',
    kind: 'service',
    hasCalm: true,
    start: startProduction(1),
  },
  f: {
    title: 'service, production, two nodes',
    kind: 'service',
    hasCalm: true,
    start: startProduction(2),
  },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof rows;
