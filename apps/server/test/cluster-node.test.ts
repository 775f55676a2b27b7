import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinCluster } from '../src/cluster/node.ts';
import type { NodeStore } from '../src/cluster/node.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Something that is answered when the test says so. */
function later<Value>() {
  let answer: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => (answer = resolve));
  return { promise, answer };
}

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
  const node = await joinCluster({
    store,
    name: 'one',
    isClustered: true,
    dropSilentLines: () => undefined,
    onFenced: () => undefined,
    onFault: (error) => expect.unreachable(String(error)),
  });
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
