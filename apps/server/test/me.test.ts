import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guestNames } from '../src/auth/guest-names.ts';
import { createGuestIn } from '../src/storage/auth/guests.ts';
import { buildTestApp, device, noLimits } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';

describe('P12: guests first', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await buildTestApp();
  });
  afterAll(() => service.close());

  test('nobody is signed in at first', async () => {
    const anna = device(service.app);
    expect(await anna.get('/api/me')).toMatchObject({
      status: 401,
      body: { error: { code: 'not-signed-in' } },
    });
    expect((await anna.patch('/api/me', { name: 'Anna' })).status).toBe(401);
  });

  test('a guest is made once and stays', async () => {
    const anna = device(service.app);
    const first = await anna.post('/api/me', {});
    expect(first).toMatchObject({
      status: 200,
      body: { name: expect.stringMatching(/^\w+ \w+( \d+)?$/), isGuest: true },
    });
    expect((await anna.post('/api/me', {})).body).toEqual(first.body);
    expect((await anna.get('/api/me')).body).toEqual(first.body);
    expect((await device(service.app).post('/api/me', {})).body).not.toEqual(first.body);
  });

  test('the cookie is out of reach for scripts and other sites, and lasts a year', async () => {
    const anna = device(service.app);
    const answer = await anna.post('/api/me', {});
    const cookies = String(answer.headers['set-cookie']);
    expect(cookies).toMatch(/^same-deal\.session_token=/);
    expect(cookies).toContain('HttpOnly');
    expect(cookies).toContain('SameSite=Lax');
    expect(cookies).toContain('Max-Age=31536000');
    expect(cookies).not.toContain('Secure');
    expect(answer.headers['cache-control']).toBe('no-store');
    // However its address is written.
    const spelt = await anna.get('/%61pi/me');
    expect([spelt.status, spelt.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  test('P12: beside it scripts find as long that there is one, as browsers delete what scripts keep sooner', async () => {
    const anna = device(service.app);
    const made = [(await anna.post('/api/me', {})).headers['set-cookie']].flat();
    expect(made).toEqual([
      expect.stringMatching(/^same-deal\.session_token=/),
      'been-here=1; Max-Age=31536000; Path=/; SameSite=Lax',
    ]);
    const left = [(await anna.post('/api/auth/sign-out', {})).headers['set-cookie']].flat();
    expect(left).toContainEqual(expect.stringMatching(/^been-here=1; Max-Age=0;/));
    expect(left.filter((cookie) => String(cookie).startsWith('been-here'))).toHaveLength(1);
  });

  test('the session slides: it is renewed once it is a day old', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    expect((await anna.get('/api/me')).headers['set-cookie']).toBeUndefined();
    const almost = new Date(Date.now() + 300 * 24 * 60 * 60 * 1000);
    await service.database.prisma.session.updateMany({ data: { expiresAt: almost } });
    const renewed = String((await anna.get('/api/me')).headers['set-cookie']);
    expect(renewed).toContain('Max-Age=31536000');
    expect(renewed).toContain('been-here=1');
    const [session] = await service.database.prisma.session.findMany({
      orderBy: { expiresAt: 'desc' },
    });
    expect(session!.expiresAt.getTime()).toBeGreaterThan(almost.getTime());
  });

  test('a name can be changed, and is kept in its normal form', async () => {
    const anna = device(service.app);
    const { body } = await anna.post('/api/me', {});
    const renamed = await anna.patch('/api/me', { name: '  Anna\u00a0 Zoe\u0308 ' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { ...(body as object), name: 'Anna Zo\u00eb' },
    });
    expect((await anna.get('/api/me')).body).toEqual(renamed.body);
  });

  test.each([
    ['24 letters', 'x'.repeat(24)],
    ['24 emoji with skin tones', '\u{1F44D}\u{1F3FD}'.repeat(24)],
    ['another script', '\u5c0f\u660e'],
    ['right to left', '\u05d3\u05e0\u05d9'],
    ['one letter', 'A'],
  ])('a name may be %s', async (_title, name) => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    expect(await anna.patch('/api/me', { name })).toMatchObject({ status: 200, body: { name } });
  });

  test.each([
    ['empty', ''],
    ['spaces', ' \u2003\u00a0 '],
    ['25 letters', 'x'.repeat(25)],
    ['a control character', 'An\u0007na'],
    ['a line break', 'An\nna'],
    ['a bidirectional override', 'Anna\u202e'],
    ['a bidirectional isolate', '\u2066Anna'],
    ['a zero-width space', 'An\u200bna'],
    ['only a combining mark', '\u0301'],
    ['only a soft hyphen', '\u00ad'],
    ['a filler that shows nothing', '\u3164'],
    ['braille blank', '\u2800'],
    ['a tower of marks', `A${'\u0336'.repeat(12)}`],
    ['half a surrogate pair', 'A\ud800'],
    ['a private character', '\ue000'],
    ['what stands for a hidden name', 'Hidden name'],
    ['what a sparring partner is called', 'Steady Partner'],
    ['what one is called in German', 'Starker Trainingspartner'],
    ['or looks like what stands for somebody deleted', 'DELETED \u0440layer'],
  ])('P8: a name is not allowed to be %s', async (_title, name) => {
    const anna = device(service.app);
    const before = (await anna.post('/api/me', {})).body;
    expect(await anna.patch('/api/me', { name })).toMatchObject({
      status: 400,
      body: { error: { code: 'name-not-allowed' } },
    });
    expect((await anna.get('/api/me')).body).toEqual(before);
  });

  test('P8: a malformed body names the field', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    expect(await anna.patch('/api/me', { name: 7 })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad-request', detail: expect.stringContaining('body/name') } },
    });
  });

  test('signing out ends the session', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const cookie = anna.cookie();
    const answer = await anna.post('/api/auth/sign-out', {}, { origin: 'http://localhost:3000' });
    expect(answer.status).toBe(200);
    expect((await anna.get('/api/me')).status).toBe(401);
    expect((await device(service.app).get('/api/me', { cookie })).status).toBe(401);
  });

  test('the sign-in library has no way round our checks', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    for (const path of ['sign-in/anonymous', 'update-user', 'sign-up/email', 'delete-user']) {
      const answer = await anna.post(`/api/auth/${path}`, { name: '\u202e' });
      expect(answer, path).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    }
    expect((await anna.get('/api/auth/get-session')).status).toBe(404);
  });
});

