// How much one person may ask for over their lines, counted in place.
import type { Daily, DailyTry } from '@same-deal/protocol';
import { io } from 'socket.io-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { entriesOfTries, frameCounter } from '../src/admission/frames.ts';
import { defaultFrameLimits } from '../src/admission/limits.ts';
import { buildTestApp } from './support/app.ts';
import { listen, openTab } from './support/sockets.ts';

const limits = {
  ...defaultFrameLimits,
  others: { times: 4, perMs: 1000 },
  entries: { times: 6, perMs: 1000 },
};

test('P8: tries at dailies weigh what is replayed for them: those that still run, with all that was undone', () => {
  const daily = (ending: DailyTry['ending'] | undefined, moves: number, undos: number) =>
    ({ mine: ending === undefined ? null : { ending, moves, undos } }) as Daily;
  expect(entriesOfTries([])).toBe(0);
  expect(entriesOfTries([daily(undefined, 9, 9), daily('won', 60, 4)])).toBe(0);
  expect(entriesOfTries([daily(null, 60, 4), daily('cap', 9, 9), daily(null, 1, 0)])).toBe(69);
});

describe('counting', () => {
  function counter() {
    let now = 0;
    const countersOf = frameCounter(limits, () => now);
    const admit = (person: string) => countersOf(person).admit;
    return { admit, pass: (ms: number) => (now += ms) };
  }

  test('so many in a window, by person and by kind; then how long to wait', () => {
    const { admit, pass } = counter();
    for (let n = 0; n < 4; n++) expect(admit('anna')('race:enter').waitMs).toBe(0);
    pass(400);
    expect(admit('anna')('race:enter')).toMatchObject({ waitMs: 600, isFlood: false });
    expect(admit('anna')('race:ready').waitMs, 'of the same kind').toBe(600);
    expect(admit('anna')('play:move').waitMs, 'of another').toBe(0);
    expect(admit('ben')('race:enter').waitMs, 'somebody else').toBe(0);
    pass(600);
    expect(admit('anna')('race:enter').waitMs).toBe(0);
  });

  test('all lines of a person count together, also after their window has passed', () => {
    const { admit, pass } = counter();
    const lines = [admit('anna'), admit('anna')] as const;
    for (let window = 0; window < 3; window++) {
      for (let n = 0; n < 4; n++) expect(lines[n % 2]?.('race:enter').waitMs).toBe(0);
      expect(lines[0]('race:enter').waitMs).toBe(1000);
      expect(lines[1]('race:enter').waitMs).toBe(1000);
      pass(1000);
    }
  });

  test('P8: a race that is over counts by what is replayed for it', () => {
    const { admit } = counter();
    const progress = { moves: 400, undos: 50 };
    const race = { phase: 'settled', players: [{ progress }, { progress }, { progress: null }] };
    expect(admit('anna')('race:enter').waitMs).toBe(0);
    admit('anna')('race:enter').carried?.({ ...race, phase: 'running' });
    expect(admit('anna')('race:enter').waitMs, 'held, not replayed').toBe(0);
    admit('ben')('race:enter').carried?.(race);
    expect(admit('ben')('race:enter').waitMs).toBe(1000);
  });

  test('moves and undos are counted together', () => {
    const { admit } = counter();
    for (let n = 0; n < 6; n++)
      expect(admit('anna')(n % 2 ? 'play:move' : 'play:undo').waitMs).toBe(0);
    expect(admit('anna')('play:move').waitMs).toBe(1000);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'play:peek'])(
    'an event called %j is one of the others',
    (name) => {
      const { admit } = counter();
      for (let n = 0; n < 4; n++)
        expect(admit('anna')(name)).toEqual({ waitMs: 0, isFlood: false });
      expect(admit('anna')(name)).toEqual({ waitMs: 1000, isFlood: false });
      expect(admit('anna')('race:enter').waitMs).toBe(1000);
    },
  );

  test.each([
    ['play:branch', { entries: 500 }, 3],
    ['play:branch', { entries: { toString: 1 } }, 1],
    ['play:branch', { entries: Object.create(null) as unknown }, 1],
    ['duplicate:create', { deals: 4 }, 4],
    ['duplicate:create', { deals: 1e308 }, 8],
    ['duplicate:create', { deals: { valueOf: 1, toString: 1 } }, 1],
    ['duplicate:create', { deals: Symbol.iterator }, 1],
    ['duplicate:create', null, 1],
  ])('P8: %s of %j counts, whatever it holds, and breaks nothing', (name, request, cost) => {
    const creations = { times: 2 * cost, perMs: 1000 };
    const { admit } = frameCounter({ ...limits, creations }, () => 0)('anna');
    const waits = [1, 2, 3].map(() => admit(name, request).waitMs);
    expect(waits).toEqual([0, 0, 1000]);
  });

  test('P8: the answer with the tables of a race counts by what it carries, once it is known', () => {
    const tables = { times: 82, perMs: 1000 };
    const { admit } = frameCounter({ ...limits, tables }, () => 0)('anna');
    const long = { log: Array.from({ length: 5_000 }) };
    const waits = [1, 2, 3].map(() => {
      const { waitMs, carried } = admit('race:tables');
      if (waitMs === 0) carried!({ tables: [long, long] });
      return waitMs;
    });
    expect(waits).toEqual([0, 0, 1000]);
    expect(admit('race:enter').waitMs, 'of another kind').toBe(0);
  });

  test('somebody who goes on after twice as many floods; they may come back in the next window', () => {
    const { admit, pass } = counter();
    const floods = Array.from({ length: 22 }, () => admit('anna')('race:enter').isFlood);
    expect(floods.indexOf(true)).toBe(8);
    expect(admit('ben')('race:enter').isFlood).toBe(false);
    pass(1000);
    expect(admit('anna')('race:enter')).toMatchObject({ waitMs: 0, isFlood: false });
  });
});

