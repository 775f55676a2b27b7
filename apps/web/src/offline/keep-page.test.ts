import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenQuiet } from './keep-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the page is kept at once when it is quiet', () => {
  const keep = vi.fn();
  whenQuiet(() => false, keep);
  expect(keep).toHaveBeenCalledOnce();
});

test('nothing is fetched for it while a race runs, and everything once it is over', async () => {
  let isRacing = true;
  const keep = vi.fn();
  whenQuiet(() => isRacing, keep);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(keep).not.toHaveBeenCalled();
  isRacing = false;
  await vi.advanceTimersByTimeAsync(3_001);
  expect(keep).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(keep).toHaveBeenCalledOnce();
});

test('the page is kept ten seconds later at most, where the browser never calls it idle', async () => {
  const never = (then: () => void, options?: { timeout: number }) =>
    options && setTimeout(then, options.timeout);
  vi.stubGlobal('requestIdleCallback', never);
  const keep = vi.fn();
  whenQuiet(() => false, keep);
  await vi.advanceTimersByTimeAsync(10_001);
  vi.unstubAllGlobals();
  expect(keep).toHaveBeenCalledOnce();
});
