import type { Answer, ErrorCode, Failure, RaceSnapshot } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeTransport } from '../net/fake-transport.ts';
import { FakeService, PLAY_ID } from '../play/testing/fake-service.ts';
import type { RaceChange } from './race-state.ts';
import { LAST_MOMENT_MS, RaceSession } from './race-session.svelte.ts';
import { rematch } from './rematch.ts';

const lobby: RaceSnapshot = {
  code: 'ABC234',
  revision: 1,
  phase: 'open',
  settings: { variant: 'bisley/thirteen', undo: 'bounded', capMinutes: 15, proved: true },
  hostId: 'anna',
  locked: false,
  players: ['anna', 'ben'].map((id) => ({
    id,
    name: id,
    ready: false,
    away: false,
    playId: null,
    progress: null,
  })),
  watchers: 0,
  commitment: null,
  proved: null,
  difficulty: null,
  startsInMs: null,
  closesInMs: null,
  rematchCode: null,
  unrated: false,
};

const settled = () => new Promise((resolve) => setTimeout(resolve));

function enter(transport: FakeTransport, you = 'anna') {
  const changes: RaceChange[] = [];
  const race = new RaceSession('ABC234', transport, { id: you }, (change) => changes.push(change));
  const stop = race.start();
  return { race, changes, stop };
}

const names = (transport: FakeTransport) => transport.sent.map(({ name }) => name);

test('enters on arrival and after every lost line, and leaves when it is closed', async () => {
  const transport = new FakeTransport().answer('race:enter', () => ({ ok: true, data: lobby }));
  const { race, stop } = enter(transport);
  await settled();
  expect(race.snapshot).toEqual(lobby);
  expect(race.isHost).toBe(true);
  transport.setLine('down');
  transport.setLine('up');
  await settled();
  stop();
  expect(names(transport)).toEqual(['race:enter', 'race:enter', 'race:exit']);
});

test('a race that is left before it was entered is left all the same, unless it is open in another way', async () => {
  const answers: (() => void)[] = [];
  const transport = new FakeTransport().answer(
    'race:enter',
    () => new Promise((resolve) => answers.push(() => resolve({ ok: true, data: lobby }))),
  );
  const first = enter(transport);
  first.stop();
  const second = enter(transport);
  answers[0]?.();
  await settled();
  expect(names(transport)).toEqual(['race:enter', 'race:enter']);
  second.stop();
  answers[1]?.();
  await settled();
  expect(names(transport)).toEqual(['race:enter', 'race:enter', 'race:exit']);
});

test('asked for twice at once, it is entered once', async () => {
  const transport = new FakeTransport().answer('race:enter', () => ({ ok: true, data: lobby }));
  const { race } = enter(transport);
  await Promise.all([race.enter(), race.enter()]);
  expect(names(transport)).toEqual(['race:enter']);
});

test('P3: news of the race one comes from is not taken for the one that is being entered', async () => {
  const transport = new FakeTransport().answer('race:enter', () => ({ ok: true, data: lobby }));
  const { race } = enter(transport);
  transport.emit('race:updated', { ...lobby, code: 'ZZZ999', phase: 'settled', revision: 9 });
  await settled();
  expect(race.snapshot).toEqual(lobby);
});

test('a race that cannot be entered says why', async () => {
  const transport = new FakeTransport().refuse('race:enter', 'not-found');
  const { race } = enter(transport);
  await settled();
  expect(race.failure?.code).toBe('not-found');
});

test('a refused request leaves everything as it was and is answered', async () => {
  const transport = new FakeTransport()
    .answer('race:enter', () => ({ ok: true, data: lobby }))
    .refuse('race:start', 'players-not-ready');
  const { race } = enter(transport);
  await settled();
  expect(await race.startRace()).toEqual({ ok: false, error: { code: 'players-not-ready' } });
  expect(race.snapshot).toEqual(lobby);
  expect(race.isBusy).toBe(false);
});

test('of two quick changes of the settings on a slow line both count, one sent after the other', async () => {
  const answers: ((answer: Answer<Record<string, never>>) => void)[] = [];
  const transport = new FakeTransport()
    .answer('race:enter', () => ({ ok: true, data: lobby }))
    .answer('race:configure', () => new Promise((resolve) => answers.push(resolve)));
  const { race } = enter(transport);
  await settled();
  // As the form does it: each change goes on from what it shows.
  const first = race.configure({ ...race.settings!, undo: 'none' });
  const second = race.configure({ ...race.settings!, capMinutes: 5 });
  const sent = () => transport.sent.filter(({ name }) => name === 'race:configure');
  expect(sent()).toHaveLength(1);
  answers[0]?.({ ok: true, data: {} });
  await settled();
  // What was sent first is known by now; what was chosen last is still shown.
  transport.emit('race:updated', {
    ...lobby,
    revision: 2,
    settings: { ...lobby.settings, undo: 'none' },
  });
  expect(race.settings).toMatchObject({ undo: 'none', capMinutes: 5 });
  expect(sent()[1]?.request).toMatchObject({ settings: { undo: 'none', capMinutes: 5 } });
  answers[1]?.({ ok: false, error: { code: 'unavailable' } });
  expect([await first, await second]).toEqual(
    Array(2).fill({ ok: false, error: { code: 'unavailable' } }),
  );
  expect(race.settings).toMatchObject({ undo: 'none', capMinutes: 15 });
});

