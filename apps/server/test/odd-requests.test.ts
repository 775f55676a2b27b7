// P8: requests over HTTP with something odd in address, headers or body, on every route, through the proxy setting that is
// the default: none is a fault of ours. Some thousand here, 200,000 in the night.
import { channel } from 'node:diagnostics_channel';
import { mersenneDraw } from '@same-deal/engine';
import { errors } from '@same-deal/protocol';
import type { CircleSnapshot, PasskeyOptions } from '@same-deal/protocol';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { buildTestApp, device } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { faultsIn } from './support/busy.ts';
import { ODD, pick, withOneWrong } from './support/odd.ts';
import type { Draw } from './support/odd.ts';
import { LOCAL_ORIGIN as origin, Passkey } from './support/passkey.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const REQUESTS = scaled(2_000, 200_000);
const AT_ONCE = 50;
const FILES = 4;
/** Of the requests, so many must get past routing, limits and schemas. */
const REACHING = 0.6;

let service: TestApp;
let tab: Tab;
let code: string;
let playId: string;
let circle: { id: string; code: string; dateId: string };
/** How many requests have reached the handler of their route. */
let handled = 0;
const count = () => (handled += 1);
const handlers = channel('tracing:fastify.request.handler:start');

beforeAll(async () => {
  handlers.subscribe(count);
  service = await buildTestApp({
    atOnce: { atOnceOfSession: Infinity, atOnceOfAddress: Infinity },
    config: { publicUrl: undefined, smtp: undefined, logLevel: 'warn', trustProxy: 'loopback' },
  });
  tab = await openTab(await listen(service.app));
  code = await openLobby([tab]);
  ({ playId } = await tab.ask('play:create', { variant: 'bisley/thirteen', deal: '17' }));
  circle = await openCircle();
  // Moderators' words are stored as well.
  await service.database.pool.query(`update users set role = 'moderator' where id = $1`, [
    tab.me.id,
  ]);
});
/** Of the person of `tab`, with a race arranged. */
async function openCircle(): Promise<{ id: string; code: string; dateId: string }> {
  const headers = { host: 'localhost', cookie: tab.cookie };
  const send = async (url: string, payload: object) =>
    (await service.app.inject({ method: 'POST', url, headers, payload })).json<{ id: string }>();
  const { id } = await send('/api/circles', { name: 'Otters' });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await send(`/api/circles/${id}/dates`, { at, variant: 'bisley/thirteen' });
  const answer = await service.app.inject({ url: `/api/circles/${id}`, headers });
  const { code: ofLink, dates } = answer.json<CircleSnapshot>();
  return { id, code: ofLink, dateId: dates[0]!.id };
}
afterAll(async () => {
  handlers.unsubscribe(count);
  tab.close();
  await service.close();
});

/** Times that one request is asked again where the machine has kept the database from answering. */
const AGAIN = 10;

/**
 * Asks, and again once the database answers if it did not: a busy machine is no fault of the request. One that makes it
 * unavailable by itself finds it so each time.
 */
async function ask(request: InjectOptions): Promise<LightMyRequestResponse> {
  for (let again = 0; ; again++) {
    sent += 1;
    // A download that has begun is cut where the database goes.
    const cut = (error: Error) => (again < AGAIN ? undefined : Promise.reject(error));
    const answer = await service.app.inject(request).catch(cut);
    if (answer && (answer.statusCode !== 503 || again === AGAIN)) return answer;
    outages += 1;
    await expect.poll(isUp, { timeout: 60_000 }).toBe(200);
  }
}
async function isUp(): Promise<number> {
  sent += 1;
  return (await service.app.inject('/healthz')).statusCode;
}
let [sent, outages] = [0, 0];

const isKnown = (one: unknown): boolean => typeof one === 'string' && Object.hasOwn(errors, one);

async function guest(): Promise<Device> {
  const one = device(service.app);
  await one.post('/api/me', {});
  return one;
}