test('a guest gets a number only when the plain names are taken', async () => {
  const database = await createTestDatabase();
  const create = createGuestIn(database);
  const nameOf = async (tokenHash: string) => {
    const guest = { names: guestNames(() => 0), expiresAt: new Date(), userAgent: '' };
    return (await create({ ...guest, tokenHash })).name;
  };
  expect(await nameOf('first')).toBe('Amber Alpaca');
  expect(await nameOf('second')).toBe('Amber Alpaca 2');
  await database.drop();
});

test('P8: too many guests from one address are refused for a while, others are not', async () => {
  const limits = { ...noLimits, guests: { times: 2, perMs: 60_000 } };
  const service = await buildTestApp({ limits });
  const guest = (address: string) => device(service.app, address).post('/api/me', {});
  const known = device(service.app, '203.0.113.1');
  expect((await known.post('/api/me', {})).status).toBe(200);
  expect((await guest('203.0.113.1')).status).toBe(200);
  const refused = await guest('203.0.113.1');
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'too-many-requests', retryAfterMs: expect.any(Number) } },
    headers: { 'retry-after': expect.any(String) },
  });
  expect((await known.post('/api/me', {})).status, 'who is signed in needs no new guest').toBe(200);
  expect((await guest('203.0.113.2')).status).toBe(200);
  await service.close();
});

