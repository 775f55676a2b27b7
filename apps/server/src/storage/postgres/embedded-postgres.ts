import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFile } from '../../kept-file.ts';
import { makeFolder } from '../../make-folder.ts';
import { dataFolderError, startupError } from '../../startup-error.ts';
import { connectTo } from './connect.ts';
import { lockFolder } from './folder-lock.ts';
import { findPrograms, thisMachine } from './postgres-programs.ts';
import type { Machine, Programs } from './postgres-programs.ts';
import { postgresSettings } from './postgres-settings.ts';
import { isMissing, isRunning, processInfo } from './process-info.ts';
import type { ProcessInfo } from './process-info.ts';

/** A PostgreSQL server that the service has started. */
export interface EmbeddedPostgres {
  /** Connection string, password included: never log it. */
  readonly url: string;
  /** Stops PostgreSQL cleanly and unlocks the folder, once, however often it is asked to. */
  stop(): Promise<void>;
}

const USER = 'postgres';
const DATABASE = 'same_deal';
const LOG = 'server.log';
/** What it has to recover after a crash may take a slow disk minutes. */
const WAIT_SECONDS = 600;
const START_TRIES = 5;
/** How often is looked whether it still runs. */
const LOOK_EVERY_MS = 2_000;
const REAP_WITHIN_MS = 5_000;

/**
 * Starts the embedded PostgreSQL in `<dataDir>/postgres`, preparing it the first time. One left running by a killed
 * service is stopped first; a half-prepared one is prepared again. One that ends by itself is started again.
 * @param dataDir the folder for everything the service keeps; created if it is missing
 * @param machine overrides of `thisMachine`
 * @throws startup errors: `folder-in-use`, `postgres-binaries-missing`, `postgres-user`, `postgres-folder`,
 *   `postgres-failed`
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  machine: Partial<Machine> = {},
): Promise<EmbeddedPostgres> {
  let folder = path.resolve(dataDir, 'postgres');
  try {
    makeFolder(folder, 0o755);
    folder = realpathSync(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw dataFolderError('postgres-folder', dataDir, error);
  }
  const unlock = lockFolder(path.join(folder, 'lock'), path.resolve(dataDir));
  try {
    const cluster = path.join(folder, 'cluster');
    const all = { ...thisMachine, ...machine };
    const programs = await findPrograms(cluster, all);
    const stopServer = () => programs.run('pg_ctl', cluster, stopping);
    await stopLeftover(cluster, stopServer);
    const password = existsSync(path.join(cluster, 'PG_VERSION'))
      ? readPassword(folder)
      : await initialise(folder, cluster, programs);
    const port = await start(cluster, programs, keptPort(folder));
    try {
      keepPort(folder, port);
      await ensureDatabase(urlOf(password, port, 'postgres'));
    } catch (error) {
      await stopServer();
      throw error;
    }
    const runs = () => runsOn(cluster);
    const startAgain = async () => {
      await stopLeftover(cluster, stopServer);
      // Whoever is connected knows this port.
      await start(cluster, programs, port, true);
    };
    const watch = keepRunning(runs, startAgain, all.print);
    const end = async () => {
      await watch.stop();
      try {
        // It may have ended by itself, and not have come up again.
        if (runs()) await stopServer();
      } finally {
        unlock();
      }
    };
    let ended: Promise<void> | undefined;
    return { url: urlOf(password, port, DATABASE), stop: () => (ended ??= end()) };
  } catch (error) {
    unlock();
    throw error;
  }
}

const waiting = ['-w', '-t', String(WAIT_SECONDS)];
const stopping = (cluster: string) => ['stop', '-D', cluster, '-m', 'fast', ...waiting];

/**
 * Starts PostgreSQL again where it has ended by itself: it was killed because memory was short, or has shut down because
 * its disk was full. It is tried until it succeeds, as nobody else will.
 */
