// The database of commands that are run by hand, beside the service or without it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { projectRoot } from '../src/project-root.ts';
import { startEmbeddedPostgres } from '../src/storage/postgres/embedded-postgres.ts';
import { databaseForCommand, findDatabase } from '../src/storage/for-command.ts';
import { migrate } from '../src/storage/postgres/migrate.ts';
import { openDatabase } from '../src/storage/database.ts';
import { createEmptyDatabase, dropDatabase } from './support/database.ts';
import { query } from './support/sql.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'same-deal-command-'));
  chmodSync(dataDir, 0o755);
  return () => rmSync(dataDir, { recursive: true, force: true });
});

const anna = { id: 'anna', name: 'Anna', email: 'anna@example.org' };

test('a command finds the database of a running service and leaves it running; without one it starts and stops it', async () => {
  vi.stubEnv('SMTP_URL', 'smtps://me:hunter2@mail.example.org');
  const service = await startEmbeddedPostgres(dataDir);
  const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const environment = `/proc/${readFileSync(pidFile, 'utf8').split('\n')[0]}/environ`;
  if (process.platform === 'linux') {
    expect(readFileSync(environment, 'utf8'), 'none of our secrets').not.toContain('hunter2');
  }
  vi.unstubAllEnvs();
  await migrate(service.url);
  const served = openDatabase(service.url, () => undefined);
  const beside = await databaseForCommand({ databaseUrl: undefined, dataDir });
  await beside.prisma.user.create({ data: anna });
  await beside.close();
  expect(await served.prisma.user.count()).toBe(1);
  await served.close();
  await service.stop();

  const alone = await databaseForCommand({ databaseUrl: undefined, dataDir });
  expect(await alone.prisma.user.count()).toBe(1);
  await alone.close();
  expect(existsSync(path.join(dataDir, 'postgres', 'lock'))).toBe(false);
  expect(existsSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
}, 120_000);

test('a command changes no schema, of a database of one’s own either, and says what is missing', async () => {
  const databaseUrl = await createEmptyDatabase();
  const config = { ...readConfig({}), databaseUrl };
  await expect(databaseForCommand(config)).rejects.toMatchObject({
    name: 'migration-missing',
    message: expect.stringContaining('run "pnpm ops migrate" first'),
  });
  expect(await query(databaseUrl, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  await migrate(databaseUrl);
  const database = await databaseForCommand(config);
  expect(await database.prisma.user.count()).toBe(0);
  // What looks at all there is takes longer than any request may.
  const { rows } = await database.pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '0' }]);
  await database.close();
  await dropDatabase(databaseUrl);
});

test('where there is no database a command makes none, but says where it has looked', async () => {
  const nothing = path.join(dataDir, 'unset');
  for (const find of [findDatabase, databaseForCommand]) {
    await expect(find({ databaseUrl: undefined, dataDir: nothing })).rejects.toMatchObject({
      name: 'database-missing',
      message: expect.stringContaining(nothing),
    });
  }
  expect(existsSync(nothing)).toBe(false);
});

test('a command that is ended stops the database that it has started', async () => {
  const script = `import pg from 'pg';
    import { findDatabase } from './src/storage/for-command.ts';
    const { url, stop } = await findDatabase({ databaseUrl: undefined, dataDir: process.argv[1] }, true);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    console.log('begun');
    await client.query('select pg_sleep(60)').catch(() => (process.exitCode = 1)).finally(stop);`;
  const words = ['--import', 'tsx', '--input-type=module', '--eval', script, dataDir];
  const child = spawn(process.execPath, words, {
    cwd: path.join(projectRoot(), 'apps', 'server'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(existsSync(path.join(dataDir, 'postgres', 'lock'))).toBe(false);
  expect(existsSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
}, 120_000);
