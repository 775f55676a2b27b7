import { expect, onTestFinished, test, vi } from 'vitest';
import { tellTimeLeft } from './time-left.ts';

test('P11: that the time runs out is said as it is shown, and once more when the last minute begins', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const closesAt = performance.now() + 5 * 60_000 - 20;
  const session = {
    ending: null,
    get closesInMs() {
      return closesAt - performance.now();
    },
  };
  const said: string[] = [];
  const stop = tellTimeLeft(session, { sayWhenQuiet: (text) => void said.push(text) });
  expect(said).toEqual(['5 minutes left.']);
  vi.advanceTimersByTime(5 * 60_000);
  expect(said).toEqual(['5 minutes left.', '1 minute left.']);
  stop();
  // Opened late, it is said how late.
  said.length = 0;
  tellTimeLeft(
    { closesInMs: 42_000, ending: null },
    { sayWhenQuiet: (text) => void said.push(text) },
  );
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['42 seconds left.']);
  // Of a game that has ended, nor long before its end, nothing is.
  tellTimeLeft(
    { closesInMs: 42_000, ending: 'won' },
    { sayWhenQuiet: (text) => void said.push(text) },
  );
  tellTimeLeft(
    { closesInMs: 420_000, ending: null },
    { sayWhenQuiet: (text) => void said.push(text) },
  );
  tellTimeLeft(
    { closesInMs: null, ending: null },
    { sayWhenQuiet: (text) => void said.push(text) },
  );
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(1);
});
