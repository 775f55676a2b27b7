// P4, P5: a node that was thought dead holds nothing of what it held, also not what it was only just reading: by then
// another node serves the play, and has added to it.
import { encodeEntry, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import type { Entry } from '@same-deal/engine';
import type { PlayEnding } from '@same-deal/protocol';
import { describe, expect, test } from 'vitest';
import { createPlays } from '../src/play/plays.ts';
import type { Plays, PlaysOptions, PlayStore } from '../src/play/plays.ts';
import type { StoredEntry } from '../src/play/play-record.ts';
import { buildTestApp } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import { listen, openTab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { playHeader } from './support/play-header.ts';

const variant = 'bisley/thirteen';
const pack = unwrap(packOf('17', 1));
const move = legalMoves(unwrap(newGame(variant, pack)))[0]!;
const header = playHeader({ variant, deal: '17', pack });
const log: readonly StoredEntry[] = [
  { code: encodeEntry(move), elapsedMs: 1 },
  { code: encodeEntry('undo'), elapsedMs: 2 },
];

/** Plays of a storage that takes every entry. */
const playsIn = (
  store: Pick<PlayStore, 'headers' | 'log'>,
  onHeld: PlaysOptions['onHeld'] = () => undefined,
) =>
  createPlays({
    store: { ...store, running: async () => [], addHint: async () => 0 },
    append: (_entry, done) => done('written'),
    clock: testClock(1_000),
    claim: async () => null,
    onAdvanced: () => undefined,
    onHeld,
    onTimeUp: () => undefined,
    onFailed: () => expect.unreachable(),
    failureOf: () => expect.unreachable(),
  });

test('P10: what is held is ended in time, unless it has ended', async () => {
  const ended = { ...header, id: 'ended', endedByCap: true };
  const held: string[] = [];
  const plays = playsIn(
    {
      headers: async (ids) => [header, ended].filter(({ id }) => ids.includes(id)),
      log: async () => log,
    },
    ({ id }) => held.push(id),
  );
  for (const { id } of [header, ended, header])
    expect(await plays.open(id, 'anna', undefined)).toBe(null);
  expect(held).toEqual([header.id]);
  plays.stop();
});

test('P5: a log that was being read when the node was ended is read again once it serves the play again', async () => {
  /** What each reading of the log comes to, once it is let through. */
  const readings: ((entries: readonly StoredEntry[]) => void)[] = [];
  const plays = playsIn({
    headers: async () => [header],
    log: () => new Promise((resolve) => readings.push(resolve)),
  });
  const opened = plays.open(header.id, 'anna', undefined);
  await expect.poll(() => readings.length).toBe(1);
  plays.letGo();
  readings[0]!([]);
  await expect.poll(() => readings.length).toBe(2);
  readings[1]!(log);
  expect(await opened).toBe(null);

  const request = { playId: header.id, userId: 'anna', connection: '', receivedAt: 500 };
  const answer = await new Promise((resolve) =>
    plays.enter({ ...request, expected: 3, entry: move }, resolve),
  );
  expect(answer).toMatchObject({ ok: true });
  plays.stop();
});

test('P8: when many plays are asked for at once, a few are read at a time, and all of them', async () => {
  let [reading, most] = [0, 0];
  const plays = playsIn({
    headers: async (ids) => ids.map((id) => ({ ...header, id })),
    log: async () => {
      most = Math.max(most, ++reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      return log;
    },
  });
  const ids = Array.from({ length: 300 }, (_, n) => `play ${n}`);
  const [held, read] = await Promise.all([
    Promise.all(ids.map((id) => plays.open(id, 'anna', undefined))),
    plays.read(ids.map((id) => `another ${id}`)),
  ]);
  expect(held).toEqual(ids.map(() => null));
  expect(read.map(({ play }) => play.entries)).toEqual(ids.map(() => 2));
  expect(most).toBeGreaterThan(1);
  // The database has 20 connections for everything.
  expect(most).toBeLessThan(20);
  plays.stop();
});

test('P8: a play that cannot be read is answered with what the fault comes to, and hides none', async () => {
  const fault = new TypeError('ours');
  const faults: unknown[] = [];
  const plays = createPlays({
    store: {
      headers: async () => [header],
      log: () => Promise.reject(fault),
      running: async () => [],
      addHint: async () => 0,
    },
    append: () => expect.unreachable(),
    clock: testClock(1_000),
    claim: async () => null,
    onAdvanced: () => expect.unreachable(),
    onHeld: () => undefined,
    onTimeUp: () => undefined,
    onFailed: () => expect.unreachable(),
    failureOf: (error) => {
      faults.push(error);
      return { code: 'internal' };
    },
  });
  const request = { playId: header.id, userId: 'anna', connection: '', receivedAt: 500 };
  const answer = await new Promise((resolve) =>
    plays.enter({ ...request, expected: 1, entry: move }, resolve),
  );
  expect(answer).toEqual({ ok: false, error: { code: 'internal' } });
  expect(faults).toEqual([fault]);
  plays.stop();
});

/** A move and its undo in turn: entry n is legal only after the n − 1 before it. */
const twelve = Array.from({ length: 12 }, (_, n) => ({
  expected: n + 1,
  entry: n % 2 === 0 ? move : ('undo' as const),
}));

/** Plays on a node that holds none yet, of a database that answers when and in which order the test lets it. */
function coldPlays(options: Partial<PlaysOptions> = {}) {
  /** What has been asked of the database and is not answered yet. */
  const asked: (() => void)[] = [];
  const slowly = <Value>(value: Value) =>
    new Promise<Value>((resolve) => asked.push(() => resolve(value)));
  const plays = createPlays({
    store: {
      headers: () => slowly([header]),
      log: () => slowly([]),
      running: async () => [],
      addHint: async () => 0,
    },
    append: (_entry, done) => setImmediate(done, 'written'),
    clock: testClock(1_000),
    claim: async () => null,
    onAdvanced: () => undefined,
    onHeld: () => undefined,
    onTimeUp: () => undefined,
    onFailed: () => expect.unreachable(),
    failureOf: () => ({ code: 'unavailable' }),
    ...options,
  });
  const enter = (
    { expected, entry }: { readonly expected: number; readonly entry: Entry },
    connection = 'first',
    userId = 'anna',
  ) =>
    new Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>((resolve) =>
      plays.enter(
        { playId: header.id, userId, connection, receivedAt: 500, expected, entry },
        resolve,
      ),
    );
  return {
    plays,
    asked,
    enter,
    /** Answers what has been asked, the last first, until all of these have been answered. */
    async backwards<Answer>(answers: readonly Promise<Answer>[]): Promise<Answer[]> {
      let isDone = false;
      const all = Promise.all(answers).finally(() => (isDone = true));
      while (!isDone) {
        asked.pop()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return all;
    },
  };
}

test.each([
  ['of one line', () => 'first'],
  ['of two devices in turn', (n: number) => (n % 2 === 0 ? 'first' : 'second')],
])(
  'P5: twelve entries %s on a play that must be read first are taken in order, however the database answers',
  async (_, connectionOf) => {
    const { plays, enter, backwards } = coldPlays();
    const answers = await backwards(twelve.map((one, n) => enter(one, connectionOf(n))));
    expect(answers.map(({ ok, error }) => error?.code ?? ok)).toEqual(twelve.map(() => true));
    plays.stop();
  },
);

test('P8: a stranger’s entries on a play that must be read keep its owner waiting for nothing', async () => {
  const { plays, asked, enter } = coldPlays();
  const strangers = Array.from({ length: 700 }, () => enter(twelve[0]!, 'x', 'mallory'));
  expect(asked.length, 'they wait for one reading').toBe(1);
  const own = enter(twelve[0]!);
  // The owner's header, and then the log.
  asked[1]!();
  await expect.poll(() => asked.length).toBe(3);
  asked[2]!();
  expect(await own).toMatchObject({ ok: true });
  asked[0]!();
  const refused = (await Promise.all(strangers)).map(({ error }) => error?.code);
  expect(refused.filter((code) => code === 'forbidden')).toHaveLength(600);
  expect(refused.filter((code) => code === 'too-many-requests')).toHaveLength(100);
  plays.stop();
});

test('P5: where the play cannot be read, none of what waits for it is judged without those before it', async () => {
  let readings = 0;
  const store: PlaysOptions['store'] = {
    headers: async () => {
      if ((readings += 1) === 1) throw new Error('away');
      return [header];
    },
    log: async () => [],
    running: async () => [],
    addHint: async () => 0,
  };
  const { plays, enter } = coldPlays({ store });
  const refused = await Promise.all(twelve.map((one) => enter(one)));
  expect(refused.map(({ error }) => error?.code)).toEqual(twelve.map(() => 'unavailable'));
  const again = await Promise.all(twelve.map((one) => enter(one)));
  expect(again.every(({ ok }) => ok)).toBe(true);
  plays.stop();
});

test('P5: where an outdated play cannot be read again, what waits behind is not judged either', async () => {
  let isAway = false;
  const store: PlaysOptions['store'] = {
    headers: async () => {
      if (!isAway) return [header];
      isAway = false;
      throw new Error('away');
    },
    log: async () => [],
    running: async () => [],
    addHint: async () => 0,
  };
  const { plays, enter } = coldPlays({ store });
  expect(await plays.open(header.id, 'anna', undefined)).toBe(null);
  plays.outdate([header.id]);
  isAway = true;
  const refused = await Promise.all(twelve.map((one) => enter(one)));
  expect(refused.map(({ error }) => error?.code)).toEqual(twelve.map(() => 'unavailable'));
  plays.stop();
});

test('P8: an entry that the journal does not take is answered, and so are those after it', async () => {
  let isTaken = false;
  const store = {
    headers: async () => [header],
    log: async () => [],
    running: async () => [],
    addHint: async () => 0,
  };
  const { plays, enter } = coldPlays({
    store,
    onFailed: () => undefined,
    append: (_entry, done) => {
      if (!isTaken) throw new Error('an entry from before is on its way');
      setImmediate(done, 'written');
    },
  });
  expect(await enter(twelve[0]!)).toEqual({ ok: false, error: { code: 'unavailable' } });
  isTaken = true;
  expect(await enter(twelve[0]!)).toMatchObject({ ok: true });
  plays.stop();
});

test.each([
  ['once it is sent again', async () => undefined],
  ['once the play is read', async (plays: Plays) => void (await plays.read([header.id]))],
])(
  'P5: an entry that was written where nobody heard of it is news to everybody else %s, once',
  async (_, read) => {
    const stored: StoredEntry[] = [];
    const told: [number, PlayEnding | null][] = [];
    let isHeard = false;
    const store = {
      headers: async () => [header],
      log: async () => stored,
      running: async () => [],
      addHint: async () => 0,
    };
    const { plays, enter } = coldPlays({
      store,
      append: ({ code, elapsedMs }, done) => {
        stored.push({ code, elapsedMs });
        setImmediate(done, isHeard ? 'written' : 'unavailable');
      },
      onAdvanced: ({ ending }, { number }) => told.push([number, ending]),
      onFailed: () => undefined,
    });
    const last = { expected: 1, entry: 'concede' } as const;
    expect(await enter(last)).toEqual({ ok: false, error: { code: 'unavailable' } });
    expect(told).toEqual([]);
    isHeard = true;
    await read(plays);
    expect(await enter(last)).toMatchObject({ ok: true });
    expect(told, 'otherwise its race would not end').toEqual([[1, 'conceded']]);
    plays.stop();
  },
);

test('P5: twelve entries in one burst on a node that has never seen the play are accepted in order', async () => {
  const database = await createTestDatabase();
  const first = await buildTestApp({ database: shareDatabase(database) });
  const before = await openTab(await listen(first.app));
  const { playId } = await before.ask('play:create', { variant, deal: '17' });
  before.close();
  await first.close();

  const next = await buildTestApp({ database: shareDatabase(database) });
  const tab = await openTab(await listen(next.app), before.cookie);
  const answers = await Promise.all(
    twelve.map(({ expected, entry }) =>
      entry === 'undo'
        ? tab.request('play:undo', { playId, expected })
        : tab.request('play:move', { playId, expected, move: encodeEntry(entry) }),
    ),
  );
  expect(answers.map((answer) => answer.ok || answer.error.code)).toEqual(twelve.map(() => true));
  tab.close();
  await next.close();
  await database.drop();
});

test('P4: a held play that is outdated is read again once, not at every read, and again if it is outdated meanwhile', async () => {
  let readings = 0;
  const plays = createPlays({
    store: {
      headers: async () => [header],
      log: async () => {
        readings += 1;
        if (readings === 3) plays.outdate([header.id]);
        return log;
      },
      running: async () => [],
      addHint: async () => 0,
    },
    append: () => expect.unreachable(),
    clock: testClock(1_000),
    claim: async () => null,
    onAdvanced: () => expect.unreachable(),
    onHeld: () => undefined,
    onTimeUp: () => undefined,
    onFailed: () => expect.unreachable(),
    failureOf: () => expect.unreachable(),
  });
  await plays.open(header.id, 'anna', undefined);
  expect(readings).toBe(1);
  const read = async () => (await plays.read([header.id]))[0]?.play.entries;
  plays.outdate([header.id]);
  for (let n = 0; n < 3; n++) expect(await read()).toBe(2);
  expect(readings).toBe(2);
  plays.outdate([header.id]);
  for (let n = 0; n < 3; n++) expect(await read()).toBe(2);
  expect(readings).toBe(4);
  plays.stop();
});

describe('P4: nothing is written over what came in between', () => {
  /** A play that is held, and whose entries are committed when the test says so. */
  async function heldPlay() {
    const stored = { header, hints: 0 };
    const commits: (() => void)[] = [];
    const readings: (() => void)[] = [];
    const plays = createPlays({
      store: {
        headers: async () => [{ ...stored.header, hints: stored.hints }],
        log: () => new Promise((resolve) => readings.push(() => resolve([]))),
        running: async () => [],
        addHint: async () => (stored.hints += 1),
      },
      append: (_entry, done) => void commits.push(() => done('written')),
      clock: testClock(1_000),
      claim: async () => null,
      onAdvanced: () => undefined,
      onHeld: () => undefined,
      onTimeUp: () => undefined,
      onFailed: () => expect.unreachable(),
      failureOf: () => ({ code: 'unavailable' }),
    });
    const enter = (expected: number, entry: typeof move | 'undo', userId = 'anna') =>
      new Promise<{ readonly ok: boolean }>((resolve) =>
        plays.enter(
          { playId: header.id, userId, connection: '', receivedAt: 500, expected, entry },
          resolve,
        ),
      );
    const open = plays.open(header.id, 'anna', undefined);
    await expect.poll(() => readings.length).toBe(1);
    readings[0]!();
    await open;
    const present = () => plays.held([header.id])[0]!;
    return { plays, stored, commits, readings, enter, present };
  }

  test('by an entry: a hint taken while it is under way counts', async () => {
    const { plays, commits, enter, present } = await heldPlay();
    const entered = enter(1, move);
    const hinted = plays.addHint(header.id, 'anna', undefined);
    // As far as it gets while the entry is not committed.
    await new Promise((resolve) => setImmediate(resolve));
    commits[0]!();
    expect(await entered).toMatchObject({ ok: true });
    expect(await hinted).toEqual({ ok: true, data: { hints: 1 } });
    expect(present()).toMatchObject({ header: { hints: 1 }, play: { entries: 1 } });
    plays.stop();
  });

  test('by an entry: the account that its player has become meanwhile plays on', async () => {
    const { plays, stored, commits, enter } = await heldPlay();
    const entered = enter(1, move);
    stored.header = { ...header, ownerId: 'account' };
    const opened = plays.open(header.id, 'account', undefined);
    await new Promise((resolve) => setImmediate(resolve));
    commits[0]!();
    expect(await entered).toMatchObject({ ok: true });
    expect(await opened).toBe(null);
    const next = enter(2, 'undo', 'account');
    await expect.poll(() => commits.length).toBe(2);
    commits[1]!();
    expect(await next).toMatchObject({ ok: true });
    plays.stop();
  });

  test('by a reading: a hint taken meanwhile counts, and what is outdated meanwhile is read again', async () => {
    const { plays, stored, readings, present } = await heldPlay();
    plays.outdate([header.id]);
    const read = plays.read([header.id]);
    await expect.poll(() => readings.length).toBe(2);
    const hinted = plays.addHint(header.id, 'anna', undefined);
    await new Promise((resolve) => setImmediate(resolve));
    readings[1]!();
    await read;
    expect(await hinted).toMatchObject({ ok: true });
    expect(present().header.hints).toBe(1);

    plays.outdate([header.id]);
    const request = { playId: header.id, userId: 'anna', connection: '', receivedAt: 500 };
    plays.enter({ ...request, expected: 9, entry: move }, () => undefined);
    await expect.poll(() => readings.length).toBe(3);
    stored.header = { ...header, playerName: 'Another' };
    plays.outdate([header.id]);
    readings[2]!();
    const again = plays.read([header.id]);
    await expect.poll(() => readings.length).toBe(4);
    readings[3]!();
    expect((await again)[0]?.header.playerName).toBe('Another');
    plays.stop();
  });

  test('by a reading that others share: who asks after something has been outdated reads anew', async () => {
    const { plays, stored, readings } = await heldPlay();
    plays.letGo();
    const [first, second] = [plays.read([header.id]), plays.read([header.id])];
    await expect.poll(() => readings.length).toBe(2);
    stored.header = { ...header, playerName: 'Another' };
    plays.outdate([header.id]);
    const third = plays.read([header.id]);
    await expect.poll(() => readings.length).toBe(3);
    for (const answer of readings) answer();
    const names = (await Promise.all([first, second, third])).map(
      ([one]) => one!.header.playerName,
    );
    expect(names).toEqual(['Anna', 'Anna', 'Another']);
    plays.stop();
  });

  test('by holding: what is outdated while it is first read is read again', async () => {
    const { plays, stored, readings } = await heldPlay();
    plays.letGo();
    const opened = plays.open(header.id, 'anna', undefined);
    await expect.poll(() => readings.length).toBe(2);
    stored.header = { ...header, playerName: 'Another' };
    plays.outdate([header.id]);
    readings[1]!();
    await opened;
    const read = plays.read([header.id]);
    await expect.poll(() => readings.length).toBe(3);
    readings[2]!();
    expect((await read)[0]?.header.playerName).toBe('Another');
    plays.stop();
  });
});
