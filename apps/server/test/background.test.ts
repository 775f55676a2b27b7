// What nobody waits for, and people would miss.
import { expect, test } from 'vitest';
import { createBackground } from '../src/background.ts';
import { testClock } from './support/test-clock.ts';

const T = 1_800_000_000_000;
const HOUR_MS = 60 * 60_000;
const away = new Error('away');
const fault = new Error('a fault of ours');

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function background() {
  const clock = testClock(T);
  const faults: unknown[] = [];
  const { run, oneAtATime } = createBackground(
    clock,
    (error) => faults.push(error),
    (error) => error === away,
  );
  const skip = async (ms: number) => {
    await turn();
    await clock.skip(ms, turn);
  };
  return { run, oneAtATime, faults, skip, clock };
}

test('P8: work in the background is tried until the database answers again, however long that takes', async () => {
  const { run, faults, skip, clock } = background();
  let isAway = true;
  let done = 0;
  run(async () => {
    if (isAway) throw away;
    done += 1;
  });
  await skip(HOUR_MS);
  expect(faults, 'not told for ever').toHaveLength(31);
  isAway = false;
  await skip(15_000);
  expect(done).toBe(1);
  expect(clock.waiting()).toBe(0);
});

test('P8: one other error after a long outage gives nothing up', async () => {
  const { run, skip } = background();
  const errors: (Error | undefined)[] = Array.from({ length: 40 }, () => away);
  errors.push(fault, undefined);
  let done = 0;
  run(async () => {
    const error = errors.shift();
    if (error) throw error;
    done += 1;
  });
  await skip(HOUR_MS);
  expect(done).toBe(1);
});

test('it is given up after a minute where the database answers', async () => {
  const { run, faults, skip, clock } = background();
  run(async () => {
    throw fault;
  });
  await skip(HOUR_MS);
  expect(faults).toHaveLength(31);
  expect(clock.waiting()).toBe(0);
});

test('one at a time for a key: asked for a hundred times during an outage, it waits once', async () => {
  const { oneAtATime, skip, clock } = background();
  let isAway = true;
  const done: string[] = [];
  const ask = oneAtATime(async (key) => {
    await turn();
    if (isAway) throw away;
    done.push(key);
  });
  for (let n = 0; n < 100; n++) {
    for (const key of ['one', 'other']) ask(key);
    await skip(100);
    await turn();
  }
  await skip(5_000);
  expect(clock.waiting()).toBeLessThanOrEqual(2);
  isAway = false;
  await skip(5_000);
  await turn();
  expect(done.sort()).toEqual(['one', 'other']);
  ask('one');
  await turn();
  await turn();
  expect(done).toEqual(['one', 'other', 'one']);
});
