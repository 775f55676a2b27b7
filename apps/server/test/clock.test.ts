import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheFor } from '../src/cache-for.ts';
import { clockFrom, startClock } from '../src/clock.ts';
import { coalesced } from '../src/coalesced.ts';

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

describe('a machine that sleeps, or whose clock is set', () => {
  const HOUR = 3_600_000;
  let own = 0;
  let ahead = 0;
  let reads = 0;
  beforeEach(() => {
    [own, ahead, reads] = [1000, 1_700_000_000_000, 0];
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    vi.spyOn(performance, 'now').mockImplementation(() => own);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const read = async () => {
    reads += 1;
    return own + ahead;
  };
  /** Both clocks go on together. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      own += 100;
      await vi.advanceTimersByTimeAsync(100);
    }
  };

  test.each([
    ['slept for a night: its monotonic clock stood still', 8 * HOUR],
    ['set its clock back', -HOUR],
  ])(
    'P7: has %s, and within a second nothing is stamped with what it was before',
    async (_, ms) => {
      const clock = await startClock(read);
      await pass(5_000);
      const before = reads;
      await pass(1_000);
      expect(reads, 'both clocks go on together').toBe(before);
      ahead += ms;
      vi.setSystemTime(Date.now() + ms);
      await pass(1_000);
      expect(clock.now()).toBe(own + ahead);
      const after = reads;
      await pass(5_000);
      expect(reads).toBe(after);
      clock.stop();
    },
  );

  test('P7: is asked until the database answers again', async () => {
    let isUp = true;
    const clock = await startClock(async () => {
      if (!isUp) throw new Error('gone');
      return own + ahead;
    });
    ahead += 8 * HOUR;
    vi.setSystemTime(Date.now() + 8 * HOUR);
    isUp = false;
    await pass(2_000);
    isUp = true;
    await pass(1_000);
    expect(clock.now()).toBe(own + ahead);
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
  test('is kept within a minute where the clock leaps past it', () => {
    const job = vi.fn();
    clock.at(time + 8 * 3_600_000, job);
    time += 9 * 3_600_000;
    pass(60_000);
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

describe('what waits for a while, and for no time of day', () => {
  let time = 1_800_000_000_000;
  const clock = clockFrom(() => time);
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const setBack = () => {
    time -= 3_600_000;
    vi.advanceTimersByTime(1_000);
  };

  test('waits no longer where the clock is set back, and can be called off', () => {
    const job = vi.fn();
    clock.after(1_000, job);
    clock.after(1_000, job)();
    setBack();
    expect(job).toHaveBeenCalledTimes(1);
  });
  test('P8: news that come together are told after a second all the same', () => {
    const told: number[] = [];
    const tell = coalesced<number>(
      clock,
      1_000,
      () => 'a board',
      (news) => told.push(news),
    );
    tell(1);
    tell(2);
    setBack();
    expect(told).toEqual([1, 2]);
  });
  test('an answer is kept no longer than for its second', async () => {
    const cached = cacheFor(clock, 1_000);
    let board = 'old';
    const read = () => cached('board', async () => board);
    expect(await read()).toBe('old');
    board = 'new';
    setBack();
    expect(await read()).toBe('new');
  });
});
