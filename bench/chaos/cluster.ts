/** A cluster as in production: HAProxy with the project's own configuration, two nodes, PostgreSQL and Valkey. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import { startProxy } from '../../apps/server/test/support/proxy.ts';
import type { Proxy } from '../../apps/server/test/support/proxy.ts';
import { findValkey } from '../../apps/server/test/support/valkey.ts';
import { freePort } from '../server/processes.ts';
import { mountDisk } from './disk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Generous for a busy machine: start-up times are not what is tested. */
const READY_WITHIN_MS = 180_000;
/** An ordinary limit of a shell, for the load balancer. */
const OPEN_FILES = 1_024;

const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
// A signal alone would end this process without that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** A process that can be ended by any signal, and started again. */
export interface Running {
  readonly child: ChildProcess;
  /** Sends a signal and waits until the process has exited. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a program and waits until it is ready.
 * @param ready matches the line that shows it; null if nothing is printed
 */
async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp | null,
  log: string,
): Promise<Running & { readonly readyLine: string }> {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const exit = once(child, 'exit').then(() => void children.delete(child));
  child.stderr.on('data', (chunk: Buffer) => appendFileSync(log, chunk));
  const lines = createInterface({ input: child.stdout });
  const readyLine = await new Promise<string>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`${command} is not ready`)), READY_WITHIN_MS);
    const isReady = (line: string) => {
      clearTimeout(timeout);
      resolve(line);
    };
    if (ready === null) isReady('');
    lines.on('line', (line) => {
      appendFileSync(log, `${line}\n`);
      if (ready?.test(line)) isReady(line);
    });
    void exit.then(() => reject(new Error(`${command} has ended; see ${log}`)));
  });
  return {
    readyLine,
    child,
    async end(signal) {
      child.kill(signal);
      await exit;
    },
  };
}

export interface ClusterNode {
  readonly name: string;
  readonly url: string;
  /** The proxy between it and PostgreSQL, which can drop traffic. */
  readonly toDatabase: Proxy;
  readonly process: () => Running;
  start(): Promise<void>;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts all processes on free ports, configured as in production.
 * @param canFill whether PostgreSQL's data lies on a small disk that can be filled, if this machine allows mounting one
 */
export async function startCluster({ canFill = true } = {}) {
  const valkeyProgram = findValkey();
  if (valkeyProgram === undefined || spawnSync('haproxy', ['-v']).status !== 0)
    throw new Error('chaos needs haproxy, and valkey-server or redis-server from version 7 on');
  const folder = mkdtempSync(join(tmpdir(), 'same-deal-chaos-'));
  chmodSync(folder, 0o755);
  const log = (name: string) => join(folder, `${name}.log`);
  const ends: (() => Promise<unknown>)[] = [];

  const disk = canFill ? mountDisk(join(folder, 'postgres')) : undefined;
  ends.push(async () => {
    const serverLog = join(folder, 'postgres', 'cluster', 'server.log');
    if (existsSync(serverLog)) copyFileSync(serverLog, log('postgres-server'));
    disk?.unmount();
  });
  const database = { url: '', process: undefined as Running | undefined };
  /** Starts the embedded PostgreSQL in a process that may be killed; one left running is stopped first. */
  async function startPostgres(): Promise<void> {
    const script = 'apps/server/test/support/start-postgres.ts';
    const args = ['--import', 'tsx', script, folder];
    const started = await run(process.execPath, args, {}, /^postgresql:/, log('postgres'));
    database.process = started;
    database.url = started.readyLine;
  }
  const postmaster = (): number =>
    Number(
      readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
  await startPostgres();
  ends.push(async () => {
    process.kill(postmaster(), 'SIGQUIT');
    await database.process?.end('SIGKILL');
  });

  const valkeyPort = await freePort();
  const valkey = { process: undefined as Running | undefined };
  async function startValkey(): Promise<void> {
    const args = [
      '--port',
      String(valkeyPort),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      folder,
    ];
    valkey.process = await run(valkeyProgram!, args, {}, /Ready to accept/, log('valkey'));
  }
  await startValkey();
  ends.push(async () => valkey.process?.end('SIGKILL'));

  const secret = randomBytes(32).toString('base64');
  const metricsToken = randomBytes(32).toString('base64');
  async function nodeOf(name: string): Promise<ClusterNode> {
    const port = await freePort();
    const toDatabase = await startProxy(database.url);
    const env = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, name),
      DATABASE_URL: toDatabase.url,
      VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
      BETTER_AUTH_SECRET: secret,
      METRICS_TOKEN: metricsToken,
      NODE_NAME: name,
      CERTIFY: 'off',
    };
    let current: Running | undefined;
    const start = async () => {
      const args = [...nodeArguments, 'apps/server/dist/main.js'];
      const begin = () => run(process.execPath, args, env, /Same Deal is ready/, log(name));
      // As what supervises it does, where a busy database has not let it in.
      current = await begin().catch(begin);
    };
    await start();
    ends.push(async () => {
      await current?.end('SIGKILL');
      await toDatabase.close();
    });
    return { name, url: `http://127.0.0.1:${port}`, toDatabase, process: () => current!, start };
  }
  const nodes = [await nodeOf('node-1'), await nodeOf('node-2')] as const;

  const port = await freePort();
  const address = (node: ClusterNode) => node.url.replace('http://', '');
  const balancer = { process: undefined as Running | undefined };
  /** Starts HAProxy with its configuration as it stands, where few files may be open, and waits until it answers. */
  async function startBalancer(): Promise<void> {
    const env = {
      LISTEN: `127.0.0.1:${port}`,
      NODE_1: address(nodes[0]),
      NODE_2: address(nodes[1]),
    };
    const command = `ulimit -n ${OPEN_FILES}; exec haproxy -W -db -f deploy/haproxy.cfg`;
    balancer.process = await run('sh', ['-c', command], env, null, log('haproxy'));
    for (let isReady = false, tries = 0; !isReady; await sleep(50)) {
      if ((tries += 1) > 200) throw new Error(`HAProxy does not answer; see ${log('haproxy')}`);
      isReady = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }
  }
  const url = `http://127.0.0.1:${port}`;
  await startBalancer();
  ends.push(async () => balancer.process?.end('SIGTERM'));

  return {
    /** The load balancer's address. */
    url,
    databaseUrl: () => database.url,
    /** The disk with PostgreSQL's data; undefined if this machine allows no disk that can be filled. */
    disk,
    /** The token for the nodes' `/metrics`. */
    metricsToken,
    nodes,
    startPostgres,
    startValkey,
    startBalancer,
    balancer: () => balancer.process!,
    postmaster,
    postgres: () => database.process!,
    valkey: () => valkey.process!,
    /** The folder with the logs of all processes. */
    folder,
    /** Ends all processes, and deletes their logs unless they are to be kept. */
    async stop(keepsLogs: boolean): Promise<void> {
      for (let end = ends.pop(); end; end = ends.pop()) await end().catch(() => undefined);
      if (!keepsLogs) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