test('P8: a credential’s id is base64url, and names nothing that the database cannot hold', async () => {
  const one = await guest();
  const { body } = await one.post('/api/sign-in/passkey/options', {}, { origin });
  const credential = new Passkey().answer(body as PasskeyOptions);
  for (const id of ['a\u0000b', '\ud800', 'a b', '']) {
    const request = { credential: { ...credential, id }, guest: 'leave' };
    const answer = await one.post('/api/sign-in/passkey', request, { origin });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad-request' } } });
  }
});

test('P8: of the ways to reach a passkey only those are kept that exist', async () => {
  const one = await guest();
  const { body } = await one.post('/api/account/passkeys/options', {}, { origin });
  const passkey = new Passkey();
  const credential = passkey.make(body as PasskeyOptions);
  const transports = ['internal', 'a\u0000b', '\ud800', 7, 'x'.repeat(9_000), 'internal'];
  const response = { ...credential.response, transports };
  const request = { credential: { ...credential, response } };
  const answer = await one.post('/api/account/passkeys', request, { origin });
  expect(answer.status).toBe(200);
  const [row] = await service.database.prisma.passkey.findMany({ where: { id: passkey.id } });
  expect(row?.transports).toEqual(['internal']);
});

test.each(['javascript', 'data', 'file', 'https,http', 'x\u00ff', ''])(
  'P8: signing out works or is refused with x-forwarded-proto: %s',
  async (proto) => {
    const one = await guest();
    for (const host of ['localhost:3000', '*', 'a b', '[::1', 'user:word@host']) {
      const headers = { 'x-forwarded-proto': proto, 'x-forwarded-host': host };
      const answer = await one.post('/api/auth/sign-out', {}, headers);
      expect(answer.status, host).toBeLessThan(500);
      expect((await one.get('/', { ...headers, accept: 'text/html' })).text).not.toMatch(
        /content="(javascript|data|file|null)/,
      );
    }
  },
);

test('P8: a moderator’s reason is text', async () => {
  for (const reason of ['a\u0000b', '\ud800', '\u0007']) {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/moderation',
      headers: { cookie: tab.cookie, host: 'localhost' },
      payload: { action: 'ban', playerId: 'nobody', reason },
    });
    expect(answer.statusCode, answer.body).toBe(400);
  }
});

