import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clockFrom, startClock } from '../src/clock.ts';

describe("P7: the service's clock", () => {
  // The node's own clock stands still but for what a query takes.
  let own = 0;
  beforeEach(() => {
    own = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => own);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** A database whose clock is `ahead`, asked over a line with these delays there and back. */
  const database = (ahead: number, delays: [there: number, back: number][]) => {
    let n = 0;
    return async () => {
      const [there, back] = delays[n++ % delays.length]!;
      own += there;
      const time = own + ahead;
      own += back;
      return time;
    };
  };

  test("is PostgreSQL's, whatever the node's is", async () => {
    const clock = await startClock(database(1_700_000_000_000, [[3, 3]]));
    expect(clock.now()).toBe(own + 1_700_000_000_000);
    own += 1234.4;
    expect(clock.now()).toBe(Math.round(own + 1_700_000_000_000));
    clock.stop();
  });

  test('believes the quickest answer: asymmetric delays cost at most half of the shortest way', async () => {
    const delays: [number, number][] = [
      [200, 0],
      [0, 90],
      [4, 0],
      [0, 300],
      [50, 50],
    ];
    const clock = await startClock(database(5_000_000, delays));
    expect(Math.abs(clock.now() - (own + 5_000_000))).toBeLessThanOrEqual(2);
    clock.stop();
  });

  test('follows when it is measured again', async () => {
    let ahead = 10_000;
    const clock = await startClock(async () => own + ahead);
    ahead = 20_000;
    expect(clock.now()).toBe(own + 10_000);
    await clock.measure();
    expect(clock.now()).toBe(own + 20_000);
    clock.stop();
  });

  test('stands where a query waits for a connection, or for a slow database', async () => {
    let delays: [number, number] = [2, 2];
    const clock = await startClock(async () => {
      own += delays[0];
      const time = own + 10_000;
      own += delays[1];
      return time;
    });
    delays = [2_600, 3];
    await clock.measure();
    expect(Math.abs(clock.now() - (own + 10_000))).toBeLessThanOrEqual(2);
    delays = [1, 900];
    await clock.measure();
    expect(Math.abs(clock.now() - (own + 10_000))).toBeLessThanOrEqual(2);
    clock.stop();
  });

  test('keeps the old measure when the database does not answer', async () => {
    let isUp = true;
    const clock = await startClock(async () => {
      if (!isUp) throw new Error('gone');
      return own + 10_000;
    });
    isUp = false;
    await expect(clock.measure()).rejects.toThrow('gone');
    expect(clock.now()).toBe(own + 10_000);
    clock.stop();
  });
});

describe('an appointment', () => {
  let time = 1_800_000_000_000;
  const clock = clockFrom(() => time);
  const pass = (ms: number) => {
    time += ms;
    vi.advanceTimersByTime(ms);
  };
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is kept on time, not before', () => {
    const job = vi.fn();
    clock.at(time + 5000, job);
    pass(4999);
    expect(job).not.toHaveBeenCalled();
    pass(1);
    expect(job).toHaveBeenCalledTimes(1);
    pass(100_000);
    expect(job).toHaveBeenCalledTimes(1);
  });
  test('that has passed is kept at once, but never before `at` returns', () => {
    const job = vi.fn();
    clock.at(time - 1e12, job);
    expect(job).not.toHaveBeenCalled();
    pass(1);
    expect(job).toHaveBeenCalledTimes(1);
  });
  test('further away than a timer can wait is kept too', () => {
    const job = vi.fn();
    const far = 100 * 24 * 60 * 60_000;
    clock.at(time + far, job);
    for (let days = 0; days < 99; days++) pass(24 * 60 * 60_000);
    expect(job).not.toHaveBeenCalled();
    for (let hours = 0; hours < 25; hours++) pass(60 * 60_000);
    expect(job).toHaveBeenCalledTimes(1);
  });
  test('waits on when the timer fires early, and when the clock is set back', () => {
    const job = vi.fn();
    clock.at(time + 1000, job);
    vi.advanceTimersByTime(1000);
    expect(job, 'the clock stood still').not.toHaveBeenCalled();
    pass(1000);
    expect(job).toHaveBeenCalledTimes(1);
  });
  test('is called off, also after it has been put off', () => {
    const job = vi.fn();
    const callOff = clock.at(time + 1000, job);
    vi.advanceTimersByTime(1000);
    callOff();
    pass(10_000);
    expect(job).not.toHaveBeenCalled();
  });
});
