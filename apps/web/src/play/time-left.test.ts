import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellTimeLeft } from './time-left.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is said of a play whose time runs out so much later. */
function playWith(leftMs: number | null) {
  const said: string[] = [];
  let closesAt = performance.now() + (leftMs ?? 0);
  const session = {
    ending: null as 'won' | null,
    get closesInMs() {
      return leftMs === null ? null : closesAt - performance.now();
    },
  };
  const stop = tellTimeLeft(session, { add: (text) => void said.push(text) });
  return { said, session, stop, closeIn: (ms: number) => (closesAt = performance.now() + ms) };
}

test('P11: that the time runs out is said as it is shown, and once more when the last minute begins', () => {
  const { said, stop } = playWith(5 * 60_000 + 10_000);
  vi.advanceTimersByTime(9_000);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(said).toEqual(['4 minutes 59 seconds left.']);
  vi.advanceTimersByTime(4 * 60_000 + 30_000);
  expect(said).toHaveLength(2);
  expect(said[1]).toBe('59 seconds left.');
  stop();
});

test('P11: it is not said where a win has shortened the time, which is said itself, nor of what has ended, nor without an end', () => {
  const race = playWith(10 * 60_000);
  race.closeIn(2 * 60_000);
  vi.advanceTimersByTime(3_000);
  expect(race.said).toEqual([]);
  race.closeIn(57_000);
  vi.advanceTimersByTime(3_000);
  expect(race.said).toEqual([]);
  race.session.ending = 'won';
  vi.advanceTimersByTime(3 * 60_000);
  expect(race.said).toEqual([]);
  const practice = playWith(null);
  vi.advanceTimersByTime(60_000);
  expect(practice.said).toEqual([]);
});

test('P11: at a table that is opened late it is said how late', () => {
  const mark = { startTime: performance.now() } as PerformanceEntry;
  const marks = vi.spyOn(performance, 'getEntriesByName').mockReturnValue([mark]);
  const { said } = playWith(42_000);
  vi.advanceTimersByTime(30_000);
  expect(said).toEqual(['42 seconds left.']);
  expect(marks).toHaveBeenCalledWith('table');
  marks.mockRestore();
});
