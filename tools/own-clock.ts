/**
 * Around each file with tests: files of one worker share its globals, so that a clock which one leaves behind would be
 * another's, which then waits for ever. Whoever leaves it is named, and it is taken away.
 */
import timers from 'node:timers';
import { afterAll } from 'vitest';

const { setTimeout, setInterval, setImmediate } = timers;
const clock = { setTimeout, setInterval, setImmediate, Date, now: performance.now };

afterAll(() => {
  const left = [
    ...(['setTimeout', 'setInterval', 'setImmediate', 'Date'] as const).filter(
      (name) => globalThis[name] !== clock[name],
    ),
    ...(performance.now === clock.now ? [] : ['performance.now']),
  ];
  if (left.length === 0) return;
  const { now, ...globals } = clock;
  Object.assign(globalThis, globals);
  performance.now = now;
  throw new Error(`this file leaves a ${left.join(' and a ')} of its own behind`);
});
