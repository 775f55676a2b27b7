// Backup and restore: what was acknowledged before a backup is in it, and goes on where it is restored.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { encodeMove } from '@same-deal/engine';
import type { AcceptedEntry } from '@same-deal/protocol';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { restoreBackup, writeBackup } from '../src/storage/postgres/backup.ts';
import { migrate } from '../src/storage/postgres/migrate.ts';
import { openDatabase } from '../src/storage/database.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createEmptyDatabase, dropDatabase, shareDatabase } from './support/database.ts';
import { startProxy } from './support/proxy.ts';
import { Player, startRace, storedLog } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { query } from './support/sql.ts';
import { testClock } from './support/test-clock.ts';

let folder: string;
let app: TestApp;
let players: Player[];
const clock = testClock();
const fileOf = (name: string) => path.join(folder, name);
const emptied: string[] = [];
async function emptyDatabase(): Promise<string> {
  const url = await createEmptyDatabase();
  emptied.push(url);
  return url;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'same-deal-backup-'));
  app = await buildTestApp({ clock });
  const url = await listen(app.app);
  const tabs = (await Promise.all([1, 2, 3].map(() => openTab(url)))) as [Tab, Tab, Tab];
  const pass = () => clock.skip(5000);
  const { tables } = await startRace([tabs[0], tabs[1]], { variant: 'sly-fox/standard' }, pass);
  const { day } = (await app.app.inject('/api/dailies')).json<{ day: string }>();
  const daily = await tabs[2].ask('daily:start', { day, game: 'bisley' });
  const table = await tabs[2].ask('play:open', daily);
  players = [...tables, table].map((one, n) => new Player(tabs[n]!, one));
  const ended = await tabs[2].ask('daily:start', { day, game: 'alhambra' });
  await new Player(tabs[2], await tabs[2].ask('play:open', ended)).concede();
});
afterAll(async () => {
  for (const { tab } of players) tab.close();
  await app.close();
  for (const url of emptied) await dropDatabase(url);
  rmSync(folder, { recursive: true });
});

/** Moves and undoes as fast as answers come. */
function keepPlaying(player: Player) {
  const answers: AcceptedEntry[] = [];
  let isStopped = false;
  const playing = (async () => {
    for (let n = 0; !isStopped; n++) {
      const moves = player.moves();
      const request = { playId: player.playId, expected: player.play.entries + 1 };
      const answer =
        n % 3 === 2 || moves.length === 0
          ? await player.tab.request('play:undo', request)
          : await player.tab.request('play:move', {
              ...request,
              move: encodeMove(moves[n % moves.length]!),
            });
      if (!answer.ok) continue;
      answers.push(answer.data);
      player.follow(answer.data.entry, answer.data.turnedUp);
    }
  })();
  const stop = async () => {
    isStopped = true;
    await playing;
  };
  return { answers, stop };
}

describe('a backup taken while people play', () => {
  test('P4, P9: holds all that was acknowledged before, verifies where it is restored, and plays go on', async () => {
    const playing = players.map(keepPlaying);
    await expect.poll(() => playing.every(({ answers }) => answers.length > 10)).toBe(true);
    const before = playing.map(({ answers }) => [...answers]);
    await writeBackup(app.database.url, fileOf('under-load'));
    for (const { stop } of playing) await stop();
    expect(statSync(fileOf('under-load')).mode & 0o077, 'for its owner alone').toBe(0);

    const url = await emptyDatabase();
    await restoreBackup(url, fileOf('under-load'));
    const elsewhere = await buildTestApp({ clock, database: shareDatabase({ url }) });
    const verified = await verifyResults(elsewhere.database);
    expect(verified).toEqual({ checked: 4, differences: [] });
    for (const [n, player] of players.entries()) {
      const log = await storedLog(elsewhere.database, player.playId);
      expect(log.slice(0, before[n]!.length)).toEqual(
        before[n]!.map(({ number, entry, elapsedMs }) => ({
          number,
          code: entry,
          elapsed_ms: elapsedMs,
        })),
      );
    }
    // P6: whoever was signed in goes on there.
    const there = await listen(elsewhere.app);
    const { tab, playId } = players[0]!;
    const anna = await openTab(there, tab.cookie);
    expect(anna.me).toEqual(tab.me);
    const again = new Player(anna, await anna.ask('play:open', { playId }));
    expect(await again.concede()).toMatchObject({ ending: 'conceded' });
    expect((await verifyResults(elsewhere.database)).differences).toEqual([]);
    anna.close();
    await elsewhere.close();
  });

  test('every row of every table comes back as it was, and counting goes on', async () => {
    // Nothing changes any more once the boards' counts have been folded.
    await expect.poll(() => app.database.prisma.boardChange.count()).toBe(0);
    const { tables } = await writeBackup(app.database.url, fileOf('quiet'));
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining(['users', 'sessions', 'races', 'plays', 'entries', 'results']),
    );
    expect(Object.keys(tables)).not.toEqual(expect.arrayContaining(['nodes']));
    const url = await emptyDatabase();
    await restoreBackup(url, fileOf('quiet'));
    for (const [table, rows] of Object.entries(tables)) {
      const digest = `select count(*)::int as n, md5(string_agg(t::text, '|' order by t::text)) from "${table}" t`;
      const [there] = await query(url, digest);
      expect(there, table).toEqual((await query(app.database.url, digest))[0]);
      expect(there?.['n']).toBe(rows);
    }
    const database = openDatabase(url, () => undefined);
    await database.prisma.moderation.create({ data: { action: 'void', reason: 'r' } });
    // A race whose node has ended is known by the node's id, which no later one has.
    const [there] = await query(
      app.database.url,
      `select value->'start'->>'node' as node from races where value->'start'->>'node' is not null`,
    );
    const node = await database.prisma.node.create({
      data: { name: 'later', session: '', clustered: false },
    });
    expect(node.id).toBeGreaterThan(BigInt(String(there?.['node'])));
    const triggers = await query(url, `select from pg_trigger where tgenabled = 'D'`);
    expect(triggers).toEqual([]);
    await database.close();
  });
});

