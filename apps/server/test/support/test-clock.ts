import { clockFrom } from '../../src/clock.ts';
import type { Clock } from '../../src/clock.ts';

export interface TestClock extends Clock {
  /** Puts the clock forward; what falls due on the way happens in its order, each at its time. */
  skip(ms: number, between?: () => Promise<void>): Promise<void>;
  /** How many appointments are still to be kept. */
  waiting(): number;
}

/**
 * A clock that can be put forward, so that no test waits for a countdown.
 * @param stopped stands still at this time but for `skip`; without it, it goes on by itself
 */
export function testClock(stopped?: number): TestClock {
  interface Appointment {
    readonly time: number;
    readonly keep: () => void;
    callOff: () => void;
  }
  let shift = 0;
  const appointments = new Set<Appointment>();
  const now = () => (stopped ?? Date.now()) + shift;
  const real = clockFrom(now);

  return {
    now,
    waiting: () => appointments.size,
    at(time, job) {
      const keep = () => {
        if (appointments.delete(appointment)) job();
      };
      const appointment: Appointment = { time, keep, callOff: () => {} };
      appointments.add(appointment);
      if (stopped === undefined) appointment.callOff = real.at(time, keep);
      else if (time <= now()) setImmediate(keep);
      return () => {
        appointments.delete(appointment);
        appointment.callOff();
      };
    },
    async skip(ms, between = async () => {}) {
      const target = now() + ms;
      for (;;) {
        const [next] = [...appointments]
          .filter(({ time }) => time <= target)
          .sort((a, b) => a.time - b.time);
        if (!next) break;
        shift += Math.max(0, next.time - now());
        next.callOff();
        next.keep();
        await between();
      }
      shift += Math.max(0, target - now());
    },
  };
}
