// The database takes a change, but its answer is lost; or the process ends before what follows; or another node did it.
import type { DuplicateSettings } from '@same-deal/protocol';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ticketsRepository } from '../src/storage/auth/tickets.ts';
import { buildTestApp, device } from './support/app.ts';
import type { Device } from './support/app.ts';
import { shareDatabase } from './support/database.ts';
import { loseCommit } from './support/lose-commit.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase, serve, tabAt } from './support/until-finished.ts';

const lostLine = () => new Error('Connection terminated unexpectedly');
const claim = { username: 'anna', password: 'four words and a card' };
const HOUR = 3_600_000;
const NOON = Date.UTC(2040, 1, 29, 12);

const start = () => serve(testClock(NOON));

describe('P10: the clock ends a try where it is open', () => {
  const settings: DuplicateSettings = {
    variants: ['bisley/thirteen'],
    deals: 2,
    days: 1,
    undo: 'bounded',
  };

  async function begin(tab: Tab): Promise<Player> {
    const { code } = await tab.ask('duplicate:create', settings);
    const { playId } = await tab.ask('duplicate:start', { code, deal: 1 });
    const player = new Player(tab, await tab.ask('play:open', { playId }));
    await player.move();
    return player;
  }
  async function expectEnded(tab: Tab, playId: string): Promise<void> {
    await tab.news('play:ended', (news) => news.playId === playId && news.ending === 'cap');
    expect((await tab.ask('play:open', { playId })).ending).toBe('cap');
  }

  test('also if the answer to that is lost', async () => {
    const { clock, tab, database } = await start();
    const anna = await tab();
    const { playId } = await begin(anna);
    const lost = loseCommit(database.pool, /update\W+public\W+plays/i);
    await clock.skip(HOUR);
    await expectEnded(anna, playId);
    expect(lost.isLost).toBe(true);
  });

  test('also after a restart', async () => {
    const database = await newDatabase();
    const before = await buildTestApp({
      clock: testClock(NOON),
      database: shareDatabase(database),
    });
    const tab = await openTab(await listen(before.app));
    const { playId } = await begin(tab);
    tab.close();
    await before.close();
    const { clock, tab: tabAgain } = await serve(testClock(NOON + 1_000), database);
    const again = await tabAgain(tab.cookie);
    await again.ask('play:open', { playId });
    await clock.skip(HOUR);
    await expectEnded(again, playId);
  });

  test('also if nobody has moved there for long', async () => {
    const { clock, tab } = await start();
    const anna = await tab();
    const { playId } = await begin(anna);
    for (let n = 0; n < 6; n++) await clock.skip(HOUR / 6);
    await expectEnded(anna, playId);
  });

  test('also if the database is gone at that moment', async () => {
    const { clock, tab, database } = await start();
    const anna = await tab();
    const { playId } = await begin(anna);
    const connect = database.pool.connect;
    database.pool.connect = (() => Promise.reject(new Error('Connection terminated'))) as never;
    await clock.skip(HOUR);
    database.pool.connect = connect;
    await clock.skip(10_000);
    await expectEnded(anna, playId);
  });

  test.runIf(hasValkey())('also if another node has settled its daily first', async () => {
    const database = await newDatabase();
    const clocks = [testClock(NOON + 11 * HOUR), testClock(NOON + 11 * HOUR)] as const;
    const one = await startNode(database, 'one', { clock: clocks[0] });
    const two = await startNode(database, 'two', { clock: clocks[1] });
    onTestFinished(() => one.close());
    onTestFinished(() => two.close());
    const anna = await tabAt(one.url);
    const { playId } = await anna.ask('daily:start', { day: '2040-02-29', game: 'bisley' });
    await new Player(anna, await anna.ask('play:open', { playId })).move();
    await clocks[1].skip(13 * HOUR + 2_010);
    await fetch(`${two.url}/api/dailies`);
    const ending = () => database.pool.query('select ending from plays where id = $1', [playId]);
    await expect.poll(async () => (await ending()).rows).toEqual([{ ending: 'cap' }]);
    await clocks[0].skip(13 * HOUR + 2_010);
    await expectEnded(anna, playId);
  });
});

