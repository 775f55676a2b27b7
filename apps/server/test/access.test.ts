// P8: what is nobody else's business is refused with its code, for every route and event there is: one without a row
// here fails the test.
import { clientEvents } from '@same-deal/protocol';
import type { ClientEventName } from '@same-deal/protocol';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, device, noSocketLimits } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

/**
 * `open`: for everybody. `own`: for whoever is signed in, about themselves. Else what somebody is refused with who asks
 * for another person's thing; only somebody signed in gets as far as that.
 */
type Access = 'open' | 'own' | { readonly others: string; readonly signedIn?: false };

const routes: Readonly<Record<string, Access>> = {
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'POST /api/auth/*': 'open',
  'GET /api/auth/*': { others: 'not-found', signedIn: false },
  'GET /api/service': 'open',
  'GET /api/me': 'own',
  'POST /api/me': 'open',
  'PATCH /api/me': 'own',
  'DELETE /api/me': 'own',
  'GET /api/me/export': 'own',
  'GET /api/me/guests': 'own',
  'GET /api/me/settings': 'own',
  'PATCH /api/me/settings': 'own',
  'GET /api/me/preferences': 'own',
  'PUT /api/me/preferences': 'own',
  'GET /api/me/sessions': 'own',
  'DELETE /api/me/sessions': 'own',
  'DELETE /api/me/sessions/:sessionId': { others: 'not-found' },
  'GET /api/account': 'own',
  'POST /api/account/password': 'own',
  'DELETE /api/account/password': 'own',
  'POST /api/account/passkeys/options': 'own',
  'POST /api/account/passkeys': 'own',
  'DELETE /api/account/passkeys/:id': { others: 'not-found' },
  'POST /api/account/email': 'own',
  'DELETE /api/account/email': 'own',
  'POST /api/sign-in/password': { others: 'sign-in-failed', signedIn: false },
  'POST /api/sign-in/passkey/options': 'open',
  'POST /api/sign-in/passkey': { others: 'passkey-refused', signedIn: false },
  'POST /api/sign-in/email': { others: 'email-off', signedIn: false },
  'POST /api/sign-in/link': { others: 'link-unknown', signedIn: false },
  'POST /api/hand-overs': 'own',
  'POST /api/hand-overs/look': { others: 'hand-over-unknown', signedIn: false },
  'POST /api/hand-overs/accept': { others: 'hand-over-unknown', signedIn: false },
  'GET /api/people': 'own',
  'GET /api/people/:personId': { others: 'not-found' },
  'PUT /api/people/:personId/block': 'own',
  'DELETE /api/people/:personId/block': 'own',
  'POST /api/people/:personId/report': 'own',
  'GET /api/nudges': 'own',
  'PATCH /api/nudges': 'own',
  'PUT /api/nudges/rivals/:personId': { others: 'not-found' },
  'DELETE /api/nudges/rivals/:personId': 'own',
  'POST /api/nudges/devices': 'own',
  'DELETE /api/nudges/devices/:deviceId': { others: 'not-found' },
  'GET /api/nudges/waiting': 'own',
  'POST /api/nudges/seen': 'own',
  'GET /api/plays': 'own',
  'POST /api/plays/offline': { others: 'forbidden' },
  'GET /api/plays/:playId': { others: 'forbidden', signedIn: false },
  'GET /api/plays/:playId/analysis': { others: 'forbidden', signedIn: false },
  'GET /api/races': 'open',
  'GET /api/races/:code': { others: 'race-not-settled', signedIn: false },
  'GET /api/races/:code/deal': { others: 'race-not-settled', signedIn: false },
  'GET /api/races/:code/courses': { others: 'race-not-settled', signedIn: false },
  'GET /api/races/:code/ghosts': { others: 'race-not-settled', signedIn: false },
  'GET /api/dailies': 'open',
  'GET /api/dailies/archive': 'open',
  'GET /api/dailies/:day/:game': 'open',
  'GET /api/dailies/:day/:game/boards/:board': 'open',
  'GET /api/dailies/:day/:game/times': 'open',
  'GET /api/dailies/:day/:game/deal': { others: 'deal-is-live', signedIn: false },
  'GET /api/duplicates': 'own',
  'GET /api/duplicates/:code': 'open',
  'GET /api/duplicates/:code/deals/:deal': { others: 'deal-is-live', signedIn: false },
  'GET /api/dailies/:day/:game/ghosts': { others: 'deal-is-live', signedIn: false },
  'GET /api/circles': 'own',
  'POST /api/circles': 'own',
  'GET /api/circles/codes/:code': 'open',
  'POST /api/circles/join': 'own',
  'GET /api/circles/:id': { others: 'not-found' },
  'PATCH /api/circles/:id': { others: 'not-found' },
  'DELETE /api/circles/:id': { others: 'not-found' },
  'POST /api/circles/:id/code': { others: 'not-found' },
  'POST /api/circles/:id/host': { others: 'not-found' },
  'POST /api/circles/:id/invitation': { others: 'not-found' },
  'DELETE /api/circles/:id/invitation': { others: 'not-found' },
  'PATCH /api/circles/:id/me': { others: 'not-found' },
  'DELETE /api/circles/:id/me': { others: 'not-found' },
  'DELETE /api/circles/:id/members/:personId': { others: 'not-found' },
  'GET /api/circles/:id/weeks': { others: 'not-found' },
  'GET /api/circles/:id/weeks/:day': { others: 'not-found' },
  'GET /api/circles/:id/people/:first/:second': { others: 'not-found' },
  'POST /api/circles/:id/race': { others: 'not-found' },
  'POST /api/circles/:id/dates': { others: 'not-found' },
  'DELETE /api/circles/:id/dates/:dateId': { others: 'not-found' },
  'PUT /api/circles/:id/dates/:dateId/me': { others: 'not-found' },
  'POST /api/circles/:id/dates/:dateId/race': { others: 'not-found' },
  'GET /api/circles/:id/dates/:dateId/date.ics': { others: 'not-found' },
  'GET /api/boards/:game/:period': 'open',
  'GET /api/stats': 'own',
  'GET /api/moderation': { others: 'not-a-moderator' },
  'POST /api/moderation': { others: 'not-a-moderator' },
  'GET /*': 'open',
};

