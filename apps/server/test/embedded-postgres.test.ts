import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { processInfo } from '../src/database/process-info.ts';
import { query } from './support/sql.ts';

const starter = fileURLToPath(new URL('./support/start-postgres.ts', import.meta.url));

/** Starts it in another process and waits until it is up. */
async function startElsewhere(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', starter, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
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

  test('P4: keeps what was committed when its process is killed, and comes up again', async () => {
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
  });

  test('P4: comes up again when PostgreSQL itself was killed too', async () => {
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
    const cluster = path.join(folder, 'postgres', 'cluster');
    mkdirSync(path.join(folder, 'postgres', 'new-1', 'cluster', 'base'), { recursive: true });
    mkdirSync(path.join(cluster, 'base'), { recursive: true });
    writeFileSync(path.join(folder, 'postgres', 'password'), 'of the former try');
    const started = await startEmbeddedPostgres(folder);
    expect(await query(started.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(path.join(folder, 'postgres')).filter((name) => /^new/.test(name))).toEqual(
      [],
    );
    expect(statSync(path.join(folder, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    await started.stop();
  });

  test('leaves the signals of the process alone', async () => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'beforeExit', 'exit'];
    const before = signals.map((signal) => process.listenerCount(signal));
    const started = await startEmbeddedPostgres(folder);
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before);
    await started.stop();
  });
});