const settings = { variant: 'bisley/thirteen', deal: '17', ageMs: 9_000, hints: 0 };
const credential = { type: 'public-key', clientExtensionResults: {}, response: {} };
/** Good bodies; other routes take none. */
const bodies: Readonly<Record<string, (draw: Draw) => object>> = {
  'PATCH /api/me': (draw) => ({ name: pick(draw, ['Anna', 'Ben', 'Zoë']) }),
  'PATCH /api/me/settings': () => ({ offBoards: true }),
  'PUT /api/me/preferences': () => ({ theme: 'dark', colours: { bisley: 'four' } }),
  'DELETE /api/me': () => ({ sure: true }),
  'POST /api/hand-overs': () => ({ path: '/race/ABC234' }),
  'POST /api/hand-overs/look': () => ({ code: 'ABCD2345' }),
  'POST /api/hand-overs/accept': () => ({ token: 'x'.repeat(32), guest: 'bring' }),
  'POST /api/account/password': () => ({ username: 'anna', password: 'four words and a card' }),
  'DELETE /api/account/password': () => ({ current: 'four words and a card' }),
  'POST /api/account/passkeys': () => ({ credential: { ...credential, id: 'x', rawId: 'x' } }),
  'POST /api/account/email': () => ({ email: 'anna@example.org' }),
  'POST /api/sign-in/email': () => ({ email: 'anna@example.org' }),
  'POST /api/sign-in/link': () => ({ token: 'x'.repeat(32), guest: 'leave' }),
  'POST /api/sign-in/password': () => ({ username: 'anna', password: 'a', guest: 'leave' }),
  'POST /api/sign-in/passkey': () => ({
    credential: { ...credential, id: 'x', rawId: 'x' },
    guest: 'leave',
  }),
  'POST /api/plays/offline': (draw) => ({
    ...settings,
    playId: `00000000-0000-4000-8000-${String(draw(999)).padStart(12, '0')}`,
    entries: [[0xffff, 1_000]],
  }),
  'POST /api/circles': (draw) => ({
    name: pick(draw, ['Otters', 'Zoë']),
    people: [],
    daily: false,
  }),
  'POST /api/circles/join': () => ({ code: circle.code }),
  'PATCH /api/circles/:id': (draw) => ({ name: pick(draw, ['Otters', 'Badgers']) }),
  'POST /api/circles/:id/host': () => ({ personId: 'somebody' }),
  'PATCH /api/circles/:id/me': () => ({ showsLane: false, showsPresence: true }),
  'POST /api/circles/:id/race': () => ({
    variant: 'bisley/thirteen',
    undo: 'free',
    capMinutes: 30,
  }),
  'POST /api/circles/:id/dates': () => ({
    at: new Date(Date.now() + 3_600_000).toISOString(),
    variant: 'bisley/thirteen',
  }),
  'PUT /api/circles/:id/dates/:dateId/me': (draw) => ({ comes: draw(2) === 0 }),
  'PATCH /api/nudges': () => ({
    kinds: { invitation: true, 'streak-ends': false },
    quiet: { from: 1_320, to: 480 },
    zone: 'Europe/Berlin',
  }),
  'POST /api/nudges/devices': (draw) => ({
    endpoint: `https://push.example/${draw(9)}`,
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),
  'POST /api/nudges/seen': () => ({ kind: 'invitation', subject: code }),
  'POST /api/moderation': () => ({ action: 'ban', playerId: 'nobody', reason: 'none' }),
};
/** What ends the session that asks, or the person. */
const ENDING = /auth\/\*|(POST|DELETE) \/api\/(me|account|sign-in|hand-overs\/accept)/;

const PROTOS = ['http', 'https', 'javascript', 'data', 'file', 'HTTPS', 'https,http', ',', '://'];
const HOSTS = [
  'localhost',
  '*',
  '*.example',
  '[::1',
  '[::1]:0',
  'a b',
  'a/b?c#d',
  'user:word@host',
  'localhost:99999',
  ':0',
  'xn--',
  'ünï.example',
  '\\\\host',
  'x'.repeat(300),
];
const FORS = [
  '1.2.3.4',
  'no address',
  '::ffff:1.2.3.4',
  '1.2.3.4, 10.0.0.1',
  ',,,',
  'fe80::1%eth0',
];

/** What Node takes as a header's value. */
const asHeader = (text: string): string => text.replace(/[^\t -~\u0080-\u00ff]/g, '').trim();
const texts = [...ODD.filter((one) => typeof one !== 'object').map(String), ...PROTOS, ...HOSTS];
const oddText = (draw: Draw): string => pick(draw, texts).slice(0, 300);

function headersOf(draw: Draw): Record<string, string> {
  const odd = () => asHeader(oddText(draw));
  const choices: Readonly<Record<string, () => string>> = {
    host: () => asHeader(pick(draw, HOSTS)),
    'x-forwarded-proto': () => asHeader(pick(draw, PROTOS)),
    'x-forwarded-host': () => asHeader(pick(draw, HOSTS)),
    'x-forwarded-for': () => pick(draw, FORS),
    'x-forwarded-port': odd,
    'x-real-ip': odd,
    forwarded: () => `for=${odd()};proto=${pick(draw, PROTOS)};host=${asHeader(pick(draw, HOSTS))}`,
    'user-agent': odd,
    'accept-language': odd,
    accept: odd,
    'if-none-match': odd,
    authorization: odd,
    'sec-fetch-site': () => 'same-origin',
    referer: odd,
    range: () => pick(draw, ['bytes=0-', 'bytes=-1', odd()]),
  };
  const names = Object.keys(choices);
  const headers: Record<string, string> = {};
  for (let n = draw(3); n > 0; n--) {
    const name = pick(draw, names);
    headers[name] = choices[name]!();
  }
  return headers;
}

/** In an address only what can be written in one: a lone surrogate cannot, but its bytes can. */
const encoded = (text: string): string =>
  /\p{Cs}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);