test('who watches is counted without the reader', async () => {
  const transport = new FakeTransport().answer('race:enter', () => ({
    ok: true,
    data: { ...lobby, watchers: 1 },
  }));
  const [anna, visitor] = [enter(transport), enter(transport, 'cleo')];
  await settled();
  expect(anna.race.watchers).toBe(1);
  expect(visitor.race.watchers).toBe(0);
});

const running: RaceSnapshot = {
  ...lobby,
  revision: 2,
  phase: 'running',
  startsInMs: 0,
  closesInMs: 900_000,
  players: lobby.players.map((player) => ({ ...player, playId: PLAY_ID })),
};
const over: RaceSnapshot = { ...running, revision: 3, phase: 'settled', closesInMs: null };

test('the own table opens when the race runs, once', async () => {
  const transport = new FakeTransport().answer('race:enter', () => ({ ok: true, data: lobby }));
  const { race } = enter(transport);
  await settled();
  transport.emit('race:updated', running);
  const { play } = race;
  expect(play?.playId).toBe(PLAY_ID);
  transport.emit('race:updated', { ...running, revision: 3 });
  expect(race.play).toBe(play);
});

/** In a race that runs, with the own table open. */
async function atTable() {
  const service = FakeService.dealing('bisley/thirteen', '1');
  const transport = new FakeTransport()
    .answer('race:enter', () => ({ ok: true, data: running }))
    .answer('play:open', () => ({ ok: true, data: service.snapshot() }));
  const { race, stop } = enter(transport);
  await settled();
  return { race, stop, transport };
}

