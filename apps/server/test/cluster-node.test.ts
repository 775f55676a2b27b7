import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinCluster } from '../src/cluster/node.ts';
import type { NodeStore } from '../src/cluster/node.ts';
import { isOutage, outage } from '../src/storage/database.ts';
import type { PageSocket } from '../src/line/page-server.ts';
import { leaveInTurns } from '../src/live/leave-in-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Something that is answered when the test says so. */
function later<Value>() {
  let answer: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => (answer = resolve));
  return { promise, answer };
}

const joinAsOne = (store: NodeStore) =>
  joinCluster({
    store,
    name: 'one',
    isClustered: true,
    dropSilentConnections: () => undefined,
    onFenced: () => undefined,
    onFault: (error) => expect.unreachable(String(error)),
    isOutage,
  });

test('P4: what was claimed for a row that has been ended is not held by the node that begins anew', async () => {
  const joins = ['1', '2'];
  const [claimed, joined] = [later<{ id: string; name: string }>(), later<void>()];
  let isEnded = false;
  const store: NodeStore = {
    join: async () => {
      const id = joins.shift() ?? '';
      if (id === '2') await joined.promise;
      return id;
    },
    beat: () => Promise.resolve(!isEnded),
    others: () => Promise.resolve([]),
    end: () => Promise.resolve(),
    claim: () => claimed.promise,
    holder: () => Promise.resolve(null),
    release: () => Promise.resolve(),
  };
  const node = await joinAsOne(store);
  const claim = node.claim('race', 'race');
  isEnded = true;
  node.fenced();
  await vi.advanceTimersByTimeAsync(0);
  claimed.answer({ id: '1', name: 'one' });
  expect(await claim).toMatchObject({ code: 'elsewhere', at: 'race' });
  isEnded = false;
  joined.answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(node.id()).toBe('2');
  expect(node.serves('race')).toBe(false);
  await node.leave();
});

test('P8: a node joins though the database did not answer at first, as on a machine on which many start', async () => {
  const answers = [outage('timeout expired'), [], [], outage('Connection terminated'), [], []];
  const store: NodeStore = {
    beat: async () => true,
    end: async () => undefined,
    claim: async () => null,
    holder: async () => null,
    release: async () => undefined,
    others: async () => {
      const answer = answers.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    join: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return '1';
    },
  };
  const joined = joinAsOne(store);
  await vi.advanceTimersByTimeAsync(5_000);
  const node = await joined;
  expect(node.id()).toBe('1');
  await node.leave();
});

test('P4: what is asked for while it is given back, or just before, stays with the node that believes to have it', async () => {
  const holders = new Map<string, { id: string; name: string }>();
  const released = later<void>();
  const store: NodeStore = {
    join: async () => '1',
    beat: async () => true,
    others: async () => [],
    end: async () => undefined,
    claim: async (id, at) => {
      if (!holders.has(at)) holders.set(at, { id, name: 'one' });
      return holders.get(at) ?? null;
    },
    holder: async (at) => holders.get(at) ?? null,
    release: async (_, ats) => {
      await released.promise;
      ats.forEach((at) => holders.delete(at));
    },
  };
  const node = await joinAsOne(store);
  const isIdle = () => true;
  expect(await node.claim('race', 'race')).toBe(null);
  await node.release(isIdle);
  expect(node.serves('race'), 'whoever asked for it is about to use it').toBe(true);
  const releasing = node.release(isIdle);
  const claiming = node.claim('race', 'race');
  await vi.advanceTimersByTimeAsync(0);
  released.answer();
  await releasing;
  expect(await claiming).toBe(null);
  expect([node.serves('race'), holders.has('race')]).toEqual([true, true]);
  await node.leave();
});

test('P4: a node that leaves takes nothing any more, and others may take what it gives back once nothing of it is being written', async () => {
  const holders = new Map([['taken', { id: '2', name: 'two' }]]);
  const store: NodeStore = {
    join: async () => '1',
    beat: async () => true,
    others: async () => [],
    end: async () => undefined,
    claim: async (id, at) => {
      if (!holders.has(at)) holders.set(at, { id, name: 'one' });
      return holders.get(at) ?? null;
    },
    holder: async (at) => holders.get(at) ?? null,
    release: async (_, ats) => ats.forEach((at) => holders.delete(at)),
  };
  const node = await joinAsOne(store);
  for (const at of ['first', 'second']) expect(await node.claim(at, at)).toBe(null);
  const written = later<void>();
  const givenBack = node.giveBack(new Set(['first']), () => written.promise);
  expect([node.serves('first'), node.serves('second')]).toEqual([false, true]);
  expect(holders.has('first'), 'still being written').toBe(true);
  expect(await node.claim('first', 'first')).toEqual({ code: 'unavailable' });
  written.answer();
  await givenBack;
  expect(holders.has('first')).toBe(false);
  for (const at of ['first', 'new']) {
    expect(await node.claim(at, at)).toEqual({ code: 'elsewhere', at });
    expect(holders.has(at)).toBe(false);
  }
  expect(await node.claim('taken', 'taken')).toMatchObject({ node: 'two' });
  expect(await node.claim('second', 'second'), 'still its own').toBe(null);
  await node.leave();
});

test('P8: a node that leaves closes every line in its turn: after what it is routed by is free, or could not be given back', async () => {
  vi.useRealTimers();
  const happened: string[] = [];
  const line = (at: string | undefined, name: string) =>
    ({ data: { at }, disconnect: () => happened.push(`${name} closed`) }) as unknown as PageSocket;
  const faults: unknown[] = [];
  await leaveInTurns({
    node: {
      giveBack: async (ats) => {
        if (ats.has('broken')) throw new Error('the database is gone');
        happened.push(`${[...ats].join()} free`);
      },
    },
    lines: () => [
      [line('race', 'anna'), line('race', 'ben')],
      [line('broken', 'cleo')],
      [line(undefined, 'dora')],
    ],
    letGo: () => Promise.resolve(),
    onFault: (error) => faults.push(error),
  });
  expect(happened).toEqual([
    'race free',
    'anna closed',
    'ben closed',
    'cleo closed',
    'dora closed',
  ]);
  expect(faults).toHaveLength(1);
});