function keepRunning(
  runs: () => boolean,
  startAgain: () => Promise<void>,
  print: (line: string) => void,
) {
  let trying: Promise<void> | undefined;
  let hasFailed = false;
  const look = () => {
    if (trying || runs()) return;
    trying = startAgain()
      .then(
        () => {
          hasFailed = false;
          print('PostgreSQL had ended by itself, and runs again.');
        },
        ({ message }: Error) => {
          // Once: while the disk is full every try fails.
          if (!hasFailed) print(`PostgreSQL has ended by itself, and is tried again. ${message}`);
          hasFailed = true;
        },
      )
      .finally(() => (trying = undefined));
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    /** Ends the watch, after a start that is under way. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await trying;
    },
  };
}

const urlOf = (password: string, port: number, database: string): string =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

/** The connection string of a folder's embedded PostgreSQL, if that is running; undefined if it never was. */
export function embeddedUrl(dataDir: string): string | undefined {
  const folder = path.resolve(dataDir, 'postgres');
  const port = keptPort(folder);
  return port === 0 ? undefined : urlOf(readPassword(folder), port, DATABASE);
}

/** Whether a folder has an embedded PostgreSQL, which `startEmbeddedPostgres` would prepare otherwise. */
export const isPrepared = (dataDir: string): boolean =>
  existsSync(path.join(dataDir, 'postgres', 'cluster'));

const portFile = (folder: string): string => path.join(folder, 'port');

/** The port that it had the last time; 0 if it never had one. */
const keptPort = (folder: string): number =>
  existsSync(portFile(folder)) ? Number(readFileSync(portFile(folder), 'utf8')) : 0;

function keepPort(folder: string, port: number): void {
  // Replaced, not overwritten: the folder's owner may not write to a file that root has created.
  rmSync(portFile(folder), { force: true });
  writeFileSync(portFile(folder), String(port));
}

/**
 * Whether a server runs on this cluster. Where nothing can be read, as in a service that has no file left to open, it has
 * not ended: whoever takes it for ended removes its files, at which it ends itself.
 */
export function runsOn(cluster: string): boolean {
  try {
    return isServerOf(cluster, postmasterOf(cluster));
  } catch {
    return true;
  }
}

/**
 * The process id of the server that runs on this cluster, or was killed on it; 0 if there is none.
 * @throws Error if that cannot be read
 */
function postmasterOf(cluster: string): number {
  try {
    return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** Whether a process is the server of this cluster, as far as can be known. */
const isOfCluster = ({ command, folder }: ProcessInfo, cluster: string): boolean =>
  command === '' || command.includes(cluster) || folder === cluster;

/**
 * Whether that process runs, and is not seen to be another program, which has the id of one that has ended. Root in a
 * container may not see the folder of another user's process; and elsewhere than on Linux, to look starts a program.
 */
function isServerOf(cluster: string, pid: number): boolean {
  if (!isRunning(pid)) return false;
  const found = process.platform === 'linux' ? processInfo(pid) : undefined;
  return !found || isOfCluster(found, cluster) || found.command.includes('postgres');
}

/** Stops a server that a killed service left running on this cluster. */
async function stopLeftover(cluster: string, stopServer: () => Promise<void>): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = postmasterOf(cluster);
  const found = processInfo(pid);
  if (!found) {
    if (isRunning(pid)) {
      throw startupError('postgres-failed', `What process ${pid} is cannot be found out.`);
    }
    // Dead, but to PostgreSQL a process is alive until its parent has reaped it.
    if (!(await isReaped(pid))) rmSync(pidFile);
    return;
  }
  if (!isOfCluster(found, cluster)) {
    // The id has been reused by another process, for which PostgreSQL would refuse to start. If that is a
    // PostgreSQL too, it may be this one under another path of the folder: then it is right to refuse.
    if (!found.command.includes('postgres')) rmSync(pidFile);
    return;
  }
  await stopServer();
}

/** Waits a while for a dead process to disappear from the process table. */
async function isReaped(pid: number): Promise<boolean> {
  for (const until = Date.now() + REAP_WITHIN_MS; Date.now() < until; await sleep(50)) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
  }
  return false;
}

/**
 * Prepares a new cluster in a draft folder and renames it when it is complete, so that being killed half-way leaves
 * nothing that looks ready.
 * @returns the password
 */
async function initialise(folder: string, cluster: string, programs: Programs): Promise<string> {
  // It is renamed when it is complete: one that lacks its first file has lost that since.
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw startupError(
      'postgres-folder',
      `The data of the embedded PostgreSQL are damaged: ${path.join(cluster, 'PG_VERSION')} is missing. Restore a backup ` +
        `with another DATA_DIR, or mend ${cluster}.`,
    );
  }
  const leftovers = readdirSync(folder).filter((name) => name.startsWith('new-'));
  for (const name of [...leftovers, 'cluster']) {
    rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const password = randomBytes(24).toString('base64url');
  const draft = path.join(folder, `new-${randomBytes(6).toString('hex')}`);
  const data = path.join(draft, 'cluster');
  const passwordFile = path.join(draft, 'password');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (programs.as) {
    for (const target of [draft, data, passwordFile]) {
      chownSync(target, programs.as.uid, programs.as.gid);
    }
  }
  await programs.run('initdb', data, (at) => [
    `--pgdata=${at}`,
    `--username=${USER}`,
    `--pwfile=${at}/../password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  rmSync(passwordFile);
  replaceFile(path.join(folder, 'password'), password);
  renameSync(data, cluster);
  rmSync(draft, { recursive: true, force: true });
  return password;
}

function readPassword(folder: string): string {
  const file = path.join(folder, 'password');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw startupError(
      'postgres-folder',
      `The password of the embedded PostgreSQL is missing: ${file} cannot be read.`,
      error,
    );
  }
}

/**
 * Starts the server, on the wanted port if that is free.
 * @param isAgain whether it goes on with its log, and on no other port
 * @returns the port
 */
async function start(
  cluster: string,
  programs: Programs,
  wanted: number,
  isAgain = false,
): Promise<number> {
  const log = path.join(cluster, LOG);
  if (!isAgain && existsSync(log)) renameSync(log, `${log}.1`);
  for (let tries = 1; ; tries += 1) {
    const port = await freePort(wanted);
    if (isAgain && port !== wanted)
      throw startupError('postgres-failed', `Its port ${wanted} is taken.`);
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      `port=${port}`,
      'timezone=UTC',
      ...postgresSettings,
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    const loggedBefore = sizeOf(log);
    try {
      await programs.run('pg_ctl', cluster, (at) => [
        'start',
        '-D',
        at,
        '-l',
        `${at}/${LOG}`,
        ...waiting,
        '-o',
        options,
      ]);
      return port;
    } catch (error) {
      const logged = existsSync(log) ? readFileSync(log).subarray(loggedBefore).toString() : '';
      const portTaken = logged.includes('could not create any TCP/IP sockets');
      // Children of a killed server take a moment to exit.
      const stillExiting = logged.includes('pre-existing shared memory block');
      if (tries < START_TRIES && (portTaken || stillExiting)) {
        // Another process may have taken the port between the check and the start.
        if (portTaken && !isAgain) wanted = 0;
        else await sleep(500);
        continue;
      }
      const why = whyItEnded(logged) || (error as Error).message;
      throw startupError('postgres-failed', `PostgreSQL did not start: ${why}`);
    }
  }
}

/**
 * What of its log says why it has ended, as that its disk is full: what comes after that says only that it has, and to whom
 * it was not open yet.
 */
function whyItEnded(logged: string): string {
  const lines = logged.trim().split('\n');
  const fatal = lines.filter((line) => /\] (FATAL|PANIC): +(?!the database system is )/.test(line));
  return (fatal.length > 0 ? fatal : lines).slice(-3).join(' ');
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The wanted port if it is free on 127.0.0.1, else any free one. */
async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number): Promise<number | undefined> =>
    new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(undefined));
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
      });
    });
  const port = (await tryPort(wanted)) ?? (await tryPort(0));
  if (port === undefined) throw startupError('postgres-failed', 'No port is free on 127.0.0.1.');
  return port;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = await connectTo(url);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