test('P3: the move that ends the race is seen on the table before the result takes its place', async () => {
  const { race, stop, transport } = await atTable();
  vi.useFakeTimers();
  try {
    transport.emit('play:ended', { playId: PLAY_ID, ending: 'won' });
    transport.emit('race:updated', over);
    expect(race.snapshot?.phase).toBe('settled');
    expect(race.shownPhase).toBe('running');
    vi.advanceTimersByTime(LAST_MOMENT_MS);
    expect(race.shownPhase).toBe('settled');
    transport.emit('race:updated', { ...over, revision: 4, rematchCode: 'NEW234' });
    expect(race.shownPhase).toBe('settled');
    stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a table that ended unseen, while the line was lost, is not shown any more', async () => {
  const { race, transport } = await atTable();
  transport.emit('race:updated', over);
  expect(race.shownPhase).toBe('settled');
});

const allReady = (race: RaceSnapshot, ready = true): RaceSnapshot => ({
  ...race,
  players: race.players.map((player) => ({ ...player, ready })),
});

test('who only watched watches the rematch that is open, and opens none', async () => {
  const over = { ...lobby, phase: 'settled', rematchCode: 'NEW234' } as const;
  const transport = new FakeTransport().answer('race:enter', () => ({ ok: true, data: over }));
  const { race } = enter(transport, 'cleo');
  await settled();
  expect(await rematch(race)).toEqual({ ok: true, data: { code: 'NEW234' } });
  // A seat is theirs to take there.
  expect(names(transport)).toEqual(['race:enter']);
});

test.each([
  [
    'plays in a series is seated and ready in the next race by one tap',
    'ben',
    { series: { number: 1, over: false, first: lobby.code, present: 'NEW234', races: [] } },
    ['race:rematch', 'race:join'],
  ],
  [
    'has raced is seated and ready in the rematch by one tap',
    'ben',
    { series: null },
    ['race:rematch', 'race:join'],
  ],
  ['watches goes along and takes no seat', 'cleo', { series: null }, []],
] as const)('who %s', async (_, viewer, { series }, sent) => {
  const rematchCode = viewer === 'cleo' ? 'NEW234' : null;
  const data: RaceSnapshot = {
    ...lobby,
    phase: 'settled',
    rematchCode,
    line: { score: [], series: series && { ...series, races: [] } },
  };
  const transport = new FakeTransport()
    .answer('race:enter', () => ({ ok: true, data }))
    .answer('race:rematch', () => ({ ok: true, data: { code: 'NEW234' } }))
    .answer('race:join', () => ({ ok: true, data: allReady(data) }));
  const { race } = enter(transport, viewer);
  await settled();
  expect(await rematch(race)).toEqual({ ok: true, data: { code: 'NEW234' } });
  expect(names(transport).filter((name) => name !== 'race:enter')).toEqual(sent);
});

test.each([
  ['by a node that knows nothing of that, is ready at once', {}, true],
  ['as its settings are others, is not made ready', { undo: 'none' }, false],
] as const)('who is seated in the rematch and not ready, %s', async (_, changed, isReady) => {
  const data: RaceSnapshot = { ...lobby, phase: 'settled' };
  const next = { ...allReady(lobby, false), settings: { ...lobby.settings, ...changed } };
  const transport = new FakeTransport()
    .answer('race:enter', () => ({ ok: true, data }))
    .answer('race:rematch', () => ({ ok: true, data: { code: 'NEW234' } }))
    .answer('race:join', () => ({ ok: true, data: next }))
    .answer('race:ready', () => ({ ok: true, data: {} }));
  const { race } = enter(transport, 'ben');
  await settled();
  expect(await rematch(race)).toEqual({ ok: true, data: { code: 'NEW234' } });
  const ready = { name: 'race:ready', request: { code: 'NEW234', ready: true } };
  expect(transport.sent.filter(({ name }) => name === 'race:ready')).toEqual(
    isReady ? [ready] : [],
  );
});

test('a rematch that was never started and has expired is replaced, by whoever played', async () => {
  const over = { ...lobby, phase: 'settled', rematchCode: 'OLD234' } as const;
  const transport = new FakeTransport()
    .answer('race:enter', () => ({ ok: true, data: over }))
    .answer('race:rematch', () => ({ ok: true, data: { code: 'NEW234' } }))
    .answer('race:join', () => ({ ok: true, data: allReady(lobby) }));
  const { race } = enter(transport, 'ben');
  await settled();
  expect(await rematch(race)).toEqual({ ok: true, data: { code: 'NEW234' } });
});

test('a rematch is opened or found, and a seat taken in it', async () => {
  const transport = new FakeTransport()
    .answer('race:enter', () => ({ ok: true, data: lobby }))
    .answer('race:rematch', () => ({ ok: true, data: { code: 'NEW234' } }))
    .refuse('race:join', 'race-locked');
  const { race } = enter(transport);
  await settled();
  expect(await rematch(race)).toEqual({ ok: true, data: { code: 'NEW234' } });
  expect(transport.sent.at(-1)).toEqual({
    name: 'race:join',
    request: { code: 'NEW234', ready: true },
  });
});

test('tells what changed', async () => {
  const transport = new FakeTransport().answer('race:enter', () => ({ ok: true, data: lobby }));
  const { changes } = enter(transport, 'ben');
  await settled();
  transport.emit('race:updated', { ...lobby, revision: 2, hostId: 'ben' });
  transport.emit('race:updated', { ...lobby, revision: 1 });
  expect(changes).toEqual([{ kind: 'host', name: 'ben', isYou: true }]);
});

describe('P8 P10: a race that cannot be entered just now', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** In the lobby, on a service that then answers what it is told to. */
  async function entered() {
    const answers: Answer<RaceSnapshot>[] = [];
    const transport = new FakeTransport().answer(
      'race:enter',
      () => answers.shift() ?? { ok: true, data: lobby },
    );
    const { race, stop } = enter(transport);
    await vi.advanceTimersByTimeAsync(0);
    const comeBack = async () => {
      transport.setLine('down');
      transport.setLine('up');
      await vi.advanceTimersByTimeAsync(0);
    };
    return { race, stop, transport, answers, comeBack };
  }
  const refuse = (code: ErrorCode, more: Partial<Failure> = {}) =>
    ({ ok: false, error: { code, ...more } }) as const;

  test('is asked for again until it can be: standings never stand still for good', async () => {
    const { race, transport, answers, comeBack } = await entered();
    answers.push(refuse('unavailable'), refuse('internal'));
    answers.push({ ok: true, data: { ...lobby, revision: 7 } });
    await comeBack();
    expect(race.snapshot?.revision).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(names(transport)).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(999);
    expect(names(transport)).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(race.snapshot?.revision).toBe(7);
    expect(race.failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(names(transport)).toHaveLength(4);
  });

  test('is asked for when the service has said it may be', async () => {
    const { transport, answers, comeBack } = await entered();
    answers.push(refuse('too-many-requests', { retryAfterMs: 3_000 }));
    await comeBack();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(names(transport)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(names(transport)).toHaveLength(3);
  });

  test('is asked for by the new line alone when the old one is lost', async () => {
    const { transport, answers, comeBack } = await entered();
    answers.push(refuse('unavailable'));
    await comeBack();
    await comeBack();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(names(transport)).toHaveLength(3);
  });

  test('is left alone once the page has gone elsewhere', async () => {
    const { stop, transport, answers, comeBack } = await entered();
    answers.push(refuse('unavailable'));
    await comeBack();
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(names(transport)).toEqual(['race:enter', 'race:enter', 'race:exit']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(['not-found', 'race-expired', 'forbidden'] as const)(
    'nor later, says why: %s',
    async (code) => {
      const { race, answers, comeBack } = await entered();
      answers.push(refuse(code));
      await comeBack();
      expect(race.failure?.code).toBe(code);
    },
  );
});
