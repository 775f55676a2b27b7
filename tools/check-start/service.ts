import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The user as whom a program runs; if empty, that of this process. */
export interface Person {
  readonly uid?: number;
  readonly gid?: number;
}

/** A running service. */
export interface Service {
  readonly url: string;
  /** Ends it by its own process id, and waits until the command has ended too. */
  readonly stop: () => Promise<void>;
}

interface Options {
  readonly clone: string;
  readonly data: string;
  readonly home: string;
  readonly port: number;
  /** Folders that take precedence over the machine's `PATH`. */
  readonly path: readonly string[];
  readonly person: Person;
  /** What it must print. */
  readonly says?: RegExp | undefined;
}

const WITHIN_MS = 300_000;
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Environment variables a machine may need to reach the registry; nothing else is passed on. */
const NETWORK =
  /^(https?_proxy|no_proxy|npm_config_(registry|cafile)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

/**
 * Starts a clone by the README's command and waits until its page and its health check answer.
 * @throws Error with everything it printed if it exits, is not ready within five minutes, or does not print what it must
 */
export async function startService(options: Options): Promise<Service> {
  const { clone, data, home, port, person } = options;
  const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  const child = spawn('npx', ['-y', 'pnpm@12', 'start'], {
    cwd: clone,
    ...person,
    // A process group of its own, so that all processes of a failed start can be killed.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(network),
      PATH: [...options.path, path.dirname(process.execPath), SYSTEM_PATH].join(':'),
      HOME: home,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const url = `http://127.0.0.1:${port}`;
  const answers = async (of: string) => {
    const answer = await fetch(url + of).catch(() => undefined);
    return answer?.ok === true && (await answer.text()) !== '';
  };
  const stop = async () => {
    const { pid } = JSON.parse(readFileSync(path.join(data, 'postgres', 'lock'), 'utf8')) as {
      pid: number;
    };
    process.kill(pid, 'SIGTERM');
    await ended;
  };

  const until = performance.now() + WITHIN_MS;
  // Its own output first: on a taken port another program would answer.
  const isReady = () => /Same Deal is ready \(\d+\.\d+\.\d+/.test(output);
  while (!(isReady() && (await answers('/healthz')) && (await answers('/')))) {
    if (hasEnded()) throw new Error(output);
    if (performance.now() > until) {
      process.kill(-child.pid!, 'SIGKILL');
      throw new Error(`it does not answer:\n${output}`);
    }
    await sleep(100);
  }
  if (options.says && !options.says.test(output)) {
    await stop();
    throw new Error(`it does not say ${options.says}:\n${output}`);
  }
  return { url, stop };
}