/** What somebody is answered who asks it of another's race or play; `null`: it is for everybody. */
const events: Readonly<Record<ClientEventName, string | null>> = {
  'race:create': null,
  'race:enter': null,
  'race:exit': null,
  'race:join': 'race-locked',
  'race:leave': 'not-in-race',
  'race:ready': 'not-in-race',
  'race:configure': 'not-host',
  'race:remove': 'not-host',
  'race:lock': 'not-host',
  'race:start': 'not-host',
  'race:rematch': 'race-not-settled',
  'race:quick': null,
  'race:ghosts': 'race-not-settled',
  'race:tables': 'not-started',
  'race:partner': 'not-in-race',
  'race:say': 'not-in-race',
  'race:shown': 'not-in-race',
  'race:invite': 'not-in-race',
  'play:create': null,
  'play:branch': 'forbidden',
  'play:open': 'forbidden',
  'play:close': null,
  'play:move': 'forbidden',
  'play:undo': 'forbidden',
  'play:concede': 'forbidden',
  'play:hint': 'forbidden',
  'daily:start': null,
  'daily:watch': null,
  'daily:unwatch': null,
  'lanes:read': 'forbidden',
  'duplicate:create': null,
  'duplicate:join': 'duplicate-full',
  'duplicate:start': 'not-in-duplicate',
  'line:check': null,
};

let service: TestApp;
let url: string;
let owner: Tab;
let outsider: Tab;
let code: string;
let playId: string;
let duplicateCode: string;
let circle: { id: string; code: string };
const today = '2040-02-29';

beforeAll(async () => {
  service = await buildTestApp({
    clock: testClock(Date.UTC(2040, 1, 29, 8)),
    socketLimits: noSocketLimits,
  });
  url = await listen(service.app);
  // Draws today's.
  await device(service.app).get('/api/dailies');
  [owner, outsider] = [await openTab(url), await openTab(url)];
  code = await openLobby([owner]);
  await owner.ask('race:lock', { code, locked: true });
  ({ code: duplicateCode } = await owner.ask('duplicate:create', {
    variants: ['bisley/thirteen'],
    deals: 2,
    days: 14,
  }));
  // So that nobody else is let in.
  await service.database.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [
    owner.me.id,
    outsider.me.id,
  ]);
  ({ playId } = await owner.ask('play:create', { variant: 'bisley/thirteen', deal: '17' }));
  circle = await service.database.prisma.circle.create({
    data: {
      ...{ name: 'Ours', code: 'ABC234', hostId: owner.me.id, createdAt: new Date() },
      members: { create: [{ userId: owner.me.id, joinedAt: new Date() }] },
    },
  });
});
afterAll(async () => {
  owner.close();
  outsider.close();
  await service.close();
});

/** All routes of the service; files of the page and HEAD apart. */
const listRoutes = (): string[] =>
  service.app.routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route) && isOurs(route));
