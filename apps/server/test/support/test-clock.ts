import { clockFrom } from '../../src/clock.ts';
import type { Clock } from '../../src/clock.ts';

export interface TestClock extends Clock {
  /** Advances the clock; timers that fall due run in order, each at its time. */
  skip(ms: number, between?: () => Promise<void>): Promise<void>;
  /**
   * How many timers are pending.
   * @param beyondMs only those due later than so many milliseconds from now: not what looks anew each second
   */
  waiting(beyondMs?: number): number;
}

/**
 * A clock that can be advanced, so that no test waits for a countdown.
 * @param stopped the time at which it stands still except for `skip`; without it, it runs with the real clock
 */
export function testClock(stopped?: number): TestClock {
  interface Timer {
    readonly time: number;
    readonly fire: () => void;
    cancel: () => void;
  }
  let shift = 0;
  const timers = new Set<Timer>();
  const now = () => (stopped ?? Date.now()) + shift;
  const real = clockFrom(now);

  const clock: TestClock = {
    now,
    after: (ms, job) => clock.at(now() + ms, job),
    waiting: (beyondMs = -Infinity) =>
      [...timers].filter(({ time }) => time > now() + beyondMs).length,
    at(time, job) {
      const fire = () => {
        if (timers.delete(timer)) job();
      };
      const timer: Timer = { time, fire, cancel: () => {} };
      timers.add(timer);
      if (stopped === undefined) timer.cancel = real.at(time, fire);
      else if (time <= now()) setImmediate(fire);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
    async skip(ms, between = async () => {}) {
      const target = now() + ms;
      for (;;) {
        const [next] = [...timers]
          .filter(({ time }) => time <= target)
          .sort((a, b) => a.time - b.time);
        if (!next) break;
        shift += Math.max(0, next.time - now());
        next.cancel();
        next.fire();
        await between();
      }
      shift += Math.max(0, target - now());
    },
  };
  return clock;
}
