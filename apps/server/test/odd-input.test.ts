// P8: requests that are nearly right, one thing in each of them wrong: each is answered with data or a code from the
// closed list, none is a fault of ours. Some here, a tenth of a million in each of ten parts of the night.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { linearDraw } from '@same-deal/engine';
import { clientEvents, errors } from '@same-deal/protocol';
import type { ClientEventName } from '@same-deal/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const FRAMES = scaled(1_000, 100_000);
const REQUESTS = scaled(200, 10_000);
const AT_ONCE = 50;
const MEMORY_MB = 50;

const never = { times: 1e9, perMs: 1000 };
let service: TestApp;
let tab: Tab;
let code: string;
let playId: string;

beforeAll(async () => {
  service = await buildTestApp({
    atOnce: { atOnceOfSession: Infinity, atOnceOfAddress: Infinity },
    socketLimits: {
      entries: never,
      creations: never,
      invitations: never,
      phrases: never,
      tables: never,
      others: never,
    },
    lineLimits: { frames: never, addressFrames: never, ofSession: never, handshakes: never },
    config: { publicUrl: undefined, smtp: undefined, logLevel: 'warn', trustProxy: 'loopback' },
  });
  tab = await openTab(await listen(service.app));
  code = await openLobby([tab]);
  ({ playId } = await tab.ask('play:create', { variant: 'bisley/thirteen', deal: '17' }));
});
afterAll(async () => {
  tab.close();
  await service.close();
});

/** What a field may hold instead of what it should. */
const ODD: readonly unknown[] = [
  null,
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '../..',
  "' or 1=1 --",
  '%00',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  -1,
  0,
  1,
  65_536,
  2 ** 31,
  1e308,
  -0.5,
  '1',
  true,
  [],
  [[]],
  {},
  { toString: 1 },
  { __proto__: null, length: -1 },
  '9999-12-31',
  '0000-00-00',
  '00000000-0000-4000-8000-000000000000',
  'ABC234',
  'sly-fox/standard',
];

type Draw = (most: number) => number;
const pick = <Item>(draw: Draw, items: readonly Item[]): Item => items[draw(items.length - 1)]!;

/** The same with one thing wrong, at whatever depth; now and then with nothing wrong. */
function withOneWrong(value: unknown, draw: Draw): unknown {
  if (draw(19) === 0) return value;
  if (typeof value !== 'object' || value === null || draw(9) === 0) return pick(draw, ODD);
  const keys = Object.keys(value);
  const key = pick(draw, keys.length > 0 ? keys : ['nothing']);
  const { [key]: inner, ...others } = value as Record<string, unknown>;
  switch (draw(5)) {
    case 0:
      return others;
    case 1:
      return { ...value, [pick(draw, ['extra', '__proto__', 'toString'])]: pick(draw, ODD) };
    default:
      return { ...others, [key]: withOneWrong(inner, draw) };
  }
}

const settings = { variant: 'bisley/thirteen', undo: 'bounded', capMinutes: 20, proved: false };
const daily = { day: '2026-11-21', game: 'bisley' };
/** A good request of each event; what ends things for good, or fills tables without end, is left out of the luck. */
const good = (): Readonly<Record<ClientEventName, object>> => ({
  'race:create': settings,
  'race:enter': { code },
  'race:exit': { code },
  'race:join': { code },
  'race:leave': { code: 'ABC234' },
  'race:ready': { code, ready: true },
  'race:configure': { code, settings },
  'race:remove': { code, playerId: 'somebody' },
  'race:lock': { code, locked: false },
  'race:start': { code },
  'race:rematch': { code },
  'race:invite': { code, personId: 'somebody' },
  'race:quick': { game: 'bisley' },
  'race:ghosts': { race: code },
  'race:tables': { code },
  'race:partner': { code, strength: 1 },
  'race:say': { code, phrase: 'good-luck' },
  'race:shown': { code, afterMs: 300 },
  'play:create': { variant: 'bisley/thirteen', deal: 'no such deal' },
  'play:branch': { playId, entries: 1 },
  'play:open': { playId },
  'play:close': { playId },
  'play:move': { playId, expected: 1, move: 0xffff },
  'play:undo': { playId, expected: 1 },
  'play:concede': { playId, expected: 2 },
  'play:hint': { playId },
  'daily:start': { ...daily, day: '2030-01-01' },
  'daily:watch': daily,
  'daily:unwatch': daily,
  'duplicate:create': { variants: ['bisley/thirteen'], deals: 2, days: 3, undo: 'bounded' },
  'duplicate:join': { code },
  'duplicate:start': { code, deal: 1 },
  'line:check': {},
});

