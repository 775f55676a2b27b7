/**
 * `pnpm test start [WORD…]`: whether a fresh clone starts, and starts again on its data, in every kind of place and on
 * every supported Node. With words, only the cells whose line contains all of them. Prints one line a cell; exits with 1
 * if a cell fails. As root it checks root and an ordinary user, which it creates and removes; otherwise the current user.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from './service.ts';
import type { Person, Service } from './service.ts';

const NODES = ['22', '24'];
const WANTED_SECONDS = 30;
const COPIED_PROGRAMS = '/usr/local/lib/same-deal';

const project = fileURLToPath(new URL('../..', import.meta.url));
const isRoot = process.getuid?.() === 0;

interface Cell {
  readonly name: string;
  /** The folder in which the cell's own folder, mode 0700, is created. */
  readonly below: string;
  /** The name of the clone's folder. */
  readonly clone?: string;
  readonly needsRoot?: boolean;
  /** Whether an ordinary user starts it, even if this runs as root. */
  readonly isOrdinary?: boolean;
  /** Prepares the place after cloning; returns a function that undoes it. */
  readonly prepare?: (place: Place) => Promise<() => void> | (() => void);
  /** The error with which it must exit; if not given, it must start. */
  readonly ends?: RegExp;
  /** What it must print when starting. */
  readonly says?: RegExp;
}

interface Place {
  readonly home: string;
  readonly clone: string;
  readonly data: string;
  /** A folder whose programs take precedence over the machine's. */
  readonly programs: string;
  readonly port: number;
}

