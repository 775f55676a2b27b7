/** What could not be had is asked for again by itself. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

const listeners = new Map<string, () => void>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) =>
    listeners.set(name, listener),
  );
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  listeners.clear();
});

test('every five seconds, until it is stopped', async () => {
  const again = vi.fn();
  const stop = keepTrying(again);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(again).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(again).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(again).toHaveBeenCalledTimes(3);
  expect(listeners.size).toBe(0);
});

test('at once when the browser has a network again, but never twice at a time', async () => {
  let answer = () => undefined as void;
  const again = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const stop = keepTrying(again);
  listeners.get('online')?.();
  listeners.get('online')?.();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(again).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(again).toHaveBeenCalledTimes(2);
  stop();
});

test('no sooner than a refusal has asked for', async () => {
  const again = vi.fn();
  const stop = keepTrying(again, 20_000);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(again).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(again).toHaveBeenCalledTimes(1);
  stop();
});