const isKnown = (code: unknown): boolean => typeof code === 'string' && Object.hasOwn(errors, code);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** What is held: pages that the process has had once and does not use any more say nothing. */
function megabytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

test(
  `P8: ${FRAMES} frames with one thing wrong, each answered, none with a fault of ours`,
  async () => {
    const draw = linearDraw(firstSeed);
    const requests = good();
    const names = Object.keys(clientEvents) as ClientEventName[];
    let before = 0;
    for (let n = 0; n < FRAMES; n += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const name = pick(draw, names);
          const request = withOneWrong(requests[name], draw);
          const more = draw(9) === 0 ? [pick(draw, ODD)] : [];
          const raw: unknown = await tab.socket.timeout(30_000).emitWithAck(name, request, ...more);
          if (Array.isArray(raw)) return;
          const answer = raw as { ok: boolean; error?: { code: string } };
          const told = JSON.stringify([firstSeed, name, request]);
          expect(answer.ok || isKnown(answer.error?.code), told).toBe(true);
          expect(answer.error?.code ?? '', told).not.toMatch(/^(internal|unavailable)$/);
        }),
      );
      if (n >= FRAMES / 10 && before === 0) before = megabytes();
    }
    expect(tab.socket.connected).toBe(true);
    expect(megabytes() - before, 'memory stays').toBeLessThan(MEMORY_MB);
    expect(service.log()).not.toContain('"level":50');
  },
  scaled(60_000, 3_600_000),
);

test(
  `P8: ${REQUESTS} requests with one thing wrong, none answered with a fault of ours`,
  async () => {
    const draw = linearDraw(firstSeed + 1);
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const bodies: readonly object[] = [
      { name: 'Anna' },
      { offBoards: true },
      { path: '/' },
      { code: 'ABCD2345', guest: 'leave' },
      { token: 'x'.repeat(32), guest: 'bring' },
      { username: 'anna', password: 'four words and a card', guest: 'leave' },
      { email: 'anna@example.org' },
      { credential: { id: 'x', rawId: 'x', type: 'public-key', response: {} }, guest: 'leave' },
      { action: 'ban', playerId: 'x', reason: 'none' },
      { sure: 'no' },
    ];
    // Signing out, being forgotten and hashing passwords would only stop or slow down the rest.
    const isAsked = (route: string) =>
      route.includes(' /api/') &&
      !/auth\/\*|DELETE \/api\/me$|sign-in\/password|account\/password|DELETE \/api\/me\/sessions/.test(
        route,
      );
    const routes = service.app.routes.filter(isAsked);
    const texts = ODD.filter((one) => typeof one !== 'object').map((one) =>
      String(one).slice(0, 200),
    );
    const oddText = () => pick(draw, texts);
    const encoded = (text: string) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '?'));
    const goodOnes: Readonly<Record<string, string>> = {
      playId,
      code,
      game: 'bisley',
      board: 'fastest',
      period: 'week',
      day: '2026-11-21',
    };
    for (let n = 0; n < REQUESTS; n += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const route = pick(draw, routes);
          const [method = '', pattern = ''] = route.split(' ');
          const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
            draw(2) === 0 ? encoded(oddText()) : (goodOnes[name] ?? 'x'),
          );
          const query = pick(draw, ['', '', `?before=${encoded(oddText())}`, '?week=2026-11-16']);
          const headers = { host: draw(19) === 0 ? oddText().replace(/[^ -~]/g, '') : 'localhost' };
          const body = withOneWrong(pick(draw, bodies), draw);
          const answer = await service.app.inject({
            method: method as 'GET',
            url: path + query,
            headers: { cookie: anna.cookie(), ...headers, 'content-type': 'application/json' },
            ...(method === 'GET' || method === 'HEAD' ? {} : { payload: JSON.stringify(body) }),
          });
          const request = [firstSeed, route, path, query, headers, body];
          const told = `${JSON.stringify(request)} ${service.log().slice(-2_000)}`;
          expect(answer.statusCode, told).toBeLessThan(500);
          if (answer.statusCode < 400 || method === 'HEAD') return;
          const { error } = answer.json() as { error: { code: string } };
          expect(isKnown(error.code), told).toBe(true);
        }),
      );
    }
    expect(service.log()).not.toContain('"level":50');
  },
  scaled(60_000, 3_600_000),
);
