// What holds at the door of every request: limits that cannot be walked round, odd requests, and a fresh sign-in for what
// ends an account.
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeMove, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import type { HandOverCreated } from '@same-deal/protocol';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createHashing } from '../src/auth/hashing.ts';
import { consume, limiterFor } from '../src/admission/counters.ts';
import type { Limit } from '../src/admission/limits.ts';
import { createGuesses } from '../src/admission/guesses.ts';
import { createPreviews } from '../src/preview/previews.ts';
import type { PreviewsOptions } from '../src/preview/previews.ts';
import { buildTestApp, device, noLimits } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { faultsIn } from './support/busy.ts';
import { createTestDatabase } from './support/database.ts';
import { hasValkey } from './support/nodes.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const PASSWORD = 'four words and a card';
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } }).error?.code;

/** The longest play there may be, still running, as one without a line is submitted. */
function longPlay() {
  const playId = '00000000-0000-4000-8000-000000000001';
  const [move] = legalMoves(unwrap(newGame('bisley/thirteen', unwrap(packOf('17', 1)))));
  const entries = Array.from({ length: 5_000 }, (_, n) => [
    n % 2 === 0 ? encodeMove(move!) : 65_535,
    100_000,
  ]);
  const variant = 'bisley/thirteen';
  return { playId, variant, deal: '17', ageMs: 100_000, hints: 0, entries };
}

/** Enters the longest play there may be. */
async function playLong(one: Device): Promise<string> {
  const play = longPlay();
  expect((await one.post('/api/plays/offline', play)).status).toBe(200);
  return play.playId;
}

describe('P8: odd requests', () => {
  let service: TestApp;
  let anna: Device;
  beforeAll(async () => {
    service = await buildTestApp();
    anna = device(service.app);
    await anna.post('/api/me', {});
  });
  afterAll(() => service.close());

  test.each([
    ['DELETE', '/api/me/sessions/a%00b'],
    ['DELETE', '/api/account/passkeys/a%00b'],
    ['GET', '/api/people/a%00b'],
    ['GET', '/api/plays/a%00b'],
    ['GET', '/api/races/a%00b/deal'],
    ['GET', '/api/plays?before=1_a%00b'],
    ['GET', '/api/plays?before=99999999999999999999_00000000-0000-4000-8000-000000000000'],
    ['GET', '/api/boards/bisley/week?week=0000-01-01'],
    ['GET', '/api/boards/bisley/week?week=9999-12-31'],
    ['GET', '/api/dailies/archive?before=0000-01-01'],
    ['GET', '/api/dailies/9999-12-31/bisley'],
    ['GET', '/api/dailies/0001-01-01/bisley/boards/fastest'],
  ] as const)('%s %s is a bad request, or nothing that is there', async (method, url) => {
    const answer = method === 'GET' ? await anna.get(url) : await anna.delete(url, {});
    expect([400, 404]).toContain(answer.status);
    expect(codeOf(answer)).toMatch(/bad-request|not-found/);
  });

  test('a request for another protocol is answered, also where there is none', async () => {
    const url = new URL(await listen(service.app));
    for (const path of ['/healthz', '/api/me', '/race/ABCDEF']) {
      const socket = connect(Number(url.port), url.hostname);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
      socket.destroy();
    }
    // Nor does it matter who has gone before the answer.
    for (let n = 0; n < 20; n++) {
      const socket = connect(Number(url.port), url.hostname);
      await once(socket, 'connect');
      socket.write(
        'GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
      );
      socket.resetAndDestroy();
    }
    expect((await fetch(`${url.origin}/healthz`)).status).toBe(200);
  });

  test.each([
    ['POST', '/api/hand-overs', { path: '/\u0000' }],
    ['POST', '/api/hand-overs/look', { code: '\u0000' }],
    ['POST', '/api/sign-in/link', { token: '\u0000', guest: 'leave' }],
    ['POST', '/api/sign-in/password', { username: '\u0000', password: 'x', guest: 'leave' }],
    ['POST', '/api/moderation', { action: 'ban', playerId: '\u0000', reason: '\u0000' }],
  ] as const)('%s %s with NUL in it', async (_method, url, body) => {
    expect((await anna.post(url, body)).status).toBeLessThan(500);
  });

  test.each([
    '',
    ' ',
    'a b',
    'local host:3000',
    '[::1',
    'x:99999',
    '@',
    '%00',
    'localhost:3000/x?',
  ])('an odd Host (%j) is no fault of ours, and what is logged stays JSON', async (host) => {
    for (const url of ['/api/auth/sign-out', '/api/auth/get-session', '/api/me']) {
      const answer = await anna.post(url, {}, { host, origin: 'http://localhost:3000' });
      expect(answer.status, url).toBeLessThan(500);
    }
    for (const line of service.log().trim().split('\n')) JSON.parse(line);
  });
});