test('a public https address makes the cookie secure and is the only origin', async () => {
  const publicUrl = 'https://play.example.org';
  const config = { publicUrl, logLevel: 'silent', trustProxy: 'loopback' };
  const service = await buildTestApp({ config });
  const anna = device(service.app);
  const headers = { host: 'play.example.org', origin: publicUrl };
  const answer = await anna.post('/api/me', {}, headers);
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Secure-same-deal\..*; Secure/);
  expect([answer.headers['set-cookie']].flat().at(-1)).toMatch(/^been-here=1; Max-Age=.*; Secure/);
  expect(answer.headers['strict-transport-security']).toBeDefined();
  expect((await anna.get('/api/me')).body).toEqual(answer.body);
  const elsewhere = { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' };
  expect((await anna.post('/api/me', {}, elsewhere)).status).toBe(403);
  expect((await anna.post('/api/auth/sign-out', {}, headers)).status).toBe(200);
  await service.close();
});

describe.each([
  ['set', undefined, 'https://play.example.org'],
  ['taken away', 'https://play.example.org', undefined],
])('once PUBLIC_URL has been %s', (_, former, present) => {
  let database: TestDatabase;
  let service: TestApp;
  let jar: Map<string, string>;
  let anna: Device;
  let me: { readonly id: string };
  const headers = {
    host: 'play.example.org',
    origin: 'https://play.example.org',
    'x-forwarded-proto': 'https',
  };
  const start = (publicUrl: string | undefined) =>
    buildTestApp({ database, config: { publicUrl, logLevel: 'silent', trustProxy: 'loopback' } });

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    jar = new Map();
    const before = await start(former);
    me = (await device(before.app, '127.0.0.1', jar).post('/api/me', {}, headers)).body as never;
    await before.app.close();
    service = await start(present);
    anna = device(service.app, '127.0.0.1', jar);
  });
  afterEach(() => service.app.close());
  afterAll(() => database.drop());

  test('P12: a guest of before stays who they are, longer than a day', async () => {
    const inHundredDays = new Date(Date.now() + 100 * 24 * 60 * 60 * 1000);
    const where = { userId: me.id };
    await database.prisma.session.updateMany({ where, data: { expiresAt: inHundredDays } });
    expect(await anna.post('/api/me', {}, headers)).toMatchObject({ status: 200, body: me });
    const { expiresAt } = await database.prisma.session.findFirstOrThrow({ where });
    expect(expiresAt.getTime()).toBeGreaterThan(inHundredDays.getTime());
    // From here on the cookie has the present name, and no other is left to be read in its place.
    const name = `${present ? '__Secure-' : ''}same-deal.session_token`;
    expect([...jar.keys()]).toEqual(['been-here', name]);
    expect(await anna.get('/api/me', headers)).toMatchObject({ status: 200, body: me });
  });

  test('signing out ends the session of before', async () => {
    const cookie = anna.cookie();
    expect((await anna.post('/api/auth/sign-out', {}, headers)).status).toBe(200);
    expect([...jar.keys()]).toEqual([]);
    expect((await anna.get('/api/me', { ...headers, cookie })).status).toBe(401);
  });

  test('whoever makes an account of a guest of before is signed in to it', async () => {
    const username = `anna-${me.id.slice(0, 8).toLowerCase()}`;
    const body = { username, password: 'correct horse battery' };
    expect((await anna.post('/api/account/password', body, headers)).status).toBe(200);
    expect(await anna.get('/api/me', headers)).toMatchObject({ status: 200, body: { id: me.id } });
  });
});

test('over TLS that a trusted proxy ends the cookie is secure without a public address too', async () => {
  const service = await buildTestApp();
  const headers = { 'x-forwarded-proto': 'https' };
  const cookieTo = async (address: string) => {
    const { headers: told } = await device(service.app, address).post('/api/me', {}, headers);
    return String(told['set-cookie']);
  };
  expect(await cookieTo('127.0.0.1')).toMatch(
    /; HttpOnly; SameSite=Lax; Secure,been-here=1;.*; Secure$/,
  );
  // Whoever is no proxy of ours may say what they like.
  expect(await cookieTo('203.0.113.1')).not.toContain('Secure');
  const anna = device(service.app);
  await anna.post('/api/me', {}, headers);
  const out = await anna.post(
    '/api/auth/sign-out',
    {},
    { ...headers, origin: 'https://localhost:3000' },
  );
  expect(String(out.headers['set-cookie'])).toMatch(/Max-Age=0;.*; Secure/);
  await service.close();
});
