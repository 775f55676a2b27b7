// The devices one is signed in on: listed, signed out, their lines closed; and what is stored of a session.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tokenHashOf } from '../src/auth/hashed-tokens.ts';
import { projectRoot } from '../src/project-root.ts';
import { buildTestApp, device } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

interface Listed {
  readonly id: string;
  readonly isThis: boolean;
  readonly browser: string | null;
  readonly lastUsedAt: string;
}

async function listOf(from: Device): Promise<Listed[]> {
  const { status, body } = await from.get('/api/me/sessions');
  expect(status).toBe(200);
  return (body as { sessions: Listed[] }).sessions;
}

/** Another device of the same person, by hand-over. */
async function another(service: TestApp, of: Device, userAgent: string): Promise<Device> {
  const made = await of.post('/api/hand-overs', { path: '/' });
  const { token } = made.body as { token: string };
  const other = device(service.app);
  const accepted = await other.post(
    '/api/hand-overs/accept',
    { token, guest: 'leave' },
    { 'user-agent': userAgent },
  );
  expect(accepted.status).toBe(200);
  return other;
}

/** The token in a device's cookie, which carries a signature too. */
const tokenOf = ({ cookie }: Pick<Device, 'cookie'>): string =>
  decodeURIComponent(/session_token=([^;]*)/.exec(cookie())?.[1] ?? '').split('.')[0] ?? '';