const isOurs = (route: string) => /^\w+ \/(api\/|healthz|readyz|metrics|\*)/.test(route);

/** A request to a route, about things that are the owner's. */
async function ask(route: string, from: Device) {
  const [method = '', pattern = ''] = route.split(' ');
  const things: Record<string, string> = {
    sessionId: 'somebody-elses',
    id: pattern.startsWith('/api/circles') ? circle.id : 'somebody-elses',
    personId: owner.me.id,
    playId,
    deviceId: '00000000-0000-4000-8000-000000000000',
    code: pattern.startsWith('/api/duplicates')
      ? duplicateCode
      : pattern.startsWith('/api/circles')
        ? circle.code
        : code,
    first: owner.me.id,
    second: owner.me.id,
    dateId: '00000000-0000-4000-8000-000000000000',
    deal: '1',
    day: today,
    game: 'bisley',
    board: 'fastest',
    period: 'week',
  };
  const bodies: Record<string, object> = {
    'PATCH /api/me': { name: 'Somebody' },
    'DELETE /api/me': { sure: true },
    'PATCH /api/me/settings': { offBoards: false },
    'PUT /api/me/preferences': { felt: 'blue' },
    'POST /api/account/password': { username: 'x', password: 'y' },
    'DELETE /api/account/password': { current: 'y' },
    'POST /api/account/passkeys': { credential: { id: 'x' } },
    'POST /api/account/email': { email: 'anna@example.org' },
    'POST /api/sign-in/password': { username: 'nobody', password: 'y', guest: 'leave' },
    'POST /api/sign-in/passkey': { credential: { id: 'x' }, guest: 'leave' },
    'POST /api/sign-in/email': { email: 'anna@example.org' },
    'POST /api/sign-in/link': { token: 'x'.repeat(32), guest: 'leave' },
    'POST /api/hand-overs': { path: '/' },
    'POST /api/hand-overs/look': { code: 'ABCD2345' },
    'POST /api/hand-overs/accept': { code: 'ABCD2345', guest: 'leave' },
    'POST /api/plays/offline': {
      playId,
      variant: 'bisley/thirteen',
      deal: '17',
      ageMs: 1000,
      hints: 0,
      entries: [],
    },
    'POST /api/nudges/devices': {
      endpoint: 'https://push.example/a',
      keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) },
    },
    'POST /api/nudges/seen': { kind: 'invitation', subject: 'ABC234' },
    'POST /api/moderation': { action: 'ban', playerId: owner.me.id, reason: 'none' },
    'POST /api/circles': { name: 'Theirs' },
    'POST /api/circles/join': { code: 'ABC235' },
    'PATCH /api/circles/:id': { name: 'Theirs' },
    'POST /api/circles/:id/host': { personId: owner.me.id },
    'PATCH /api/circles/:id/me': { showsLane: false },
    'POST /api/circles/:id/race': { variant: 'bisley/thirteen' },
    'POST /api/circles/:id/dates': { at: '2040-03-01T20:00:00.000Z', variant: 'bisley/thirteen' },
    'PUT /api/circles/:id/dates/:dateId/me': { comes: true },
  };
  const path = pattern
    .replace(/:(\w+)/g, (_, name: string) => things[name] ?? '')
    .replace('/api/auth/*', '/api/auth/sign-out')
    .replace('/*', '/');
  const headers = { cookie: from.cookie(), origin: 'http://localhost:3000', accept: 'text/html' };
  const answer = await service.app.inject({
    method: method as 'GET',
    url: path,
    headers: { host: 'localhost:3000', ...headers },
    ...(method === 'GET' ? {} : { payload: bodies[route] ?? {} }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const error = isJson ? (answer.json() as { error?: { code: string } }).error?.code : undefined;
  return { status: answer.statusCode, error };
}

async function person(): Promise<Device> {
  const browser = device(service.app);
  expect((await browser.post('/api/me', {})).status).toBe(200);
  return browser;
}
const idOf = async (browser: Device) => ((await browser.get('/api/me')).body as { id: string }).id;

/** Somebody's cookie as it was before something happened to their session. */
const withCookie = (cookie: string): Device => ({ ...device(service.app), cookie: () => cookie });

const nobodies: Readonly<Record<string, () => Promise<Device>>> = {
  'no session': async () => device(service.app),
  'made up': async () => withCookie('same-deal.session_token=made-up.signature'),
  'signed out': async () => {
    const browser = await person();
    const kept = withCookie(browser.cookie());
    await browser.post('/api/auth/sign-out', {}, { origin: 'http://localhost:3000' });
    return kept;
  },
  expired: async () => {
    const browser = await person();
    await service.database.pool.query(
      "update sessions set expires_at = now() - interval '1 day' where user_id = $1",
      [await idOf(browser)],
    );
    return browser;
  },
};

test('every route and every event has a row', () => {
  expect(listRoutes().sort()).toEqual(Object.keys(routes).sort());
  expect(Object.keys(clientEvents).sort()).toEqual(Object.keys(events).sort());
});

describe.each(Object.entries(nobodies))('routes, %s', (_title, somebody) => {
  test('P8: what is one’s own needs a session; the rest is answered as to anybody', async () => {
    const from = await somebody();
    for (const [route, access] of Object.entries(routes)) {
      const { status, error } = await ask(route, from);
      if (access === 'open') expect(status, route).toBeLessThan(500);
      const expected =
        access === 'own' || (typeof access === 'object' && access.signedIn !== false)
          ? 'not-signed-in'
          : typeof access === 'object'
            ? access.others
            : undefined;
      if (expected !== undefined) expect(error, route).toBe(expected);
      else expect(error, route).not.toBe('not-signed-in');
    }
  });
});

describe.each(['another person', 'somebody banned'])('routes, %s', (title) => {
  test('P8: what is somebody else’s is refused with its code', async () => {
    for (const [route, access] of Object.entries(routes)) {
      const from = await person();
      if (title === 'somebody banned') {
        await service.database.pool.query('update users set banned_at = now() where id = $1', [
          await idOf(from),
        ]);
      }
      const { status, error } = await ask(route, from);
      expect(status, route).toBeLessThan(500);
      if (typeof access === 'object') expect(error, route).toBe(access.others);
      else expect(error, route).not.toBe('not-signed-in');
    }
  });
});

test.each(Object.entries(nobodies))('no line is opened: %s', async (_title, somebody) => {
  const cookie = (await somebody()).cookie();
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: cookie === '' ? {} : { cookie },
    forceNew: true,
    reconnection: false,
  });
  const answer = await new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
  });
  socket.disconnect();
  expect(answer).toBe('not-signed-in');
});

