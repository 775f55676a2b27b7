import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elapsedAt, leftAt, newClock, setCloses, setElapsed, stopAt } from './play-clock.ts';

test('P7: a play nobody has told about has not run', () => {
  expect(elapsedAt(newClock, 5_000)).toBe(0);
  expect(leftAt(newClock, 5_000)).toBeNull();
});

test('P7: it runs on from what the service said, by a clock that nobody sets', () => {
  const clock = setElapsed(newClock, 10_000, 500);
  expect(elapsedAt(clock, 500)).toBe(10_000);
  expect(elapsedAt(clock, 2_500)).toBe(12_000);
});

test('P7: of several answers the quickest counts: the clock is never set back', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: 1 }), (delays) => {
      // The play began at 0; each answer is sent a second after the last one and arrives so much later.
      let clock = newClock;
      let shown = 0;
      delays.forEach((delay, n) => {
        const sentAt = 1_000 * n;
        clock = setElapsed(clock, sentAt, sentAt + delay);
        const now = elapsedAt(clock, 10_000_000);
        expect(now).toBeGreaterThanOrEqual(shown);
        shown = now;
      });
      expect(shown).toBe(10_000_000 - Math.min(...delays));
    }),
  );
});

test('what is left runs down to nothing and stays there', () => {
  const clock = setCloses(newClock, 3_000, 1_000);
  expect([1_000, 2_500, 4_000, 9_000].map((now) => leftAt(clock, now))).toEqual([
    3_000, 1_500, 0, 0,
  ]);
  expect(leftAt(setCloses(clock, null, 1_000), 1_000)).toBeNull();
});

test('a stopped clock stays where it was stopped first', () => {
  const clock = stopAt(setElapsed(newClock, 1_000, 0), 61_000);
  expect(elapsedAt(clock, 99_000)).toBe(61_000);
  expect(elapsedAt(stopAt(setElapsed(clock, 90_000, 0), 70_000), 99_000)).toBe(61_000);
});

test('times are whole milliseconds', () => {
  const clock = setCloses(setElapsed(newClock, 10, 0.4), 10, 0.4);
  expect(elapsedAt(clock, 5.1)).toBe(15);
  expect(leftAt(clock, 5.1)).toBe(5);
});