describe('sessions', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await buildTestApp();
  });
  afterAll(() => service.close());

  test('a session is stored by the hash of its token: no table holds the token', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const token = tokenOf(anna);
    expect(token).toHaveLength(32);
    const { rows: columns } = await service.database.pool.query<{ t: string; c: string }>(
      `select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'`,
    );
    for (const { t, c } of columns) {
      const { rows } = await service.database.pool.query(
        `select 1 from "${t}" where position($1 in "${c}"::text) > 0`,
        [token],
      );
      expect(rows, `${t}.${c}`).toEqual([]);
    }
    const [kept] = await service.database.prisma.session.findMany({
      where: { token: tokenHashOf(token) },
    });
    expect(kept).toBeDefined();
    // And what is stored signs nobody in, by whatever signature.
    const forged = anna.cookie().replace(token, kept!.token);
    expect((await device(service.app).get('/api/me', { cookie: forged })).status).toBe(401);
  });

  test('sessions of before are hashed in place: nobody is signed out', async () => {
    const anna = device(service.app);
    const me = (await anna.post('/api/me', {})).body;
    const token = tokenOf(anna);
    const hash = tokenHashOf(token);
    await service.database.prisma.session.update({ where: { token: hash }, data: { token } });
    expect((await anna.get('/api/me')).status).toBe(401);
    const migration = path.join(
      projectRoot(),
      'prisma/migrations/20261121110000_people/migration.sql',
    );
    const [statement = ''] = /UPDATE "sessions" SET "token"[^;]*/.exec(
      readFileSync(migration, 'utf8'),
    )!;
    await service.database.pool.query(`${statement} where token = $1`, [token]);
    expect(await anna.get('/api/me')).toMatchObject({ status: 200, body: me });
  });

  test('a session that has run out is none', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    await service.database.prisma.session.update({
      where: { token: tokenHashOf(tokenOf(anna)) },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect(await anna.get('/api/me')).toMatchObject({
      status: 401,
      body: { error: { code: 'not-signed-in' } },
    });
  });

  test('whose session has ended can be somebody new', async () => {
    const anna = device(service.app);
    const former = (await anna.post('/api/me', {})).body as { id: string };
    await service.database.prisma.session.deleteMany({ where: { userId: former.id } });
    const made = await anna.post('/api/me', {});
    expect(made).toMatchObject({ status: 200, body: { isGuest: true } });
    expect(made.body).not.toMatchObject({ id: former.id });
    expect(await anna.get('/api/me')).toMatchObject({ status: 200, body: made.body as object });
  });

  test('the list names one’s devices, the one that asks among them, and nobody else’s', async () => {
    const laptop = device(service.app);
    await laptop.post('/api/me', {}, { 'user-agent': firefox });
    await another(service, laptop, iPhone);
    await device(service.app).post('/api/me', {});
    const listed = await listOf(laptop);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ isThis: true, browser: 'Firefox', system: 'Linux' }),
        expect.objectContaining({ isThis: false, browser: 'Safari', system: 'iPhone' }),
      ]),
    );
    expect((await device(service.app).get('/api/me/sessions')).status).toBe(401);
  });

  test('one device signs another out, or all others; not those of somebody else', async () => {
    const laptop = device(service.app);
    await laptop.post('/api/me', {});
    const [phone, tablet, desk] = [
      await another(service, laptop, iPhone),
      await another(service, laptop, ''),
      await another(service, laptop, firefox),
    ];
    const [phones] = (await listOf(phone)).filter(({ isThis }) => isThis);
    const stranger = device(service.app);
    await stranger.post('/api/me', {});
    expect(await stranger.delete(`/api/me/sessions/${phones!.id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'not-found' } },
    });
    expect(await laptop.delete(`/api/me/sessions/${phones!.id}`)).toMatchObject({
      status: 200,
      body: { ended: 1 },
    });
    expect((await phone.get('/api/me')).status).toBe(401);
    expect((await tablet.get('/api/me')).status).toBe(200);
    expect((await laptop.delete('/api/me/sessions')).body).toEqual({ ended: 2 });
    expect((await tablet.get('/api/me')).status).toBe(401);
    expect((await desk.get('/api/me')).status).toBe(401);
    expect(await listOf(laptop)).toHaveLength(1);
    expect((await stranger.get('/api/me')).status).toBe(200);
    expect((await device(service.app).delete('/api/me/sessions')).status).toBe(401);
  });

  test('the last use is known within minutes: a session is not written to at each request', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const where = { token: tokenHashOf(tokenOf(anna)) };
    const used = async () =>
      (await service.database.prisma.session.findUniqueOrThrow({ where })).lastUsedAt.getTime();
    const first = await used();
    for (let n = 0; n < 5; n++) await anna.get('/api/me');
    expect(await used()).toBe(first);
    const before = new Date(Date.now() - 20 * 60_000);
    await service.database.prisma.session.update({ where, data: { lastUsedAt: before } });
    await anna.get('/api/me');
    await expect.poll(used).toBeGreaterThan(before.getTime());
    const noted = await used();
    for (let n = 0; n < 5; n++) await anna.get('/api/me');
    expect(await used()).toBe(noted);
  });
});

describe('lines of sessions that end', () => {
  const isClosed = (tab: Tab) => expect.poll(() => tab.socket.connected).toBe(false);

  /** Tries to come back, as a page does by itself; what it is refused with. */
  const refusalAt = (url: string, headers: Record<string, string>): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = io(url, {
        transports: ['websocket'],
        extraHeaders: headers,
        forceNew: true,
        reconnection: false,
      });
      socket.once('connect', () => reject(new Error('it was let in')));
      socket.once('connect_error', (error: Error & { data?: { code: string } }) => {
        socket.close();
        resolve(error.data?.code ?? error.message);
      });
    });

  test('a handshake needs a session of today and the page’s own origin', async () => {
    const service = await buildTestApp();
    const url = await listen(service.app);
    const tab = await openTab(url);
    expect(await refusalAt(url, {})).toBe('not-signed-in');
    expect(await refusalAt(url, { cookie: 'same-deal.session_token=nobody.nothing' })).toBe(
      'not-signed-in',
    );
    // Refused before any session is looked at.
    expect(await refusalAt(url, { cookie: tab.cookie, origin: 'https://evil.example' })).toBe(
      'websocket error',
    );
    const polling = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, {
      headers: { cookie: tab.cookie, origin: 'https://evil.example' },
    });
    expect(polling.status).toBe(403);
    tab.close();
    await service.close();
  });

  test.runIf(hasValkey())(
    'a revoked session’s lines are closed, on the other node too, and cannot come back; other sessions’ stay',
    async () => {
      const database = await createTestDatabase();
      const [one, two] = [await startNode(database, 'one'), await startNode(database, 'two')];
      const laptop = device(one.app);
      await laptop.post('/api/me', {});
      const phone = await another(one, laptop, iPhone);
      const tabs = await Promise.all([
        openTab(one.url, phone.cookie()),
        openTab(two.url, phone.cookie()),
        openTab(one.url, laptop.cookie()),
        openTab(two.url, laptop.cookie()),
      ]);
      const stranger = await openTab(two.url);
      const [phones] = (await listOf(phone)).filter(({ isThis }) => isThis);
      expect((await laptop.delete(`/api/me/sessions/${phones!.id}`)).status).toBe(200);
      await Promise.all(tabs.slice(0, 2).map(isClosed));
      expect(await refusalAt(two.url, { cookie: phone.cookie() })).toBe('not-signed-in');
      for (const tab of [tabs[2]!, tabs[3]!, stranger]) {
        expect(await tab.request('play:create', { variant: 'bisley/thirteen' })).toMatchObject({
          ok: true,
        });
      }
      // All others.
      const tablet = await another(two, laptop, '');
      const lines = await Promise.all([
        openTab(one.url, tablet.cookie()),
        openTab(two.url, tablet.cookie()),
      ]);
      expect((await laptop.delete('/api/me/sessions')).body).toEqual({ ended: 1 });
      await Promise.all(lines.map(isClosed));
      // And this one, by signing out.
      const origin = { origin: 'http://localhost:3000' };
      expect((await laptop.post('/api/auth/sign-out', {}, origin)).status).toBe(200);
      await Promise.all(tabs.map(isClosed));
      expect(stranger.socket.connected).toBe(true);
      for (const tab of [...tabs, ...lines, stranger]) tab.close();
      await one.close();
      await two.close();
      await database.drop();
    },
  );

  test('a session that runs out, or whose revocation was not heard of here, loses its lines within half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const service = await buildTestApp();
      const url = await listen(service.app);
      const [anna, ben, wanda] = [await openTab(url), await openTab(url), await openTab(url)];
      const { prisma } = service.database;
      await prisma.session.updateMany({
        where: { userId: anna.me.id },
        data: { expiresAt: new Date(Date.now() - 1) },
      });
      await prisma.session.deleteMany({ where: { userId: ben.me.id } });
      vi.advanceTimersByTime(30_000);
      await Promise.all([isClosed(anna), isClosed(ben)]);
      expect(wanda.socket.connected).toBe(true);
      for (const tab of [anna, ben, wanda]) tab.close();
      await service.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
