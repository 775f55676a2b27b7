// P8: requests that are nearly right, one thing in each of them wrong: each is answered with data or a code from the
// closed list, none is a fault of ours. Some here, a tenth of a million in each of ten parts of the night. Requests over
// HTTP are in `odd-requests.test.ts`.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { linearDraw } from '@same-deal/engine';
import { clientEvents, errors } from '@same-deal/protocol';
import type { ClientEventName } from '@same-deal/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { buildTestApp, noSocketLimits } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { pick, ODD, withOneWrong } from './support/odd.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const FRAMES = scaled(1_000, 100_000);
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
    socketLimits: noSocketLimits,
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
  'lanes:read': { playId },
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
