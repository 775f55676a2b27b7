// What is of no use to anybody goes by documented times; what counts stays.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HIDDEN_NAME } from '../src/names/stand-ins.ts';
import { projectRoot } from '../src/project-root.ts';
import { startRetention } from '../src/retention.ts';
import { retentionRepository, retentionRules } from '../src/storage/retention.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const DAY_MS = 24 * 3_600_000;
const clock = testClock();
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ clock });
});
afterAll(() => app.close());

const faults: unknown[] = [];
/** What a node lets go of, so many days from now. */
function nodeIn(days: number) {
  const gone: Record<string, number> = {};
  const later = { ...clock, now: () => clock.now() + days * DAY_MS };
  const retention = startRetention({
    store: retentionRepository(app.database.prisma),
    clock: later,
    onGone: (what, n) => (gone[what] = n),
    onFault: (error) => faults.push(error),
  });
  return {
    sweep: async () => {
      await retention.sweep();
      await retention.stop();
      return gone;
    },
  };
}

const counted = async (): Promise<Record<string, number>> => {
  const { user, session, handOver, signInTicket, verification, race, play, entry, deal } =
    app.database.prisma;
  return {
    users: await user.count(),
    sessions: await session.count(),
    handOvers: await handOver.count(),
    tickets: await signInTicket.count(),
    verifications: await verification.count(),
    races: await race.count(),
    plays: await play.count(),
    entries: await entry.count(),
    practiceDeals: await deal.count({ where: { kind: 'practice' } }),
  };
};

test('code and docs/operations.md say the same', () => {
  const docs = readFileSync(path.join(projectRoot(), 'docs', 'operations.md'), 'utf8');
  const [, part = ''] = docs.split('\n## Growth and deletion\n');
  const rows = (part.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, ...cells]) => cells.slice(0, 3))).toEqual(
    retentionRules.map(({ what, since, days }) => [
      what,
      since,
      days === 1 ? '1 day' : `${days} days`,
    ]),
  );
});

describe('with a row of each kind', () => {
  let tabs: [Tab, Tab, Tab];
  let ids: { untouched: string; left: string; ended: string };

  beforeEach(async () => {
    const empty = () =>
      app.database.pool.query(
        'truncate users, races, plays, entries, deals, dailies, sign_in_tickets, verifications cascade',
      );
    // The service itself may be reading: of two who wait for each other the database refuses one.
    await empty().catch(empty);
    const { prisma } = app.database;
    const url = await listening();
    tabs = (await Promise.all([1, 2, 3].map(() => openTab(url)))) as typeof tabs;
    const [anna, ben, cleo] = tabs;
    // A race that was played, and one that never was.
    const pass = () => clock.skip(5000);
    const { code, tables } = await startRace([anna, ben], { variant: 'sly-fox/standard' }, pass);
    for (const [n, table] of tables.entries()) await new Player(tabs[n]!, table).concede();
    await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    await openLobby([anna, cleo]);
    // Practice: never begun, left, ended.
    const practice = async () => {
      const { playId } = await ben.ask('play:create', { variant: 'sly-fox/standard' });
      return new Player(ben, await ben.ask('play:open', { playId }));
    };
    const [untouched, left, ended] = [await practice(), await practice(), await practice()];
    await left.move();
    await ended.move();
    await ended.concede();
    ids = { untouched: untouched.playId, left: left.playId, ended: ended.playId };
    // Cleo has played nothing; Dan neither, but has an account.
    await prisma.user.create({ data: { id: 'dan', name: 'Dan', email: 'dan@example.org' } });
    const expiresAt = new Date(clock.now() + 60_000);
    await prisma.handOver.create({
      data: {
        tokenHash: Buffer.from(randomUUID()),
        codeHash: Buffer.from(randomUUID()),
        userId: anna.me.id,
        path: '/',
        expiresAt,
      },
    });
    for (const usedAt of [null, new Date()])
      await prisma.signInTicket.create({
        data: { hash: Buffer.from(randomUUID()), kind: 'link', expiresAt, usedAt },
      });
    await prisma.verification.create({
      data: { id: randomUUID(), identifier: 'i', value: 'v', expiresAt },
    });
    return () => tabs.forEach((tab) => tab.close());
  });

  let address: string | undefined;
  const listening = async () => (address ??= await listen(app.app));

  test('nothing goes before its time', async () => {
    const before = await counted();
    expect(await nodeIn(0.9).sweep()).toEqual({});
    expect(await counted()).toEqual(before);
  });

  test('each goes at its time', async () => {
    expect(await nodeIn(1.1).sweep()).toEqual({
      'hand-overs to another device, used or not': 1,
      'passkeys’ challenges and e-mailed links, used or not': 2,
      'short-lived values of the sign-in library': 1,
    });
    expect(await nodeIn(7.1).sweep()).toEqual({
      'lobbies of races that were never started': 1,
      'practice without an entry': 1,
    });
    expect(await nodeIn(60.1).sweep()).toEqual({ 'guests without any game': 1 });
    expect(await nodeIn(90.1).sweep()).toEqual({ 'practice that was left unfinished': 1 });
    // A session lasts for a year.
    expect(await nodeIn(370).sweep()).toEqual({ 'sessions of devices': 2 });
    expect(faults).toEqual([]);
  });

  test('P9, P12: two nodes at once, and twice, take each thing once, and what counts stays and replays', async () => {
    const taken = await Promise.all([nodeIn(400).sweep(), nodeIn(400).sweep()]);
    expect(await nodeIn(400).sweep()).toEqual({});
    expect(faults).toEqual([]);
    const sums = new Map<string, number>();
    for (const [what, n] of taken.flatMap((gone) => Object.entries(gone)))
      sums.set(what, (sums.get(what) ?? 0) + n);
    expect(Object.fromEntries(sums)).toEqual({
      'sessions of devices': 3,
      'hand-overs to another device, used or not': 1,
      'passkeys’ challenges and e-mailed links, used or not': 2,
      'short-lived values of the sign-in library': 1,
      'lobbies of races that were never started': 1,
      'practice without an entry': 1,
      'practice that was left unfinished': 1,
      'guests without any game': 1,
    });
    // Anna and Ben with their race, Ben's ended practice, Dan with his account.
    expect(await counted()).toEqual({
      users: 3,
      sessions: 0,
      handOvers: 0,
      tickets: 0,
      verifications: 0,
      races: 1,
      plays: 3,
      entries: 4,
      practiceDeals: 1,
    });
    expect(await verifyResults(app.database)).toEqual({ checked: 3, differences: [] });
  });

  test('P4: of practice that somebody comes back to nothing goes, also while it is swept', async () => {
    const [, ben] = tabs;
    const { pool } = app.database;
    // Dealt long ago; of an entry after so long only that is known, and Ben is there.
    await pool.query(`update plays set starts_at = starts_at - interval '80 days' where id = $1`, [
      ids.left,
    ]);
    await pool.query('update entries set elapsed_ms = $2 where play_id = $1', [
      ids.left,
      2 ** 31 - 1,
    ]);
    const sweeping = nodeIn(30).sweep();
    const back = new Player(ben, await ben.ask('play:open', { playId: ids.left }));
    await back.move();
    expect(await sweeping).not.toHaveProperty('practice that was left unfinished');
    await back.move();
    expect(await app.database.prisma.entry.count({ where: { playId: ids.left } })).toBe(3);
    expect(await nodeIn(91).sweep()).toHaveProperty('practice that was left unfinished');
  });

  test('P8: a play that has gone is answered as one that never was, also where a node had it in memory', async () => {
    const [, ben] = tabs;
    const held = new Player(ben, await ben.ask('play:open', { playId: ids.untouched }));
    await nodeIn(8).sweep();
    await expect(held.move()).rejects.toThrow();
    await expect(held.move()).rejects.toThrow('not-found');
    await expect(ben.ask('play:open', { playId: ids.untouched })).rejects.toThrow('not-found');
  });
});