test('P4: one that begins while a migration adds a column holds what that has filled in', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  await query(url, `insert into users (id, name, email) values ('anna', 'Anna', 'a@example.org')`);
  const migrating = new pg.Client({ connectionString: url });
  await migrating.connect();
  await migrating.query('begin; alter table users add column later text');
  await migrating.query(`update users set later = 'filled in'`);
  const writing = writeBackup(url, fileOf('while migrating'));
  await expect.poll(() => waitingIn(url)).toHaveLength(1);
  await migrating.query('commit');
  await migrating.end();
  await writing;
  expect(gunzipSync(readFileSync(fileOf('while migrating'))).toString()).toContain('filled in');
});

test('P8: one that loses its connection fails, and leaves no half a file', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin; lock table users in access exclusive mode');
  const proxy = await startProxy(url);
  const failing = expect(writeBackup(proxy.url, fileOf('broken'))).rejects.toThrow(/terminated/);
  await expect.poll(() => waitingIn(url)).toHaveLength(1);
  await proxy.close();
  await failing;
  await other.end();
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
});

/** Who waits for a lock in a database. */
async function waitingIn(url: string): Promise<number[]> {
  const rows = await query<{ pid: number }>(
    url,
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

test('P4: two at once to one file are both whole, whichever of them it is in the end', async () => {
  const file = fileOf('twice');
  const both = await Promise.all([1, 2].map(() => writeBackup(app.database.url, file)));
  expect(gunzipSync(readFileSync(file)).toString()).toContain('{"end":true}');
  expect(both[0]!.tables).toEqual(both[1]!.tables);
  expect(readdirSync(folder).filter((name) => name.startsWith('twice'))).toEqual(['twice']);
});

test('P8: one that is stopped leaves the former one as it was, and no half a file', async () => {
  writeFileSync(fileOf('stopped'), 'the former one');
  const url = await emptyDatabase();
  await migrate(url);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin; lock table users in access exclusive mode');
  const stopping = new AbortController();
  const failing = expect(
    writeBackup(url, fileOf('stopped'), null, stopping.signal),
  ).rejects.toThrow('stopped by SIGTERM');
  await expect.poll(() => waitingIn(url)).toHaveLength(1);
  stopping.abort(new Error('stopped by SIGTERM'));
  await failing;
  // Also where it was stopped before it had a connection.
  const late = writeBackup(url, fileOf('stopped'), null, stopping.signal);
  await expect(late).rejects.toThrow('stopped by SIGTERM');
  await other.end();
  expect(readFileSync(fileOf('stopped'), 'utf8')).toBe('the former one');
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual(['stopped']);
});

test('one of a database that nobody has used, as it may be another one than the service’s, fails and takes the place of nothing', async () => {
  writeFileSync(fileOf('of nobody'), 'the former one');
  const url = await emptyDatabase();
  await expect(writeBackup(url, fileOf('of nobody'))).rejects.toThrow('nothing to back up');
  await migrate(url);
  await expect(writeBackup(url, fileOf('of nobody'))).rejects.toThrow('nobody has used');
  expect(readFileSync(fileOf('of nobody'), 'utf8')).toBe('the former one');
});

test('takes the place of nothing that is no file, as a device', async () => {
  const listening = createServer().listen(fileOf('socket'));
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const failing = writeBackup(app.database.url, fileOf('socket'));
  await expect(failing).rejects.toMatchObject({ name: 'not-a-file' });
  expect(statSync(fileOf('socket')).isSocket()).toBe(true);
});

test('one of a database that cannot be reached says where that should be, without its password', async () => {
  const failing = writeBackup('postgresql://me:hunter2@127.0.0.1:1/none', fileOf('unreachable'));
  await expect(failing).rejects.toMatchObject({ name: 'database-unreachable' });
  await expect(failing).rejects.toThrow('127.0.0.1:1/none');
  await expect(failing).rejects.not.toThrow('hunter2');
  // Nor what may be the rest of one.
  const cut = writeBackup('postgresql://me:a@127.0.0.1:1/hunter2@db', fileOf('unreachable'));
  await expect(cut).rejects.toThrow(/127\.0\.0\.1:1 cannot(?!.*hunter2)/);
});

test('P6: a restore keeps the secret with the rows, or neither', async () => {
  const secret = 'what has signed the sessions there';
  await writeBackup(app.database.url, fileOf('with a secret'), secret);
  const url = await emptyDatabase();
  const kept: string[] = [];
  const isFull = () => {
    throw new Error('the disk is full');
  };
  await expect(restoreBackup(url, fileOf('with a secret'), isFull)).rejects.toThrow('full');
  expect(await query(url, 'select from users')).toEqual([]);
  await restoreBackup(url, fileOf('with a secret'), (one) => kept.push(one));
  expect(kept).toEqual([secret]);
});

test('P6: a restore under another secret than the backup’s is refused, and tells neither', async () => {
  const secret = 'what has signed the sessions there';
  const other = 'what the operator has set since then';
  await writeBackup(app.database.url, fileOf('signed'), secret);
  const url = await emptyDatabase();
  const kept: string[] = [];
  const restored = (configured: string) =>
    restoreBackup(url, fileOf('signed'), (one) => kept.push(one), configured);
  const refused = await restored(other).catch((error: Error) => error);
  expect(refused).toMatchObject({
    name: 'secret-differs',
    message: expect.stringContaining('BETTER_AUTH_SECRET'),
  });
  expect(String(refused)).not.toMatch(`${secret}|${other}`);
  expect(await query(url, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  await restored(secret);
  expect(kept, 'the operator keeps it').toEqual([]);
});

test('P2: deals in stock do not come back, as after the backup they may have been played and opened', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  await query(url, `insert into users (id, name, email) values ('anna', 'Anna', 'a@example.org')`);
  await query(
    url,
    `insert into certified_deals (variant, pack, solution, difficulty) values ('bisley/thirteen', '', '', 1)`,
  );
  const { tables } = await writeBackup(url, fileOf('with stock'));
  expect(tables).not.toHaveProperty('certified_deals');
  // Backups of earlier versions hold them.
  const text = gunzipSync(readFileSync(fileOf('with stock'))).toString();
  const stock = `{"table":"certified_deals","columns":["id","variant","pack","solution","difficulty"],"rows":1}
${randomUUID()}\tbisley/thirteen\t\\\\x\t\\\\x\t1
\\.
`;
  writeFileSync(fileOf('earlier'), gzipSync(text.replace('{"end":true}', `${stock}{"end":true}`)));
  for (const name of ['with stock', 'earlier']) {
    const elsewhere = await emptyDatabase();
    await restoreBackup(elsewhere, fileOf(name));
    expect(await query(elsewhere, 'select from certified_deals'), name).toEqual([]);
  }
});

describe('a restore is refused, and leaves nothing', () => {
  const restored = (url: string, name: string) => restoreBackup(url, fileOf(name));
  let header: Record<string, unknown>;
  let body: string;
  beforeAll(async () => {
    await writeBackup(app.database.url, fileOf('whole'));
    const text = gunzipSync(readFileSync(fileOf('whole'))).toString();
    const end = text.indexOf('\n');
    header = JSON.parse(text.slice(0, end)) as typeof header;
    body = text.slice(end + 1);
  });
  const write = (name: string, head: object, rest: string) =>
    writeFileSync(fileOf(name), gzipSync(`${JSON.stringify(head)}\n${rest}`));

  test('into a database that has a row', async () => {
    await expect(restored(app.database.url, 'whole')).rejects.toMatchObject({
      name: 'database-not-empty',
    });
  });

  test('of a newer version, by form or by schema', async () => {
    const url = await emptyDatabase();
    const migrations = [{ name: '29990101000000_later', checksum: '0' }];
    write('form', { ...header, format: 2 }, body);
    write('schema', { ...header, migrations }, body);
    for (const name of ['form', 'schema'])
      await expect(restored(url, name)).rejects.toMatchObject({ name: 'backup-newer' });
    expect(await query(url, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  test('of a file that is none, is cut off, or lacks rows; the whole one is taken afterwards', async () => {
    const url = await emptyDatabase();
    const whole = readFileSync(fileOf('whole'));
    writeFileSync(fileOf('none'), 'a letter');
    writeFileSync(fileOf('cut'), whole.subarray(0, whole.length - 100));
    write('ends early', header, body.slice(0, body.lastIndexOf('{"end"')));
    write('lacks a row', header, body.replace(/("table":"users".*\n).*\n/, '$1'));
    for (const name of ['none', 'cut', 'ends early', 'lacks a row']) {
      await expect(restored(url, name), name).rejects.toThrow(
        expect.objectContaining({ name: 'backup-unreadable' }),
      );
    }
    await restored(url, 'whole');
  });
});