test(
  `P8: ${REQUESTS} requests, odd in address, headers or body, on every route: no fault of ours, and most reach a handler`,
  async () => {
    const goodOnes: Readonly<Record<string, string>> = {
      playId,
      code,
      game: 'bisley',
      board: 'fastest',
      period: 'week',
      day: '2026-11-21',
      deal: '1',
      personId: 'somebody',
      sessionId: 'none',
      id: 'none',
      '*': 'sign-out',
    };
    const ofCircles: Readonly<Record<string, string>> = {
      ...circle,
      ...{ first: tab.me.id, second: 'somebody' },
    };
    const pages = ['', 'race/ABC234', 'daily', `replay/${playId}`, 'stats', 'nothing/here'];
    const statuses = new Map<number, number>();
    // Of the files of the page, whose routes are alike, a few.
    const isFile = (route: string) => !/ \/(api\/|healthz|readyz|metrics|assets\/|\*)/.test(route);
    const all = service.app.routes.filter((route) => !route.startsWith('OPTIONS'));
    const files = all.filter(isFile).slice(0, FILES);
    const routes = [...all.filter((route) => !isFile(route)), ...files];
    expect(routes.length).toBeGreaterThan(50);
    handled = 0;
    sent = 0;
    /** Of each request all follows from the seed and its number. */
    const one = async (n: number) => {
      const draw = mersenneDraw([firstSeed, n]);
      const route = pick(draw, routes);
      const [method = '', pattern = ''] = route.split(' ');
      const isOddAddress = draw(3) === 0;
      const path = pattern
        .replace(/:(\w+)/g, (_, name: string) =>
          isOddAddress
            ? encoded(oddText(draw))
            : ((pattern.startsWith('/api/circles') ? ofCircles[name] : undefined) ??
              goodOnes[name] ??
              'x'),
        )
        .replace('*', () =>
          isOddAddress
            ? encoded(oddText(draw))
            : pattern === '/*'
              ? pick(draw, pages)
              : pick(draw, ['sign-out', 'get-session', 'sign-in/anonymous']),
        );
      const query = pick(draw, ['', '', `?before=${encoded(oddText(draw))}`, '?week=2026-11-16']);
      const good = bodies[route]?.(draw) ?? {};
      const body = draw(2) === 0 ? withOneWrong(good, draw) : good;
      const headers = headersOf(draw);
      const cookie = ENDING.test(route) ? (await guest()).cookie() : tab.cookie;
      // The guest's own request is none of these.
      if (ENDING.test(route)) sent += 1;
      const answer = await ask({
        method: method as 'GET',
        url: path + query,
        headers: { host: 'localhost', cookie, 'content-type': 'application/json', ...headers },
        ...(method === 'GET' || method === 'HEAD' ? {} : { payload: JSON.stringify(body) }),
      });
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      const request = [firstSeed, n, route, path, query, headers, body];
      const told = `${JSON.stringify(request)} ${answer.body} ${service.log().slice(-2_000)}`;
      expect(answer.statusCode, told).toBeLessThan(500);
      if (answer.statusCode < 400 || method === 'HEAD') return;
      if (!String(answer.headers['content-type']).startsWith('application/json')) return;
      const { error } = answer.json() as { error: { code: string } };
      expect(isKnown(error.code), told).toBe(true);
    };
    let begun = 0;
    const inTurn = async () => {
      while (begun < REQUESTS) await one(begun++);
    };
    // Some wait long, as passwords are compared one after the other: the others go on meanwhile.
    await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
    const share = handled / sent;
    console.log(
      `${sent} requests, ${(100 * share).toFixed(1)} % handled`,
      [...statuses],
      `${outages} outages`,
    );
    expect(share).toBeGreaterThan(REACHING);
    expect(faultsIn(service.log())).toEqual([]);
  },
  scaled(300_000, 7_200_000),
);
