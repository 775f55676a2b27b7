import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import service from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { readConfig, readSecret } from './config.ts';
import type { Config } from './config.ts';
import { logOutput } from './log-output.ts';
import { startEmbeddedPostgres } from './storage/postgres/embedded-postgres.ts';
import { migrate } from './storage/postgres/migrate.ts';
import { openDatabase } from './storage/database.ts';
import { isStartupError, startupError } from './startup-error.ts';

const CLOSE_WITHIN_MS = 15_000;
/**
 * With other nodes there, lines are closed only after the load balancer has noticed (`deploy/haproxy.cfg`: twice not
 * ready, a second apart): pages then come back at another node at once.
 */
const NOTICED_WITHIN_MS = 2_500;

/**
 * Connections that may wait to be accepted. After a restart everybody comes at once; what finds no place is not refused but
 * tries again after one, two, four seconds and so on: with Node's own 511 the last of 7,000 people was back after a minute.
 */
const BACKLOG = 4_096;

/** The signals by which it is stopped in order; a second one stops it at once. */
const stops = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** What stops a whole group of processes comes twice, as `start` passes it on. */
const SAME_WITHIN_MS = 2_000;

const { version } = service;

/** What to undo, last first, when the service stops or does not come up. */
const cleanups: (() => Promise<unknown>)[] = [];

/** Where people read what is printed; in production programs do, and every line is JSON. */
const isPlain = process.env['NODE_ENV'] !== 'production';
const log = pino(logOutput());

function complain(message: string): void {
  if (isPlain) console.error(message);
  else log.error(message);
}

// What cannot be printed, as to a file on a full disk, stops nothing.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

let isLeaving = false;
let cleaning: Promise<void> | undefined;

/** Undoes everything, once, however often it is asked to. */
function cleanUp(): Promise<void> {
  cleaning ??= (async () => {
    for (let next = cleanups.pop(); next; next = cleanups.pop()) {
      // One that fails must not keep the others from running.
      await next().catch((error: unknown) => complain(`While closing: ${messageOf(error)}`));
    }
  })();
  return cleaning;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const secret = readSecret(config);
  let databaseUrl = config.databaseUrl;
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres(config.dataDir);
    cleanups.push(embedded.stop);
    databaseUrl = embedded.url;
  }
  await migrate(databaseUrl, { checksOnly: !config.migrates, onWait: complain });
  const database = openDatabase(databaseUrl, (error) =>
    complain(`A database connection was lost: ${error.message}`),
  );
  cleanups.push(database.close);
  const app = await buildApp({
    config,
    database,
    secret,
    certifies: config.certifies,
    isLeaving: () => isLeaving,
  });
  cleanups.push(async () => {
    isLeaving = true;
    if (config.valkeyUrl !== undefined) await sleep(NOTICED_WITHIN_MS);
    await app.close();
  });
  const port = await listen(app, config);
  if (isPlain) console.log(welcome(config, port));
  else log.info({ version, addresses: addresses(config, port) }, 'Same Deal is ready');
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<number> {
  try {
    // The framework would log every address; the welcome says them once, and last.
    const { level } = app.log;
    app.log.level = 'warn';
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
    app.log.level = level;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE'
        ? `port ${config.port} is taken by another program; set PORT to another one`
        : code === 'EACCES'
          ? `port ${config.port} is not allowed for this user; set PORT to one above 1023`
          : `it cannot listen on ${config.host}:${config.port} (${messageOf(error)})`;
    throw startupError('cannot-listen', `Same Deal did not start: ${why}.`, error);
  }
  const address = app.server.address();
  return typeof address === 'object' ? (address?.port ?? config.port) : config.port;
}

/** The addresses people can open, best first. */
function addresses({ host, publicUrl }: Config, port: number): string[] {
  const url = (name: string) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const everywhere = host === '0.0.0.0' || host === '::';
  const found = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    // Link-local IPv6 addresses need a zone that browsers do not take.
    .filter((one) => !one.internal && !(one.family === 'IPv6' && one.address.startsWith('fe80:')))
    .filter((one) => host === '::' || one.family === 'IPv4')
    .sort((a, b) => a.family.localeCompare(b.family))
    .map((one) => url(one.address));
  return [
    ...(publicUrl ? [publicUrl] : []),
    ...(everywhere ? [url('localhost'), ...found] : [url(host)]),
  ];
}

function welcome(config: Config, port: number): string {
  const lines = addresses(config, port).map((address) => `    ${address}`);
  return `\n  Same Deal is ready (${version}). Open it here, or on another device of your network:\n\n${lines.join('\n')}\n`;
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error);
}

const traceOf = (error: unknown): string =>
  (error instanceof Error && error.stack) || messageOf(error);

async function fail(error: unknown): Promise<never> {
  await cleanUp();
  complain(isStartupError(error) ? error.message : `Same Deal did not start: ${messageOf(error)}`);
  process.exit(1);
}

// From the first moment, so that stopping it half-way through the start leaves nothing behind either.
const started = start();
const { close } = closeWithGrace(
  {
    delay: CLOSE_WITHIN_MS,
    logger: false,
    skip: [...stops],
    onTimeout: (ms) =>
      complain(
        `Same Deal could not close everything within ${ms / 1000} seconds, as where its database hangs, and ends all the ` +
          'same. Nothing acknowledged is lost; the next start tidies up.',
      ),
    onSecondError: (error) => complain(`While closing: ${traceOf(error)}`),
  },
  async ({ err }) => {
    if (err) complain(traceOf(err));
    await started.catch(() => undefined);
    await cleanUp();
  },
);
let leavesSince: number | undefined;
for (const signal of stops) {
  process.on(signal, () => {
    if (leavesSince === undefined) {
      leavesSince = performance.now();
      void close();
    } else if (performance.now() - leavesSince > SAME_WITHIN_MS) process.exit(1);
  });
}
started.catch(fail);