describe.each(['another person', 'somebody banned'])('events, %s', (title) => {
  const requests = (): Record<ClientEventName, object> => {
    const ofRace = { code };
    const ofPlay = { playId, expected: 1 };
    const daily = { day: today, game: 'bisley' };
    return {
      'race:create': { variant: 'bisley/thirteen' },
      'race:enter': ofRace,
      'race:exit': ofRace,
      'race:join': ofRace,
      'race:leave': ofRace,
      'race:ready': { code, ready: true },
      'race:configure': {
        code,
        settings: { variant: 'bisley/thirteen', undo: 'none', capMinutes: 30 },
      },
      'race:remove': { code, playerId: owner.me.id },
      'race:lock': { code, locked: false },
      'race:start': ofRace,
      'race:rematch': ofRace,
      'race:invite': { code, personId: owner.me.id },
      'race:quick': { game: 'bisley' },
      'race:ghosts': { race: code },
      'race:tables': ofRace,
      'race:partner': { code, strength: 1 },
      'race:say': { code, phrase: 'good-luck' },
      'race:shown': { code, afterMs: 300 },
      'play:create': { variant: 'bisley/thirteen' },
      'play:branch': { playId, entries: 0 },
      'play:open': { playId },
      'play:close': { playId },
      'play:move': { ...ofPlay, move: 1 },
      'play:undo': ofPlay,
      'play:concede': ofPlay,
      'play:hint': { playId },
      'daily:start': daily,
      'daily:watch': daily,
      'daily:unwatch': daily,
      'lanes:read': { playId },
      'duplicate:create': { variants: ['bisley/thirteen'], deals: 2, days: 1 },
      'duplicate:join': { code: duplicateCode },
      'duplicate:start': { code: duplicateCode, deal: 1 },
      'line:check': {},
    };
  };

  test('P8: what is somebody else’s is refused with its code, and changes nothing', async () => {
    if (title === 'somebody banned') {
      await service.database.pool.query('update users set banned_at = now() where id = $1', [
        outsider.me.id,
      ]);
    }
    const asked = requests();
    for (const name of Object.keys(events) as ClientEventName[]) {
      const answer = await outsider.request(name, asked[name] as never);
      expect(answer.ok ? null : answer.error.code, name).toBe(events[name]);
    }
    const { players, locked, hostId } = await owner.ask('race:enter', { code });
    expect({ players: players.length, locked, hostId }).toEqual({
      players: 1,
      locked: true,
      hostId: owner.me.id,
    });
    expect((await owner.ask('play:open', { playId })).log).toEqual([]);
  });
});