test('a branch counts by the entries that it takes over; the first always passes', () => {
  let now = 0;
  const countersOf = frameCounter(
    { ...defaultFrameLimits, creations: { times: 10, perMs: 1000 } },
    () => now,
  );
  const admit = (person: string) => countersOf(person).admit;
  expect(admit('anna')('play:branch', { entries: 5_000 }).waitMs).toBe(0);
  expect(admit('anna')('play:create').waitMs, 'twenty-one of ten').toBe(1000);
  now += 1000;
  for (let n = 0; n < 5; n++) expect(admit('anna')('play:branch', { entries: 250 }).waitMs).toBe(0);
  expect(admit('anna')('play:branch', { entries: 0 }).waitMs).toBe(1000);
  for (const odd of [undefined, null, 'x', { entries: 'NaN' }, { entries: -1 }, { entries: 1e99 }])
    expect(Number.isFinite(admit('ben')('play:branch', odd).waitMs)).toBe(true);
});

describe('P8: over a line', () => {
  async function service() {
    const socketLimits = { others: { times: 20, perMs: 60_000 } };
    const app = await buildTestApp({ socketLimits });
    onTestFinished(() => app.close());
    const url = await listen(app.app);
    const tabAt = async (cookie?: string) => {
      const tab = await openTab(url, cookie);
      onTestFinished(() => tab.close());
      return tab;
    };
    return { app, url, tabAt };
  }

  test('events called constructor and __proto__ are unknown like any other, and count', async () => {
    const { tabAt } = await service();
    const { socket, request } = await tabAt();
    for (const name of ['constructor', '__proto__', 'toString', 'play:peek']) {
      expect(await socket.emitWithAck(name, {}), name).toEqual({
        ok: false,
        error: { code: 'unknown-event' },
      });
    }
    for (let n = 4; n < 20; n++) expect((await request('line:check', {})).ok).toBe(true);
    expect(await socket.emitWithAck('__proto__', {})).toMatchObject({
      error: { code: 'too-many-requests' },
    });
  });

  test('frames that ask for no answer count, over all lines of a person', async () => {
    const { tabAt } = await service();
    const anna = await tabAt();
    const second = await tabAt(anna.cookie);
    for (let n = 0; n < 12; n++) anna.socket.emit('line:check', {});
    expect((await anna.request('line:check', {})).ok).toBe(true);
    for (let n = 13; n < 20; n++) second.socket.emit('constructor');
    await expect
      .poll(async () => {
        const answer = await second.request('line:check', {});
        return answer.ok || answer.error.code;
      })
      .toBe('too-many-requests');
    const ben = await tabAt();
    expect((await ben.request('line:check', {})).ok).toBe(true);
  });

  test('whoever floods loses all their lines, and nobody else does', async () => {
    const { app, url, tabAt } = await service();
    const [anna, ben] = [await tabAt(), await tabAt()];
    const second = await tabAt(anna.cookie);
    // A client of another kind, which does not come back by itself.
    const flooding = io(url, {
      transports: ['websocket'],
      extraHeaders: { cookie: anna.cookie },
      forceNew: true,
      reconnection: false,
    });
    onTestFinished(() => void flooding.disconnect());
    await new Promise((resolve) => flooding.once('connect', () => resolve(undefined)));
    const lost = [anna.socket, second.socket, flooding].map(
      (socket) => new Promise((resolve) => socket.once('disconnect', resolve)),
    );
    for (let n = 0; n < 150; n++) flooding.emit('line:check', {});
    await Promise.all(lost);
    expect(ben.socket.connected).toBe(true);
    expect((await ben.request('line:check', {})).ok).toBe(true);
    expect(app.log()).toContain('a flood: their lines are closed');
  });
});