test('P8: where the session cannot be read for a moment, the service is unavailable and not at fault', async () => {
  const database = await createTestDatabase();
  let isAway = false;
  let failed = 0;
  // Who is signed in is read by the driver, by a query that has a name.
  const query = database.pool.query.bind(database.pool) as (...args: unknown[]) => unknown;
  const isOfSessions = (asked: unknown) =>
    (asked as { name?: string } | undefined)?.name === 'living-sessions';
  const failing = (...args: unknown[]): unknown => {
    if (!isAway || !isOfSessions(args[0])) return query(...args);
    failed += 1;
    return Promise.reject(new Error('timeout exceeded when trying to connect'));
  };
  const pool = new Proxy(database.pool, {
    get: (driver, name) => (name === 'query' ? failing : (Reflect.get(driver, name) as unknown)),
  });
  const service = await buildTestApp({ database: { ...database, pool } });
  const anna = device(service.app);
  await anna.post('/api/me', {});
  isAway = true;
  for (const path of ['/api/me', '/api/account']) {
    expect(await anna.get(path), path).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    });
  }
  expect(failed).toBeGreaterThanOrEqual(2);
  expect(faultsIn(service.log())).toEqual([]);
  isAway = false;
  expect((await anna.get('/api/me')).status).toBe(200);
  await service.close();
});

