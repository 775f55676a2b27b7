import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import { runsOn, startEmbeddedPostgres } from '../src/storage/postgres/embedded-postgres.ts';
import { installedPrograms } from '../src/storage/postgres/postgres-programs.ts';
import type { Machine } from '../src/storage/postgres/postgres-programs.ts';
import { processInfo } from '../src/storage/postgres/process-info.ts';
import { query } from './support/sql.ts';

const KILLS = { repeats: scaled(0, 9), timeout: scaled(120_000, 300_000) };
const starter = fileURLToPath(new URL('./support/start-postgres.ts', import.meta.url));
const looker = fileURLToPath(new URL('./support/look-without-files.ts', import.meta.url));

/** Starts it in another process and waits until it is up. */
async function startElsewhere(
  folder: string,
  machine: Partial<Machine> = {},
  under: readonly string[] = [],
): Promise<{ child: ChildProcess; url: string }> {
  const [program = '', ...words] = [...under, process.execPath, '--import', 'tsx', starter];
  const child = spawn(program, [...words, folder, JSON.stringify(machine)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the embedded PostgreSQL', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'same-deal-embedded-'));
    chmodSync(folder, 0o755);
    return () => rmSync(folder, { recursive: true, force: true });
  });

  test(
    'P4: keeps what was committed when its process is killed, and comes up again',
    KILLS,
    async () => {
      const { child, url } = await startElsewhere(folder);
      await query(url, 'create table kept (value int)');
      await query(url, 'insert into kept values (42)');
      await kill(child);
      const again = await startEmbeddedPostgres(folder);
      expect(await query(again.url, 'select value from kept')).toEqual([{ value: 42 }]);
      expect(await query(again.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
      expect(await query(again.url, 'show listen_addresses')).toEqual([
        { listen_addresses: '127.0.0.1' },
      ]);
      await again.stop();
      const third = await startEmbeddedPostgres(folder);
      expect(third.url, 'the port and the password stay').toBe(again.url);
      await third.stop();
    },
  );

  test('P4: comes up again when PostgreSQL itself was killed too', KILLS, async () => {
    const { child, url } = await startElsewhere(folder);
    await query(url, 'create table kept (value int)');
    const [row] = await query<{ pid: string }>(
      url,
      "select (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1] as pid",
    );
    await kill(child);
    process.kill(Number(row!.pid), 'SIGKILL');
    while (processInfo(Number(row!.pid))) await new Promise((resolve) => setTimeout(resolve, 20));
    const again = await startEmbeddedPostgres(folder);
    expect(await query(again.url, 'select * from kept')).toEqual([]);
    await again.stop();
  });

  describe('whose PostgreSQL is killed beside it', () => {
    const kill = () => {
      const file = path.join(folder, 'postgres', 'cluster', 'postmaster.pid');
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
    };

    test('P4: starts it again where it was, as often as that happens', async () => {
      const printed: string[] = [];
      const started = await startEmbeddedPostgres(folder, { print: (line) => printed.push(line) });
      await query(started.url, 'create table kept as select 42 as value');
      for (let times = 1; times <= 2; times++) {
        kill();
        await expect.poll(() => printed.length, { timeout: 60_000 }).toBe(times);
        expect(printed.at(-1)).toContain('runs again');
        expect(await query(started.url, 'select value from kept')).toEqual([{ value: 42 }]);
      }
      await started.stop();
    });

    test('says once why it cannot, and can be stopped meanwhile', async () => {
      const printed: string[] = [];
      const started = await startEmbeddedPostgres(folder, { print: (line) => printed.push(line) });
      const port = Number(new URL(started.url).port);
      kill();
      const other = createServer();
      await expect
        .poll(
          () =>
            new Promise((resolve) => {
              other
                .once('error', () => resolve(false))
                .listen(port, '127.0.0.1', () => resolve(true));
            }),
        )
        .toBe(true);
      await expect
        .poll(() => printed, { timeout: 60_000 })
        .toEqual([expect.stringMatching(new RegExp(`is tried again. .*${port} is taken`))]);
      await started.stop();
      other.close();
      await (await startEmbeddedPostgres(folder)).stop();
    });
  });

  test.skipIf(process.platform === 'win32')(
    'P4: a service that may open no more files does not take it for ended, whose files it would remove',
    async () => {
      const started = await startEmbeddedPostgres(folder);
      const cluster = path.join(folder, 'postgres', 'cluster');
      const seen = execFileSync('sh', [
        ...['-c', 'ulimit -n 100; exec "$@"', 'sh', process.execPath],
        ...['--import', 'tsx', looker, cluster],
      ]).toString();
      expect(seen, 'without files to open').toBe('true');
      await started.stop();
      expect(runsOn(cluster), 'once it is stopped').toBe(false);
    },
  );

  test('refuses a second start on a folder that is in use', async () => {
    const first = await startEmbeddedPostgres(folder);
    await expect(startEmbeddedPostgres(folder)).rejects.toMatchObject({
      name: 'folder-in-use',
      message: expect.stringContaining(folder),
    });
    expect(await query(first.url, 'select 1 as one'), 'the first goes on').toEqual([{ one: 1 }]);
    await first.stop();
  });

  test('takes over a lock whose process id was given to another process since', async () => {
    mkdirSync(path.join(folder, 'postgres'));
    const lock = path.join(folder, 'postgres', 'lock');
    writeFileSync(lock, JSON.stringify({ pid: process.pid, startedAt: 'earlier', token: 'x' }));
    const started = await startEmbeddedPostgres(folder);
    await started.stop();
    writeFileSync(lock, 'half a lo');
    await (await startEmbeddedPostgres(folder)).stop();
    expect(readdirSync(path.join(folder, 'postgres')).sort()).toEqual([
      'cluster',
      'password',
      'port',
    ]);
  });

  test('begins again after being killed while it prepared the folder', async () => {
    mkdirSync(path.join(folder, 'postgres', 'new-1', 'cluster', 'base'), { recursive: true });
    writeFileSync(path.join(folder, 'postgres', 'password'), 'of the former try');
    const started = await startEmbeddedPostgres(folder);
    expect(await query(started.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(path.join(folder, 'postgres')).filter((name) => /^new/.test(name))).toEqual(
      [],
    );
    expect(statSync(path.join(folder, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    await started.stop();
  });

  test('P4: deletes no data, whatever is missing in them', async () => {
    await (await startEmbeddedPostgres(folder)).stop();
    const version = path.join(folder, 'postgres', 'cluster', 'PG_VERSION');
    renameSync(version, `${version}.lost`);
    await expect(startEmbeddedPostgres(folder)).rejects.toMatchObject({
      name: 'postgres-folder',
      message: expect.stringContaining(version),
    });
    renameSync(`${version}.lost`, version);
    await (await startEmbeddedPostgres(folder)).stop();
  });

  test('P8: says why it cannot start, and not only that it has ended', async () => {
    await (await startEmbeddedPostgres(folder)).stop();
    const log = path.join(folder, 'postgres', 'cluster', 'pg_wal');
    for (const name of readdirSync(log)) rmSync(path.join(log, name), { recursive: true });
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
      /^PostgreSQL did not start: .*could not locate a valid checkpoint/,
    );
  });

  test('leaves the signals of the process alone', async () => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'beforeExit', 'exit'];
    const before = signals.map((signal) => process.listenerCount(signal));
    const started = await startEmbeddedPostgres(folder);
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before);
    await started.stop();
  });

  test('names a data folder that cannot be used, and how to choose another', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    await expect(startEmbeddedPostgres(file)).rejects.toMatchObject({
      name: 'postgres-folder',
      message: expect.stringMatching(/data folder .+ cannot be used .+ set DATA_DIR/),
    });
  });

  test('starts below a name with a space and letters beyond ASCII', async () => {
    const started = await startEmbeddedPostgres(path.join(folder, 'räume für zwei'));
    expect(await query(started.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await started.stop();
  });

  test.runIf(process.platform !== 'win32').each(['pa$HOME', 'a`b', 'a"b', 'a\\b'])(
    'refuses by name to run below %s, which a shell would read otherwise',
    async (name) => {
      await expect(startEmbeddedPostgres(path.join(folder, name))).rejects.toMatchObject({
        name: 'postgres-folder',
        message: expect.stringContaining(name),
      });
    },
  );
});

describe.runIf(process.getuid?.() === 0)('the embedded PostgreSQL, started by root', () => {
  const shared = mkdtempSync(path.join(tmpdir(), 'same-deal-root-'));
  /** A folder that only root may enter, with PostgreSQL's programs in it. */
  const closed = path.join(shared, 'closed');
  let machine: Machine;
  let printed: string[];
  let folder: string;

  beforeAll(async () => {
    chmodSync(shared, 0o755);
    const installed = path.join(await installedPrograms(), '..', '..');
    mkdirSync(closed, { mode: 0o700 });
    cpSync(installed, path.join(closed, 'postgres'), { recursive: true, verbatimSymlinks: true });
    return () => rmSync(shared, { recursive: true, force: true });
  });

  beforeEach(() => {
    printed = [];
    machine = {
      programs: path.join(closed, 'postgres', 'native', 'bin'),
      setpriv: 'setpriv',
      systemFolder: path.join(shared, 'system'),
      print: (line) => printed.push(line),
    };
    folder = mkdtempSync(path.join(closed, 'data-'));
    return () => rmSync(machine.systemFolder, { recursive: true, force: true });
  });

  const keepARow = (url: string) => query(url, 'create table kept as select 42 as value');
  const expectTheRow = async (url: string) =>
    expect(await query(url, 'select value from kept')).toEqual([{ value: 42 }]);
  const withoutSetpriv = () => ({ ...machine, setpriv: path.join(shared, 'no-setpriv') });

  test('runs in a folder that only root may enter, and leaves nothing outside', async () => {
    const first = await startEmbeddedPostgres(folder, machine);
    await keepARow(first.url);
    await first.stop();
    const again = await startEmbeddedPostgres(folder, machine);
    await expectTheRow(again.url);
    await again.stop();
    expect(printed).toEqual([]);
    expect(existsSync(machine.systemFolder)).toBe(false);
  });

  test('runs in a folder made under a mask that closes it to others', async () => {
    const open = path.join(shared, 'open');
    mkdirSync(open, { mode: 0o755 });
    const before = process.umask(0o077);
    try {
      const started = await startEmbeddedPostgres(open, { print: machine.print });
      expect(await query(started.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await started.stop();
    } finally {
      process.umask(before);
    }
  });

  test('P4: where root cannot lend its right it runs from a copy, one line says where, and the cluster stays', async () => {
    const before = process.umask(0o077);
    const { child, url } = await startElsewhere(folder, withoutSetpriv());
    process.umask(before);
    await keepARow(url);
    await kill(child);
    // Two data folders share the programs and nothing else.
    const other = mkdtempSync(path.join(closed, 'data-'));
    const stranger = await startEmbeddedPostgres(other, withoutSetpriv());
    expect(await query(stranger.url, "select to_regclass('kept') as kept")).toEqual([
      { kept: null },
    ]);
    await stranger.stop();
    printed.length = 0;

    const again = await startEmbeddedPostgres(folder, withoutSetpriv());
    await expectTheRow(again.url);
    await again.stop();
    expect(printed).toEqual([expect.stringContaining(machine.systemFolder)]);
    expect(readdirSync(machine.systemFolder)).toHaveLength(1);

    const lent = await startEmbeddedPostgres(folder, machine);
    await expectTheRow(lent.url);
    await lent.stop();
    expect(printed, 'nothing lies elsewhere then').toHaveLength(1);
  });

  test('P4: in a container, where root may not look at other users’ processes, it is stopped and started like anywhere', async () => {
    const contained = ['setpriv', '--bounding-set', '-sys_ptrace,-dac_read_search'];
    for (let times = 0; times < 2; times++) {
      const { child, url } = await startElsewhere(folder, machine, contained);
      if (times === 0) await keepARow(url);
      else await expectTheRow(url);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      expect(existsSync(path.join(folder, 'postgres/cluster/postmaster.pid'))).toBe(false);
    }
  });

  test('names the system folder that it cannot write', async () => {
    writeFileSync(machine.systemFolder, '');
    await expect(startEmbeddedPostgres(folder, withoutSetpriv())).rejects.toMatchObject({
      name: 'postgres-folder',
      message: expect.stringContaining(machine.systemFolder),
    });
  });

  test('uses the cluster that an ordinary user made, as that user', async () => {
    const first = await startEmbeddedPostgres(folder, machine);
    await keepARow(first.url);
    await first.stop();
    const cluster = path.join(folder, 'postgres', 'cluster');
    const NOBODY = 65_534;
    for (const name of ['', ...(readdirSync(cluster, { recursive: true }) as string[])]) {
      chownSync(path.join(cluster, name), NOBODY, NOBODY);
    }
    const again = await startEmbeddedPostgres(folder, machine);
    await expectTheRow(again.url);
    await again.stop();
    expect(statSync(path.join(cluster, 'server.log')).uid).toBe(NOBODY);
  });
});
