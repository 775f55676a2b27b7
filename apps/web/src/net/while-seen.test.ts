import { expect, onTestFinished, test, vi } from 'vitest';
import { whileSeen } from './while-seen.ts';

test('what changes without news is asked for while the page is seen, and at once when it is seen again', () => {
  const shown = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', shown);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const callback = vi.fn();
  const stop = whileSeen(10_000, callback);
  vi.advanceTimersByTime(20_000);
  expect(callback).toHaveBeenCalledTimes(2);
  shown.hidden = true;
  shown.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect(callback).toHaveBeenCalledTimes(2);
  shown.hidden = false;
  shown.dispatchEvent(new Event('visibilitychange'));
  expect(callback).toHaveBeenCalledTimes(3);
  stop();
  shown.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect(callback).toHaveBeenCalledTimes(3);
});