describe('P8: limits', () => {
  const limited = (limits: Partial<typeof noLimits>) =>
    buildTestApp({ limits: { ...noLimits, ...limits } });
  const two = { times: 2, perMs: 60_000 };

  test('are by the route, however its address is written', async () => {
    const service = await limited({ requests: two, sessionRequests: two });
    const { get } = device(service.app);
    const paths = ['/api/service', '/%61pi/service', '/api/servic%65', '/api/service?x'];
    const codes = [];
    for (const path of paths) codes.push((await get(path)).status);
    expect(codes).toEqual([200, 200, 429, 429]);
    await service.close();
  });

  test.each([
    ['pages', ['/race/ABC234', '/replay/x', '/', '/%72ace/ABC234']],
    ['pages', ['/api/nowhere', '/nowhere', '/api/no', '/x']],
    ['health', ['/healthz', '/readyz', '/healthz', '/readyz']],
  ] as const)('bound %s as well', async (name, paths) => {
    const service = await limited({ [name]: two });
    const statuses = [];
    for (const path of paths) {
      statuses.push((await device(service.app).get(path, { accept: 'text/html' })).status);
    }
    expect(statuses.slice(2)).toEqual([429, 429]);
    expect(statuses.slice(0, 2)).not.toContain(429);
    await service.close();
  });

  test('of a session are its own; a made-up one counts with the strangers', async () => {
    const service = await limited({ requests: two, sessionRequests: { times: 4, perMs: 60_000 } });
    const anna = device(service.app);
    await anna.post('/api/me', {});
    for (let n = 0; n < 4; n++) expect((await anna.get('/api/me')).status).toBe(200);
    expect((await anna.get('/api/me')).status).toBe(429);
    const stranger = device(service.app, '127.0.0.2');
    const cookie = 'same-deal.session_token=made-up.c2lnbmF0dXJl';
    const codes = [];
    for (let n = 0; n < 3; n++) codes.push((await stranger.get('/api/me', { cookie })).status);
    expect(codes).toEqual([401, 401, 429]);
    await service.close();
  });

  test('of strangers take nothing from the sessions at the same address', async () => {
    const service = await limited({ requests: two, addressRequests: { times: 10, perMs: 60_000 } });
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const stranger = device(service.app);
    for (let n = 0; n < 20; n++) await stranger.get('/api/me');
    expect((await stranger.get('/api/me')).status).toBe(429);
    expect((await anna.get('/api/me')).status).toBe(200);
    await service.close();
  });

  test.each([
    ['lists', () => '/api/plays?state=in-progress'],
    ['analyses', (playId: string) => `/api/plays/${playId}/analysis`],
    ['tables', (playId: string) => `/api/plays/${playId}`],
  ])(
    'weigh %s by what is replayed for them: the longest play counts as much as twenty requests',
    async (_what, urlOf) => {
      // Entering it counts as much.
      const service = await limited({ sessionRequests: { times: 50, perMs: 60_000 } });
      const anna = device(service.app);
      await anna.post('/api/me', {});
      const url = urlOf(await playLong(anna));
      const statuses = [];
      for (let n = 0; n < 3; n++) statuses.push((await anna.get(url)).status);
      expect(statuses).toEqual([200, 200, 429]);
      await service.close();
    },
  );

  test('weigh the page of a replay by what is replayed for its preview', async () => {
    const pageFolder = mkdtempSync(path.join(tmpdir(), 'page-'));
    writeFileSync(path.join(pageFolder, 'index.html'), '<html lang="en"></html>');
    const limits = { ...noLimits, pages: { times: 30, perMs: 60_000 } };
    const service = await buildTestApp({ limits, pageFolder });
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const url = `/replay/${await playLong(anna)}`;
    const statuses = [];
    for (let n = 0; n < 3; n++) {
      statuses.push((await anna.get(url, { accept: 'text/html' })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    await service.close();
  });

  test('replay few plays at once for previews of one address', async () => {
    let goOn = () => {};
    const isGoingOn = new Promise<void>((resolve) => (goOn = resolve));
    let asked = 0;
    const findPlays = async () => {
      asked += 1;
      await isGoingOn;
      return [];
    };
    const previewOf = createPreviews({ findPlays } as unknown as PreviewsOptions);
    const ask = (ip: string) =>
      previewOf(`/replay/${longPlay().playId}`, 'en', { ip } as FastifyRequest);
    const all = Array.from({ length: 12 }, () => ask('192.0.2.1'));
    expect(asked).toBe(4);
    all.push(ask('192.0.2.2'));
    expect(asked).toBe(5);
    goOn();
    await Promise.all(all);
    await ask('192.0.2.1');
    expect(asked).toBe(6);
  });

  test('weigh a table that is refused by what was replayed before', async () => {
    const service = await limited({ requests: { times: 30, perMs: 60_000 } });
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const url = `/api/plays/${await playLong(anna)}`;
    const stranger = device(service.app, '127.0.0.2');
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await stranger.get(url)).status);
    expect(statuses).toEqual([403, 403, 429]);
    await service.close();
  });

  test.each([true, false])(
    'weigh a table opened over a line alike, whether it is shown: %s',
    async (isShown) => {
      const tables = { times: 22, perMs: 60_000 };
      const service = await buildTestApp({ limits: noLimits, socketLimits: { tables } });
      const url = await listen(service.app);
      const anna = device(service.app);
      await anna.post('/api/me', {});
      const playId = await playLong(anna);
      const tab = await openTab(url, isShown ? anna.cookie() : undefined);
      const answers = [];
      for (let n = 0; n < 3; n++) {
        const answer = await tab.request('play:open', { playId });
        answers.push(answer.ok || answer.error.code);
      }
      const first = isShown || 'forbidden';
      expect(answers).toEqual([first, first, 'too-many-requests']);
      tab.close();
      await service.close();
    },
  );

  test('weigh practice played offline by what is replayed of it, in all guests of an address together, and refused as well', async () => {
    const service = await limited({ addressRequests: { times: 50, perMs: 60_000 } });
    const statuses = [];
    for (const last of [65_535, 0x0101, 65_535]) {
      const guest = device(service.app);
      statuses.push((await guest.post('/api/me', {})).status);
      const { entries, ...play } = longPlay();
      const body = { ...play, entries: [...entries.slice(0, -1), [last, 100_000]] };
      statuses.push((await guest.post('/api/plays/offline', body)).status);
    }
    const guest = device(service.app);
    expect(statuses).toEqual([200, 200, 200, 409, 200, 403]);
    expect((await guest.post('/api/me', {})).status).toBe(429);
    await service.close();
  });

  test('of an address bound the codes of circles that it guesses, in the page as well, and none that leads somewhere', async () => {
    const service = await limited({ circleTries: { times: 3, perMs: 60_000 } });
    const [anna, ben] = [device(service.app), device(service.app)];
    for (const one of [anna, ben]) await one.post('/api/me', {});
    const { id } = (await anna.post('/api/circles', { name: 'Rye', invite: [] })).body as {
      id: string;
    };
    const { code } = (await anna.get(`/api/circles/${id}`)).body as { code: string };
    const look = async (one: string) => (await ben.get(`/api/circles/codes/${one}`)).status;
    for (let n = 0; n < 6; n++) expect(await look(code)).toBe(200);
    expect([await look('AAA222'), await look('AAA223')]).toEqual([404, 404]);
    await ben.get('/circle/AAA224', { accept: 'text/html' });
    expect(await look(code)).toBe(429);
    expect((await ben.post('/api/circles/join', { code })).status).toBe(429);
    expect((await ben.get(`/circle/${code}`, { accept: 'text/html' })).status).toBe(200);
    await service.close();
  });

  test('bound what is answered at once: one person’s requests do not fill the way to the database', async () => {
    const service = await buildTestApp({ atOnce: { atOnceOfSession: 2, atOnceOfAddress: 3 } });
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const statuses = async (one: Device, count: number) =>
      (await Promise.all(Array.from({ length: count }, () => one.get('/api/me')))).map(
        ({ status }) => status,
      );
    expect((await statuses(anna, 4)).sort()).toEqual([200, 200, 429, 429]);
    expect(await statuses(anna, 2), 'and again when they are answered').toEqual([200, 200]);
    const made = 'same-deal.session_token=made-up.c2lnbmF0dXJl';
    const stranger: Device = {
      ...device(service.app),
      get: (url) => device(service.app, '127.0.0.9').get(url, { cookie: made }),
    };
    expect((await statuses(stranger, 4)).sort()).toEqual([401, 401, 401, 429]);
    await service.close();
  });

  test('P8: count off what nobody waits for any more: a reload in the middle of its requests shuts nobody out', async () => {
    const service = await buildTestApp({ atOnce: { atOnceOfSession: 2, atOnceOfAddress: 3 } });
    const url = await listen(service.app);
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const holder = await service.database.pool.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const left = new AbortController();
    const headers = { cookie: anna.cookie() };
    const asked = [1, 2, 3].map(() =>
      fetch(`${url}/api/dailies`, { headers, signal: left.signal }),
    );
    expect((await Promise.race(asked)).status, 'two wait').toBe(429);
    left.abort();
    await Promise.allSettled(asked);
    await holder.query('rollback');
    holder.release();
    await expect.poll(async () => (await anna.get('/api/me')).status).toBe(200);
    await service.close();
  });

  test.each(['while they are answered', 'while they wait for their turn'])(
    'P8: count off requests sent one behind the other whose connection is cut %s',
    async (when) => {
      const service = await buildTestApp({ atOnce: { atOnceOfSession: 2, atOnceOfAddress: 8 } });
      const url = new URL(await listen(service.app));
      const holder = await service.database.pool.connect();
      await holder.query('begin; lock table dailies in access exclusive mode');
      let arrived = 0;
      service.app.server.prependListener('request', ({ socket }) => {
        arrived += 1;
        // Four have begun, and the others have not: their turn comes after this one.
        if (when === 'while they wait for their turn' && arrived === 1) {
          setImmediate(() => socket.destroy());
        }
      });
      const socket = connect(Number(url.port), url.hostname);
      socket.write('GET /api/dailies HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(16));
      const stranger = device(service.app);
      const cookie = 'same-deal.session_token=made-up.c2lnbmF0dXJl';
      const statuses = async (most: number) => {
        const all = Array.from({ length: most }, () => stranger.get('/api/me', { cookie }));
        return (await Promise.all(all)).map(({ status }) => status);
      };
      if (when === 'while they are answered') {
        await expect.poll(() => statuses(1)).toEqual([429]);
        socket.resetAndDestroy();
      }
      await once(socket, 'close');
      await expect.poll(() => statuses(8)).toEqual(Array(8).fill(401));
      expect(arrived).toBe(16);
      await holder.query('rollback');
      holder.release();
      await service.close();
    },
  );

  test('let a school class through: thirty pupils join from one address, by the usual limits', async () => {
    const { app, close } = await buildTestApp({ limits: {}, lineLimits: {} });
    const url = await listen(app);
    const pupils: Tab[] = [];
    for (let n = 0; n < 30; n += 5) {
      pupils.push(...(await Promise.all(Array.from({ length: 5 }, () => openTab(url)))));
    }
    for (let n = 0; n < 30; n += 10) {
      const code = await openLobby(pupils.slice(n, n + 10));
      const { players } = await pupils[n]!.ask('race:enter', { code });
      expect(players).toHaveLength(10);
    }
    for (const pupil of pupils) pupil.close();
    await close();
  });

  test('are told in time where Valkey does not answer: the node counts alone', async () => {
    const client = { status: 'end' } as never;
    const limiter = limiterFor({ client, prefix: 'test' }, 'x', { times: 1, perMs: 60_000 });
    await limiter.consume('anna');
    await expect(limiter.consume('anna')).rejects.toMatchObject({
      msBeforeNext: expect.anything(),
    });
  });

  test.runIf(hasValkey())('are counted together by nodes that share a Valkey', async () => {
    const prefix = `test:${process.pid}:${Date.now()}`;
    const clients = [1, 2].map(() => new Redis(inject('valkeyUrl')!, { maxRetriesPerRequest: 1 }));
    const [one, two] = clients.map((client) => {
      const limiterOf = (name: string, limit: Limit) => limiterFor({ client, prefix }, name, limit);
      const limiter = limiterOf('guests', { times: 2, perMs: 60_000 });
      return { limiter, guesses: createGuesses({ times: 2, perMs: 60_000 }, limiterOf) };
    });
    expect(await consume(one!.limiter, 'a')).toBe(0);
    expect(await consume(two!.limiter, 'a')).toBe(0);
    expect(await consume(one!.limiter, 'a')).toBeGreaterThan(0);
    expect(await consume(two!.limiter, 'a')).toBeGreaterThan(0);
    expect(await one!.guesses.count('a')).toBe(0);
    expect(await two!.guesses.count('a')).toBe(0);
    expect(await one!.guesses.count('a')).toBeGreaterThan(0);
    await two!.guesses.forget('a');
    expect(await one!.guesses.count('a')).toBe(0);
    for (const client of clients) client.disconnect();
  });

  test('of guesses grow, are forgotten when one is right, and do not grow while one waits', async () => {
    const guesses = createGuesses({ times: 2, perMs: 60_000 }, (name, limit) =>
      limiterFor(undefined, name, limit),
    );
    expect(await guesses.count('a')).toBe(0);
    expect(await guesses.count('a')).toBe(0);
    const first = await guesses.count('a');
    expect(first).toBeGreaterThan(0);
    expect(await guesses.count('a')).toBeLessThanOrEqual(first);
    expect(await guesses.count('b')).toBe(0);
    await guesses.forget('a');
    expect(await guesses.count('a')).toBe(0);
  });

  test('of guesses are kept for so many accounts at most: made-up usernames do not fill the memory', async () => {
    const kept = new Set<string>();
    const limiterOf = (name: string, limit: Limit) => {
      const limiter = limiterFor(undefined, name, limit);
      const { penalty, delete: remove } = limiter;
      return Object.assign(limiter, {
        penalty: (key: string) => {
          kept.add(key);
          return penalty.call(limiter, key);
        },
        delete: (key: string) => {
          kept.delete(key);
          return remove.call(limiter, key);
        },
      });
    };
    const guesses = createGuesses({ times: 2, perMs: 60_000 }, limiterOf, 10);
    for (let n = 0; n < 30; n++) {
      await guesses.count(`made-up ${n}`);
      await guesses.count(`anna ${n % 2}`);
    }
    expect(kept.size, 'ten without a wait, and Anna’s two').toBe(12);
    expect(await guesses.waitOf('anna 0')).toBeGreaterThan(0);
    for (let n = 0; n < 5; n++) expect(await guesses.waitOf('made-up 29')).toBe(0);
    expect(await guesses.count('made-up 29'), 'asking has counted nothing').toBe(0);
  });
});

test('passwords are hashed one after the other, each address in its turn, and few of one may wait', async () => {
  const refused = new Error('no room');
  const hashing = createHashing({ logN: 10, r: 8, p: 1 }, () => refused);
  const done: string[] = [];
  const asked = (whose: string) =>
    hashing.hash(whose, 'a password').then(
      () => void done.push(whose),
      (error) => void done.push(error === refused ? `${whose} refused` : 'fault'),
    );
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'a', 'a', 'b'].map(asked));
  expect(done.slice(0, 2), 'one is hashed, four wait').toEqual(['a refused', 'a refused']);
  expect(done.slice(2)).toEqual(['a', 'a', 'b', 'a', 'a', 'a']);
});

