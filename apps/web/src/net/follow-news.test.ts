/** News of what many look at: each page asks again, but not all of them all the time. */
import type { Failure } from '@same-deal/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followNews } from './follow-news.ts';

const shown = Object.assign(new EventTarget(), { hidden: false });
beforeEach(() => {
  vi.stubGlobal('document', shown);
  vi.useFakeTimers();
});
afterEach(() => {
  shown.hidden = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function following(answer = async (): Promise<Failure | undefined> => undefined) {
  const asked = {
    failure: undefined as Failure | undefined,
    load: vi.fn(async () => void (asked.failure = await answer())),
  };
  return { asked: asked.load, ...followNews(asked) };
}

test('the first is asked about at once, all that follows once in a while', async () => {
  const { asked, heard, stop } = following();
  heard();
  expect(asked).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 4; n++) {
    await vi.advanceTimersByTimeAsync(1_000);
    heard();
  }
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(asked).toHaveBeenCalledTimes(2);
  // After a quiet while at once again.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  heard();
  expect(asked).toHaveBeenCalledTimes(3);
  heard();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('one question at a time, however long its answer takes', async () => {
  let answer: (failure: undefined) => void = () => undefined;
  const { asked, heard, stop } = following(() => new Promise((resolve) => (answer = resolve)));
  heard();
  heard();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  answer(undefined);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_001);
  expect(asked).toHaveBeenCalledTimes(2);
  stop();
  answer(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is refused is asked again, no sooner than the refusal says', async () => {
  const refusals: Failure[] = [{ code: 'too-many-requests', retryAfterMs: 40_000 }];
  const { asked, heard, stop } = following(async () => refusals.shift());
  heard();
  await vi.advanceTimersByTimeAsync(20_000);
  heard();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  stop();
});

test('a page that nobody sees asks when it is seen again', async () => {
  const { asked, heard, stop } = following();
  shown.hidden = true;
  heard();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).not.toHaveBeenCalled();
  shown.hidden = false;
  shown.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  shown.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveBeenCalledTimes(1);
  stop();
});
