/**
 * What has been answered is garbage at once: where something old refers to it, every short collection copies it, and
 * players wait meanwhile.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import type { Claimed } from '../src/nudge/nudge.ts';
import { startSender } from '../src/nudge/sender.ts';
import { createPassingMap } from '../src/passing-map.ts';
import { createTestDatabase } from './support/database.ts';

const TIMES = 4_000;
const MB = 2 ** 20;
let collect: (options?: { readonly type: 'minor' }) => void;

beforeAll(() => {
  setFlagsFromString('--expose-gc');
  // As the service runs.
  setFlagsFromString('--no-allocation-site-pretenuring');
  collect = runInNewContext('gc') as typeof collect;
});

/**
 * What short collections leave of a loop's garbage, in MB.
 * @param end what makes garbage of all that is still in use
 */
async function leftBy(once: (n: number) => unknown, end?: () => Promise<void>): Promise<number> {
  for (let n = 0; n < 50; n++) await once(n);
  // By a full collection all that is there becomes old.
  collect();
  for (let n = 0; n < TIMES; n++) {
    await once(n);
    if (n % 500 === 0) collect({ type: 'minor' });
  }
  await end?.();
  for (let n = 0; n < 3; n++) collect({ type: 'minor' });
  const { used_heap_size: used } = getHeapStatistics();
  collect();
  return (used - getHeapStatistics().used_heap_size) / MB;
}

/** Five at a time in a map, each of some two kilobytes. */
const passThrough = (map: {
  set(n: number, value: unknown): unknown;
  delete(n: number): unknown;
}) => {
  let last = 0;
  return () => {
    map.set(
      ++last,
      Array.from({ length: 250 }, () => last),
    );
    map.delete(last - 5);
  };
};

it('a map for what comes and goes keeps nothing that has gone, where a plain one does', async () => {
  expect(await leftBy(passThrough(new Map()))).toBeGreaterThan(3);
  expect(await leftBy(passThrough(createPassingMap()))).toBeLessThan(2);
});

it('a map for what comes and goes answers as a plain one', () => {
  const map = createPassingMap<number, string>();
  for (let n = 0; n < 2_000; n++) {
    map.set(n, `${n}`);
    if (n >= 10) map.delete(n - 10);
    map.delete(-1);
  }
  expect(map.size).toBe(10);
  expect([map.has(1_989), map.has(1_990), map.get(1_999)]).toEqual([false, true, '1999']);
  expect(map.values()).toEqual(Array.from({ length: 10 }, (_, n) => `${1_990 + n}`));
  map.clear();
  expect(map.size).toBe(0);
});

it('a statement keeps nothing once it has been answered', async () => {
  const database = await createTestDatabase();
  const statement = { name: 'echo', text: 'select $1::text as value', values: ['once'] };
  expect(await leftBy(() => database.pool.query(statement))).toBeLessThan(2);
  expect(await leftBy(() => database.journal.query(statement))).toBeLessThan(2);
  await database.drop();
}, 60_000);

/**
 * Sends one nudge after another, each as long as a page of text, a second apart.
 * @param originOf of the push service that the nth one goes to
 * @param kindOf what that service says
 */
function sending(
  originOf: (n: number) => string,
  kindOf: (n: number) => 'taken' | 'unknown' = () => 'taken',
) {
  let look = () => {};
  let sent = () => {};
  const claimed = (n: number): Claimed => ({
    ...{ id: `${n}`, userId: 'anna', expiresAt: Infinity, tries: 0 },
    news: { kind: 'circle-date', subject: '', path: Array.from({ length: 500 }, () => n).join() },
    devices: [{ id: `${n}`, endpoint: originOf(n), keys: { p256dh: '', auth: '' } }],
  });
  let count = 0;
  const sender = startSender({
    store: {
      claim: async () => ({ claimed: [claimed(++count)], due: 1 }),
      finish: async () => {},
      forget: async () => {},
    },
    push: {
      send: async () => {
        sent();
        return { kind: kindOf(count) };
      },
    },
    clock: {
      now: () => 1000 * count,
      after: (_ms, job) => {
        look = job;
        return () => {};
      },
    },
    onFault: (error) => {
      throw error;
    },
  });
  const sendOne = async () => {
    const next = look;
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    next();
    await isSent;
    while (look === next) await Promise.resolve();
  };
  return { sendOne, stop: sender.stop };
}

it('a nudge keeps nothing once it has been sent, though others are still to be stored', async () => {
  const { sendOne, stop } = sending(() => 'https://push.example');
  // Their outcomes wait to be stored. All that was sent takes 16.
  expect(await leftBy(sendOne, stop)).toBeLessThan(6);
});

it('P8: of push services that devices name nothing is kept, whether they answer or not', async () => {
  // Of four kilobytes each: thousands that are kept take megabytes.
  const longName = 'a.'.repeat(2_000);
  const { sendOne, stop } = sending(
    (n) => `https://${n}.${longName}example`,
    (n) => (n % 2 === 0 ? 'taken' : 'unknown'),
  );
  const used = () => {
    collect();
    return getHeapStatistics().used_heap_size / MB;
  };
  for (let n = 0; n < 50; n++) await sendOne();
  const before = used();
  for (let n = 0; n < 2_000; n++) await sendOne();
  // Outcomes that wait to be stored, and the last half minute's silent ones, take less than one.
  expect(used() - before).toBeLessThan(4);
  await stop();
});
