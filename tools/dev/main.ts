/**
 * `pnpm dev`: PostgreSQL, the service and the page on one address, from the sources. Vite serves the page and passes
 * everything else on to the service, which is bundled and started anew whenever something that it is made of changes.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, createServer } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/storage/postgres/embedded-postgres.ts';

const root = path.join(import.meta.dirname, '..', '..');
const server = path.join(root, 'apps', 'server');
const web = path.join(root, 'apps', 'web');
/** Beside the built service, so that both can be there at once; inside its package, whose dependencies it imports. */
const bundleFolder = path.join(server, 'node_modules', '.cache', 'same-deal-dev');

/** What the service answers itself; the page has all other addresses. */
const OF_THE_SERVICE = /^\/(api|healthz|metrics|socket\.io)([/?]|$)/;
const CHANGES_WITHIN_MS = 100;

export interface DevOptions {
  readonly port: number;
  /** Language of the page; the build has them all, here there is one at a time. */
  readonly language?: string | undefined;
}

/** Runs until the process is told to stop. */
export async function dev({ port, language }: DevOptions): Promise<void> {
  const cleanups: (() => unknown)[] = [];
  let isStopping = false;
  const stop = async (status: number) => {
    if (isStopping) return;
    isStopping = true;
    for (const cleanUp of cleanups.reverse()) await cleanUp();
    process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

  // A build would make it production for the page, too.
  process.env['NODE_ENV'] = 'development';
  generateClient();
  const given = process.env['DATABASE_URL'];
  const dataDir = process.env['DATA_DIR'] ?? path.join(root, 'data', 'dev');
  const postgres = given ? undefined : await startEmbeddedPostgres(dataDir);
  if (postgres) cleanups.push(postgres.stop);

  const servicePort = await freePort();
  const service = keepRunning({
    PORT: String(servicePort),
    HOST: '127.0.0.1',
    DATABASE_URL: given ?? postgres!.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    // Its searches would compete with whoever is editing.
    CERTIFY: process.env['CERTIFY'] ?? 'off',
  });
  cleanups.push(service.stop);
  cleanups.push(await bundleOnChange(service.restart));
  cleanups.push(generateOnChange());

  const target = `http://127.0.0.1:${servicePort}`;
  const page = await createServer({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    ...(language ? { mode: language } : {}),
    logLevel: 'warn',
    clearScreen: false,
    plugins: [waitFor(service.isReady)],
    server: {
      port,
      strictPort: true,
      host: process.env['HOST'] ?? '0.0.0.0',
      // Whoever reaches it at all, as with `pnpm start`: what protects people is the service's own check of origins.
      allowedHosts: true,
      // The host stays that of the request, by which the service knows a page of its own.
      proxy: {
        '/api': { target, xfwd: true },
        '/healthz': { target, xfwd: true },
        '/metrics': { target, xfwd: true },
        '/socket.io': { target, xfwd: true, ws: true },
      },
    },
  });
  cleanups.push(() => page.close());
  await page.listen();
  await service.isReady();
  const addresses = [...page.resolvedUrls!.local, ...page.resolvedUrls!.network];
  console.log('\n  Same Deal is ready, and follows every edit. Open it here:\n');
  for (const address of addresses) console.log(`    ${address.replace(/\/$/, '')}`);
  console.log('');
}

/** A process of the service that is replaced by the next one; the port stays the same. */
function keepRunning(env: Readonly<Record<string, string>>) {
  let child: ChildProcess | undefined;
  let isUp = false;
  let waiting: (() => void)[] = [];
  let queue = Promise.resolve();

  function goOn(): void {
    for (const next of waiting) next();
    waiting = [];
  }

  async function end(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async function replace(): Promise<void> {
    await end();
    child = spawn(process.execPath, [...nodeArguments, path.join(bundleFolder, 'main.js')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: undefined, ...env },
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Its addresses are not those to open.
      isUp ||= text.includes('Same Deal is ready');
      if (isUp) goOn();
      if (!text.includes('Same Deal is ready')) process.stdout.write(text);
    });
    child.once('exit', (code) => {
      if (!code) return;
      console.error('The service has ended; it starts again after the next edit.');
      // Whoever waits learns that nobody answers.
      goOn();
    });
  }

  return {
    /** Ends the running one, if any, and starts another. */
    restart: () => {
      isUp = false;
      queue = queue.then(replace);
    },
    /** Resolves once requests will be answered; at once if they are. */
    isReady: () =>
      new Promise<void>((resolve) => {
        if (isUp) resolve();
        else waiting.push(resolve);
      }),
    stop: async () => {
      await queue;
      await end();
    },
  };
}

/** Bundles the service now and after each change. */
async function bundleOnChange(onBundle: () => void): Promise<() => Promise<void>> {
  const watcher = (await build({
    root: server,
    configFile: path.join(server, 'vite.config.ts'),
    logLevel: 'error',
    clearScreen: false,
    build: { outDir: bundleFolder, emptyOutDir: true, watch: {} },
  })) as Rolldown.RolldownWatcher;
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code === 'BUNDLE_END') void event.result.close().then(onBundle);
    if (event.code === 'ERROR') void event.result?.close();
  });
  return () => watcher.close();
}

/** Makes the database's client, if its schema has changed. */
function generateClient(): void {
  spawnSync(process.execPath, [path.join(root, 'tools', 'prisma-generate.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Makes the database's client anew when its schema changes; the bundle follows. */
function generateOnChange(): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(path.join(root, 'prisma'), () => {
    clearTimeout(timer);
    timer = setTimeout(generateClient, CHANGES_WITHIN_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

/** Lets requests wait while the service is being replaced, instead of failing. */
const waitFor = (isReady: () => Promise<void>): Plugin => ({
  name: 'same-deal:wait-for-service',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (!OF_THE_SERVICE.test(request.url ?? '')) return next();
      isReady().then(() => next(), next);
    });
  },
});

async function freePort(): Promise<number> {
  const probe = createNetServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const { values } = parseArgs({ options: { language: { type: 'string' } } });
await dev({ port: Number(process.env['PORT'] ?? 3000), language: values.language });