describe('P5: what was stored, but whose answer was lost, is not done twice by who asks again', () => {
  const unavailable = { ok: false, error: { code: 'unavailable' } };

  test('a duplicate', async () => {
    const { tab, url, database } = await start();
    const anna = await tab();
    const asked: DuplicateSettings = {
      variants: ['bisley/thirteen'],
      deals: 2,
      days: 1,
      undo: 'none',
    };
    const lost = loseCommit(database.pool, /insert into\W+public\W+duplicate_seats/i);
    expect(await anna.request('duplicate:create', asked)).toEqual(unavailable);
    expect(lost.isLost).toBe(true);
    const { code } = await anna.ask('duplicate:create', asked);
    const mine = await fetch(`${url}/api/duplicates`, { headers: { cookie: anna.cookie } });
    expect(await mine.json()).toMatchObject({ duplicates: [{ code }] });
    const other = await anna.ask('duplicate:create', { ...asked, days: 2 });
    expect(other.code, 'another one is another one').not.toBe(code);
  });

  test('a circle, a date, and the lobby of a circle', async () => {
    const { app, tab, database } = await start();
    const [anna, ben] = [await tab(), await tab()];
    const call = async (
      who: Tab,
      method: 'GET' | 'POST' | 'PATCH',
      path: string,
      body?: object,
    ) => {
      const answer = await app.inject({
        ...{ method, url: path, headers: { cookie: who.cookie } },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.json() as never };
    };
    const failed = { status: 503 };
    loseCommit(database.pool, /insert into\W+public\W+circle_members/i);
    expect(await call(anna, 'POST', '/api/circles', { name: 'Ours' })).toMatchObject(failed);
    const made = await call(anna, 'POST', '/api/circles', { name: 'Ours' });
    const { id } = made.body as { id: string };
    const list = await call(anna, 'GET', '/api/circles');
    expect((list.body as { circles: unknown[] }).circles).toHaveLength(1);

    const date = { at: new Date(NOON + HOUR).toISOString(), variant: 'bisley/thirteen' };
    loseCommit(database.pool, /insert into\W+public\W+circle_dates/i);
    expect(await call(anna, 'POST', `/api/circles/${id}/dates`, date)).toMatchObject(failed);
    expect((await call(anna, 'POST', `/api/circles/${id}/dates`, date)).status).toBe(200);
    const shown = (await call(anna, 'GET', `/api/circles/${id}`)).body as {
      code: string;
      dates: unknown[];
    };
    expect(shown.dates).toHaveLength(1);

    await call(ben, 'POST', '/api/circles/join', { code: shown.code });
    await call(ben, 'PATCH', '/api/nudges', { kinds: { invitation: true } });
    const lost = loseCommit(database.pool, /insert into nudges/i);
    const opened = await call(anna, 'POST', `/api/circles/${id}/race`, { variant: date.variant });
    expect(lost.isLost).toBe(true);
    expect(opened.status).toBe(200);
    const invited = await ben.news('race:invited');
    expect(invited.code).toBe((opened.body as { code: string }).code);
  });
});

describe('P5: a race now of a circle', () => {
  async function circle() {
    const service = await start();
    const { app, tab } = service;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const at = device(app);
    const post = async (who: Tab, path: string, body: object) =>
      (await at.post(path, body, { cookie: who.cookie })).body as { id: string };
    const { id } = await post(anna, '/api/circles', { name: 'Ours' });
    const { body } = await at.get(`/api/circles/${id}`, { cookie: anna.cookie });
    const { code } = body as { code: string };
    for (const one of [ben, cora]) await post(one, '/api/circles/join', { code });
    const now = async (variant = 'bisley/thirteen') => {
      const path = `/api/circles/${id}/race`;
      const { status, body } = await at.post(path, { variant }, { cookie: anna.cookie });
      return { status, code: (body as { code: string }).code };
    };
    const codes = (who: Tab) =>
      who.received.flatMap(({ name, news }) =>
        name === 'race:invited' ? [(news as { code: string }).code] : [],
      );
    return { ...service, ben, cora, now, codes };
  }

  test('is one lobby to whoever asks again, and who sits in it is not invited again', async () => {
    const { clock, ben, cora, now, codes } = await circle();
    const { code } = await now();
    await ben.news('race:invited');
    await ben.ask('race:join', { code });
    expect(await Promise.all([now(), now()])).toEqual(Array(2).fill({ status: 200, code }));
    // What was sent before is there then.
    for (const one of [ben, cora]) await one.ask('race:enter', { code });
    expect(new Set(codes(cora))).toEqual(new Set([code]));
    expect(codes(ben)).toEqual([code]);
    const other = await now('sly-fox/standard');
    expect(other.code, 'another game is another race').not.toBe(code);
    await clock.skip(121_000);
    expect((await now()).code, 'two minutes later it is another one').not.toBe(code);
  });

  test('is one where two requests come at once', async () => {
    const { database, now } = await circle();
    const opened = await Promise.all([now(), now(), now()]);
    expect(new Set(opened.map(({ code }) => code)).size).toBe(1);
    expect(await database.prisma.race.count()).toBe(1);
  });

  test('invites everybody though the database’s answer was lost', async () => {
    const { database, ben, now } = await circle();
    const lost = loseCommit(database.pool, /insert into races/i);
    expect(await now()).toMatchObject({ status: 503 });
    expect(lost.isLost).toBe(true);
    const { code } = await now();
    expect((await ben.news('race:invited')).code).toBe(code);
    expect(await database.prisma.race.count()).toBe(1);
  });
});

describe('P12: an account whose change was stored, but not answered', () => {
  async function claimed() {
    const service = await serve(testClock());
    const at = device(service.app);
    await at.post('/api/me', {});
    return { ...service, at };
  }

  test('is claimed by asking again', async () => {
    const { at, database } = await claimed();
    loseCommit(database.pool, /insert into\W+public\W+accounts/i);
    expect((await at.post('/api/account/password', claim)).status).toBe(503);
    expect((await at.post('/api/account/password', claim)).status).toBe(200);
    expect((await at.get('/api/me')).body).toMatchObject({ isGuest: false });
  });

  test('has its password changed by asking again, and the others are signed out', async () => {
    const { at, app, database } = await claimed();
    await at.post('/api/account/password', claim);
    const thief = device(app);
    await thief.post('/api/sign-in/password', { ...claim, guest: 'leave' });
    const change = {
      ...{ username: 'anna', password: 'another four words' },
      ...{ current: claim.password, endOthers: true },
    };
    loseCommit(database.pool, /insert into\W+public\W+accounts/i);
    expect((await at.post('/api/account/password', change)).status).toBe(503);
    expect((await thief.get('/api/me')).status).toBe(200);
    expect((await at.post('/api/account/password', change)).status).toBe(200);
    expect((await thief.get('/api/me')).status).toBe(401);
    const guess = { ...change, current: 'some other four words', password: 'and four more words' };
    expect((await at.post('/api/account/password', guess)).status).toBe(401);
  });

  test('leaves its device signed in where only the end of the former session is unknown', async () => {
    const { at, database } = await claimed();
    const lost = loseCommit(database.pool, /delete from\W+public\W+sessions/i);
    expect((await at.post('/api/account/password', claim)).status).toBe(503);
    expect(lost.isLost).toBe(true);
    expect(await at.get('/api/me')).toMatchObject({ status: 200, body: { isGuest: false } });
  });

  test('is gone for good where its deletion was stored: the device is signed out, and its lines are closed', async () => {
    const { at, tab, database } = await claimed();
    const line = await tab(at.cookie());
    const lost = loseCommit(database.pool, /delete from\W+public\W+users/i, 2);
    expect((await at.delete('/api/me', { sure: true })).status).toBe(200);
    expect(lost.isLost).toBe(true);
    expect((await at.get('/api/me')).status).toBe(401);
    await expect.poll(() => line.socket.connected).toBe(false);
  });

  test('takes a guest along whose merge was stored', async () => {
    const { at, app, database } = await claimed();
    await at.post('/api/account/password', claim);
    const phone = device(app);
    await phone.post('/api/me', {});
    const lost = loseCommit(database.pool, /merged_into_id/i);
    const entered = await phone.post('/api/sign-in/password', { ...claim, guest: 'bring' });
    expect(lost.isLost).toBe(true);
    expect(entered).toMatchObject({ status: 200, body: { merged: { plays: 0 } } });
    expect((await phone.get('/api/me')).body).toEqual((await at.get('/api/me')).body);
  });
});

describe('P6, P8: what is good once stays good until somebody has entered by it', () => {
  async function withAccount() {
    const service = await serve(testClock());
    const [at, phone] = [device(service.app), device(service.app)];
    await at.post('/api/me', {});
    await at.post('/api/account/password', claim);
    await phone.post('/api/me', {});
    return { ...service, at, phone };
  }
  /** By what one may enter: a hand-over, or a link to sign in. */
  const ways: Readonly<
    Record<string, (service: Service) => Promise<[path: string, body: object]>>
  > = {
    'a hand-over': async ({ at }) => {
      const { body } = await at.post('/api/hand-overs', { path: '/daily' });
      return ['/api/hand-overs/accept', { code: (body as { code: string }).code }];
    },
    'a link to sign in': async ({ database: { prisma } }) => {
      const [token, email] = ['z'.repeat(32), 'anna@example.org'];
      await prisma.user.update({
        where: { username: claim.username },
        data: { email, emailVerified: true },
      });
      await ticketsRepository(prisma).create('link', token, 600_000, { email });
      return ['/api/sign-in/link', { token }];
    },
  };
  type Service = Awaited<ReturnType<typeof withAccount>>;

  test.each(
    Object.keys(ways).flatMap((way) =>
      [/insert into\W+public\W+sessions/i, /set used_at = \$/i].map((lost) => [way, lost] as const),
    ),
  )('%s, where the answer to %s is lost', async (way, lost) => {
    const service = await withAccount();
    const { app, at, phone, database } = service;
    const line = await service.tab(at.cookie());
    const [path, body] = await ways[way]!(service);
    const enter = (who: Device) => who.post(path, { ...body, guest: 'bring' });
    const losing = loseCommit(database.pool, lost, 2);
    expect((await enter(phone)).status).toBe(503);
    expect(losing.isLost).toBe(true);
    expect((await enter(phone)).status).toBe(200);
    expect((await phone.get('/api/me')).body).toEqual((await at.get('/api/me')).body);
    expect((await enter(device(app))).status).toBe(410);
    if (path.includes('hand-overs')) await line.news('hand-over:used');
    expect(line.received.filter(({ name }) => name === 'hand-over:used').length).toBeLessThan(2);
  });

  test.each(Object.keys(ways))(
    '%s that was given back is used up by whoever enters then, however late it is given back once more',
    async (way) => {
      const service = await withAccount();
      const { app, phone, database } = service;
      const [path, body] = await ways[way]!(service);
      const enter = (who: Device) => who.post(path, { ...body, guest: 'leave' });
      // The session is not made; and the first giving back is stored, but not answered.
      let entered: Promise<{ status: number }> | undefined;
      const query = database.pool.query.bind(database.pool) as (...asked: unknown[]) => never;
      vi.spyOn(database.pool, 'query').mockImplementation((async (...asked: unknown[]) => {
        const text = JSON.stringify(asked[0]);
        if (!entered && /insert into\W+public\W+sessions/i.test(text)) throw lostLine();
        const answer = await query(...asked);
        if (entered || !/set used_at = null/i.test(text)) return answer;
        entered = enter(device(app));
        await entered;
        throw lostLine();
      }) as never);
      expect((await enter(phone)).status).toBe(503);
      expect((await entered)?.status).toBe(200);
      expect((await enter(device(app))).status).toBe(410);
    },
  );
});

test('P12: a link that was used up, and not answered, adds its address', async () => {
  const { app, database } = await serve(testClock());
  const guest = device(app);
  const { id: userId } = (await guest.post('/api/me', {})).body as { id: string };
  const token = 'y'.repeat(32);
  const email = 'anna@example.org';
  await ticketsRepository(database.prisma).create('link', token, 600_000, { userId, email });
  const lost = loseCommit(database.pool, /update sign_in_tickets/i);
  const enter = () => guest.post('/api/sign-in/link', { token, guest: 'bring' });
  expect((await enter()).status).toBe(503);
  expect(lost.isLost).toBe(true);
  expect(await enter()).toMatchObject({ status: 200, body: { person: { isGuest: false } } });
  const elsewhere = await device(app).post('/api/sign-in/link', { token, guest: 'leave' });
  expect(elsewhere, 'for anybody else it is used').toMatchObject({ status: 410 });
});

describe('P8: what follows a change of a race, where nobody hears of it', () => {
  test('a race that another node has settled ends at its tables when its time is up', async () => {
    const clock = testClock();
    const { tab, database } = await serve(clock);
    const tabs = [await tab(), await tab()];
    const { code, tables } = await startRace(tabs, {}, () => clock.skip(5_000));
    // As another node does, whose news of it is lost.
    await database.pool.query(
      `update plays set ended_at = now(), ending = 'cap', elapsed_ms = 1, moves = 0, undos = 0, cards_home = 0,
        cards_home_at_ms = 0 where race_id is not null`,
    );
    await database.pool.query(
      `update races set version = version + 1, settled_at = now(),
        value = jsonb_set(value, '{settledAt}', to_jsonb(extract(epoch from now()) * 1000)) where code = $1`,
      [code],
    );
    await clock.skip(2 * HOUR);
    for (const [n, one] of tabs.entries()) {
      await one.news('race:updated', ({ phase }) => phase === 'settled');
      await one.news('play:ended', ({ playId }) => playId === tables[n]!.playId);
    }
  });

  test('a rematch begins once all are ready', async () => {
    const clock = testClock();
    const { tab, database } = await serve(clock);
    const [anna, ben] = [await tab(), await tab()];
    const code = await openLobby([anna, ben]);
    await anna.ask('race:start', { code });
    for (const one of [anna, ben]) await one.ask('race:leave', { code });
    await anna.news('race:updated', ({ phase }) => phase === 'settled');
    const next = await anna.ask('race:rematch', { code });
    await anna.ask('race:join', { code: next.code, ready: true });
    await ben.ask('race:join', { code: next.code });
    // Nothing else is about to be told that the race would be looked at for.
    await clock.skip(1_000);
    const lost = loseCommit(database.pool, /update races set value/i);
    await ben.request('race:ready', { code: next.code, ready: true });
    expect(lost.isLost).toBe(true);
    await clock.skip(1_000);
    await anna.news('race:updated', (race) => race.code === next.code && race.phase !== 'open');
  });

  test('a new name is told by asking again', async () => {
    const clock = testClock();
    const { tab, app, database } = await serve(clock);
    const [anna, ben] = [await tab(), await tab()];
    await openLobby([anna, ben]);
    const rename = () =>
      app.inject({
        ...{ method: 'PATCH', url: '/api/me', headers: { cookie: ben.cookie } },
        payload: { name: 'Benjamin' },
      });
    loseCommit(database.pool, /update\W+public\W+users/i);
    expect((await rename()).statusCode).toBe(503);
    expect((await rename()).statusCode).toBe(200);
    await clock.skip(2_000);
    await anna.news('race:updated', ({ players }) =>
      players.some(({ name }) => name === 'Benjamin'),
    );
  });
});