test('nobody is looked up in the database for whom there is no room to compare a password', async () => {
  const hashing = createHashing({ logN: 10, r: 8, p: 1 }, () => new Error('no room'));
  const hash = await hashing.hash('a', 'a password');
  let looked = 0;
  const find = async () => {
    looked += 1;
    return { hash };
  };
  const asked = Array.from({ length: 30 }, () => hashing.verify('a', 'a password', find));
  const came = (await Promise.allSettled(asked)).map(({ status }) => status);
  expect(came.filter((status) => status === 'fulfilled')).toHaveLength(looked);
  expect(looked, 'one is compared, four wait').toBeLessThanOrEqual(5);
  expect(looked).toBeGreaterThan(0);
  expect(await hashing.verify('a', 'another one', find)).toBe(null);
  expect(await hashing.verify('a', 'a password', async () => null)).toBe(null);
});

describe('a sign-in of the last minutes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await buildTestApp();
  });
  afterAll(() => service.close());
  let count = 0;
  async function account() {
    const at = device(service.app);
    const { id } = (await at.post('/api/me', {})).body as { id: string };
    const username = `fresh${(count += 1)}`;
    await at.post('/api/account/password', { username, password: PASSWORD });
    const signIn = (from: Device) =>
      from.post('/api/sign-in/password', { username, password: PASSWORD, guest: 'leave' });
    const age = () =>
      service.database.pool.query(
        `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
        [id],
      );
    return { at, username, signIn, age };
  }

  test('is needed to delete the account, and for what changes how it is reached', async () => {
    const { at, signIn, age } = await account();
    await age();
    const asked = [
      () => at.delete('/api/me', { sure: true }),
      () => at.delete('/api/account/passkeys/x'),
      () => at.delete('/api/account/email'),
      () => at.post('/api/account/passkeys/options', {}, { origin: 'http://localhost:3000' }),
    ];
    for (const ask of asked) {
      const answer = await ask();
      expect([answer.status, codeOf(answer)]).toEqual([403, 'sign-in-again']);
    }
    expect((await at.get('/api/me')).status, 'all else goes on').toBe(200);
    expect((await signIn(at)).status).toBe(200);
    for (const ask of asked.slice(1)) expect(codeOf(await ask())).not.toBe('sign-in-again');
    expect((await at.delete('/api/me', { sure: true })).status).toBe(200);
  });

  test('is not had by handing over to oneself: that makes no sign-in younger', async () => {
    const { at, signIn, age } = await account();
    await age();
    const handOver = async (from: Device) => {
      const { token } = (await from.post('/api/hand-overs', { path: '/' })).body as HandOverCreated;
      return (to: Device) => to.post('/api/hand-overs/accept', { token, guest: 'leave' });
    };
    expect((await (await handOver(at))(at)).status).toBe(200);
    expect(codeOf(await at.delete('/api/me', { sure: true }))).toBe('sign-in-again');
    const laptop = device(service.app);
    expect((await (await handOver(at))(laptop)).status).toBe(200);
    expect(codeOf(await laptop.delete('/api/account/email'))).toBe('sign-in-again');
    // From a device that has just signed in it goes along.
    await signIn(at);
    expect((await (await handOver(at))(laptop)).status).toBe(200);
    expect(codeOf(await laptop.delete('/api/account/email'))).not.toBe('sign-in-again');
  });

  test('is not asked of a guest, who has nothing to sign in with', async () => {
    const guest = device(service.app);
    await guest.post('/api/me', {});
    await service.database.pool.query(`update sessions set created_at = now() - interval '1 day'`);
    expect((await guest.delete('/api/me', { sure: true })).status).toBe(200);
  });

  test('a changed password ends all other sessions where that is wished, and leaves them otherwise', async () => {
    const { at, username, signIn } = await account();
    const phone = device(service.app);
    await signIn(phone);
    const change = (current: string, password: string, endOthers?: boolean) =>
      at.post('/api/account/password', { username, current, password, endOthers });
    expect((await change(PASSWORD, `${PASSWORD} 2`)).status).toBe(200);
    expect((await phone.get('/api/me')).status).toBe(200);
    expect((await change(`${PASSWORD} 2`, `${PASSWORD} 3`, true)).status).toBe(200);
    expect((await phone.get('/api/me')).status).toBe(401);
    expect((await at.get('/api/me')).status).toBe(200);
  });
});

test.each([
  ['running', false],
  ['ended', true],
])(
  'P8: a name that is hidden stays so at a table that is %s, however often it is read',
  async (_what, hasEnded) => {
    const service = await buildTestApp();
    const url = await listen(service.app);
    const [anna, ben] = [await openTab(url), await openTab(url)];
    await service.database.pool.query(`update users set role = 'moderator' where id = $1`, [
      ben.me.id,
    ]);
    const { playId } = await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
    await anna.ask('play:open', { playId });
    if (hasEnded) await anna.ask('play:concede', { playId, expected: 1 });
    const name = async () => (await anna.ask('play:open', { playId })).playerName;
    expect(await name()).toBe(anna.me.name);
    const moderate = (action: string) =>
      fetch(`${url}/api/moderation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: ben.cookie },
        body: JSON.stringify({ action, playerId: anna.me.id, reason: 'rude' }),
      });
    expect((await moderate('hide-name')).status).toBe(200);
    for (let n = 0; n < 3; n++) expect(await name()).toBe('Hidden name');
    for (const one of [anna, ben]) one.close();
    await service.close();
  },
);