test('a walk over many people ends, and takes those without a game alone', async () => {
  const data = Array.from({ length: 1203 }, (_, n) => ({
    id: `g${n}`,
    name: 'g',
    email: `g${n}@guests.invalid`,
    isAnonymous: n % 3 > 0,
    createdAt: new Date(clock.now() - DAY_MS),
  }));
  await app.database.prisma.user.createMany({ data });
  expect(await nodeIn(61).sweep()).toHaveProperty('guests without any game');
  expect(await app.database.prisma.user.count({ where: { name: 'g' } })).toBe(401);
});

test('P12: a guest who has become an account stays, with what hangs on them', async () => {
  const { prisma } = app.database;
  const old = { createdAt: new Date(clock.now() - DAY_MS) };
  await prisma.user.create({ data: { id: 'acc', name: 'A', email: 'acc@example.org', ...old } });
  const guest = { isAnonymous: true, mergedIntoId: 'acc', ...old };
  await prisma.user.create({
    data: { id: 'gst', name: 'G', email: 'gst@guests.invalid', ...guest },
  });
  await nodeIn(61).sweep();
  expect(await prisma.user.findMany({ where: { mergedIntoId: 'acc' } })).toHaveLength(1);
});

test('P8: a guest who goes unused takes their name out of a circle that they have left', async () => {
  const { prisma } = app.database;
  const old = { createdAt: new Date(clock.now() - DAY_MS) };
  const guest = { id: 'gone', name: 'Gone', email: 'gone@guests.invalid', isAnonymous: true };
  await prisma.user.create({ data: { ...guest, ...old } });
  const { id } = await prisma.circle.create({
    data: {
      name: 'Gone’s circle',
      code: 'GNE234',
      createdAt: new Date(),
      namedAfter: { create: { userId: 'gone' } },
    },
  });
  await nodeIn(61).sweep();
  expect(await prisma.user.findUnique({ where: { id: 'gone' } })).toBeNull();
  expect(await prisma.circle.findUniqueOrThrow({ where: { id } })).toMatchObject({
    name: HIDDEN_NAME,
  });
});

test('P8: a rule whose batch fails keeps none after it from its turn, and takes fewer rows the next time', async () => {
  const asked: [string, number][] = [];
  let tooMany = 200;
  const rule = (what: string, most: () => number) => ({
    what,
    days: 1,
    sweep: async (_before: Date, limit: number) => {
      asked.push([what, limit]);
      if (limit > most()) throw new Error(`${what} took too long`);
      return { gone: 3, next: null };
    },
  });
  const said: string[] = [];
  const retention = startRetention({
    store: { rules: [rule('slow', () => tooMany), rule('quick', () => Infinity)] },
    clock,
    onGone: (what, gone) => said.push(`${gone} of ${what}`),
    onFault: (error) => said.push((error as Error).message),
  });
  await retention.sweep();
  expect(said).toEqual(['slow took too long', '3 of quick']);
  await retention.sweep();
  await retention.sweep();
  expect(said.slice(4)).toEqual(['3 of slow', '3 of quick']);
  tooMany = Infinity;
  await retention.sweep();
  await retention.stop();
  expect(asked.filter(([what]) => what === 'slow').map(([, limit]) => limit)).toEqual([
    500, 250, 125, 500,
  ]);
});