const cells: readonly Cell[] = [
  { name: 'root in a 0700 home', below: homedir(), needsRoot: true },
  { name: 'root in a 0700 temporary folder', below: tmpdir(), needsRoot: true },
  {
    name: 'root in a 0700 folder, no setpriv',
    below: tmpdir(),
    needsRoot: true,
    prepare: ({ programs }) => {
      const wasThere = existsSync(COPIED_PROGRAMS);
      writeFileSync(path.join(programs, 'setpriv'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      return () => {
        if (!wasThere) rmSync(COPIED_PROGRAMS, { recursive: true, force: true });
      };
    },
    says: new RegExp(`PostgreSQL runs from ${COPIED_PROGRAMS}/`),
  },
  { name: 'ordinary user', below: tmpdir(), isOrdinary: true },
  { name: 'a space and a letter beyond ASCII', below: tmpdir(), clone: 'für zwei' },
  {
    name: 'unwritable data/',
    below: tmpdir(),
    isOrdinary: true,
    prepare: ({ data }) => {
      mkdirSync(data);
      chmodSync(data, 0o555);
      return () => chmodSync(data, 0o755);
    },
    ends: /data folder .+ cannot be used .+ set DATA_DIR to another folder/,
  },
  {
    name: 'port taken',
    below: tmpdir(),
    prepare: async ({ port }) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
      return () => other.close();
    },
    ends: /port \d+ is taken by another program; set PORT to another one/,
  },
];

/** Installs a version of Node from npm below `folder`, and returns the folder of its program. */
function fetchNode(version: string, folder: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = path.join(folder, version);
  mkdirSync(prefix);
  execFileSync('npm', ['install', '--no-save', '--prefix', prefix, `${name}@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path.join(prefix, 'node_modules', name, 'bin');
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const idOf = (flag: '-u' | '-g', user: string): number =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/** Runs `work` with an ordinary user, which exists only meanwhile. */
async function withOrdinaryUser<T>(work: (person: Person) => Promise<T>): Promise<T> {
  if (!isRoot) return work({});
  const name = `same-deal-${process.pid}`;
  execFileSync('useradd', ['--system', '--user-group', '--no-create-home', name]);
  try {
    return await work({ uid: idOf('-u', name), gid: idOf('-g', name) });
  } finally {
    execFileSync('userdel', [name]);
  }
}

/** Creates a guest, by which the second start is shown to use the same database. */
async function createGuest({ url }: Service): Promise<{ id: string; cookie: string }> {
  const answer = await fetch(`${url}/api/me`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { id } = (await answer.json()) as { id: string };
  const cookie = answer.headers.getSetCookie().map((text) => text.split(';')[0]);
  return { id, cookie: cookie.join('; ') };
}

/**
 * Runs one cell.
 * @returns what to print about it
 * @throws Error if it failed
 */
async function run(cell: Cell, nodeFolder: string, ordinary: Person): Promise<string> {
  const person = cell.isOrdinary ? ordinary : {};
  const folder = mkdtempSync(path.join(cell.below, 'same-deal-start-'));
  const clone = path.join(folder, cell.clone ?? 'same-deal');
  const place: Place = {
    home: path.join(folder, 'home'),
    clone,
    data: path.join(clone, 'data'),
    programs: path.join(folder, 'programs'),
    port: await freePort(),
  };
  let undo: () => void = () => undefined;
  try {
    for (const one of [place.home, place.programs]) mkdirSync(one, { mode: 0o700 });
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 100) / 10;
    // Without hard links, so that changing the clone's owner does not affect the original.
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', project, clone]);
    if (person.uid !== undefined) {
      execFileSync('chown', ['-R', `${person.uid}:${person.gid}`, folder]);
    }
    undo = (await cell.prepare?.(place)) ?? undo;
    const start = () =>
      startService({ ...place, path: [place.programs, nodeFolder], person, says: cell.says });

    if (cell.ends) {
      const output = await start().then(
        async (service) => {
          await service.stop();
          throw new Error('it started');
        },
        (error: Error) => error.message,
      );
      const line = output.split('\n').find((one) => cell.ends!.test(one));
      if (line === undefined) throw new Error(output);
      return `${seconds()} s to: ${line}`;
    }

    const first = await start();
    const toPlayable = seconds();
    const guest = await createGuest(first).finally(first.stop);
    const stopped = seconds();
    const second = await start();
    const again = Math.round((seconds() - stopped) * 10) / 10;
    const me = await fetch(`${second.url}/api/me`, { headers: { cookie: guest.cookie } })
      .then((answer) => answer.json() as Promise<{ id?: string } | null>)
      .finally(second.stop);
    if (!guest.id || me?.id !== guest.id)
      throw new Error('the second start did not find the guest');
    const late = toPlayable > WANTED_SECONDS ? ` (more than the ${WANTED_SECONDS} s wanted)` : '';
    return `${toPlayable} s to playable${late}, again in ${again} s, same guest`;
  } finally {
    undo();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const args = process.argv.slice(2);
const nodesFolder = mkdtempSync(path.join(tmpdir(), 'same-deal-nodes-'));
chmodSync(nodesFolder, 0o755);
let isStopped = false;
process.once('SIGINT', () => {
  console.log('It ends after this cell, so that nothing is left behind.');
  isStopped = true;
});
const tally = { passed: 0, failed: 0, 'not run': 0 };
try {
  await withOrdinaryUser(async (ordinary) => {
    for (const wanted of [process.versions.node, ...NODES]) {
      const chosen = cells.filter(({ name }) =>
        args.every((word) => `Node ${wanted} ${name}`.includes(word)),
      );
      if (chosen.length === 0 || isStopped) continue;
      const nodeFolder =
        wanted === process.versions.node
          ? path.dirname(process.execPath)
          : fetchNode(wanted, nodesFolder);
      const version = execFileSync(path.join(nodeFolder, 'node'), ['--version'], {
        encoding: 'utf8',
      });
      for (const cell of chosen) {
        if (isStopped) return;
        const line = `Node ${version.trim().slice(1).padEnd(8)} ${cell.name.padEnd(34)}`;
        const [outcome, details] =
          cell.needsRoot && !isRoot
            ? (['not run', 'needs root'] as const)
            : await run(cell, nodeFolder, ordinary).then(
                (text) => ['passed', text] as const,
                (error: Error) => ['failed', error.message] as const,
              );
        tally[outcome] += 1;
        console.log(`${outcome.padEnd(8)} ${line} ${details}`);
      }
    }
  });
} finally {
  rmSync(nodesFolder, { recursive: true, force: true });
}
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally['not run']} not run`);
process.exitCode = tally.failed > 0 ? 1 : 0;
