import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchLater } from './fetch-later.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A part whose fetch ends when it is told to, and how often it has begun and ended. */
function part() {
  let resolve!: (name: string) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<string>((...ways) => ([resolve, reject] = ways));
  const begin = vi.fn((_: string) => end);
  const end = vi.fn();
  return { fetch: vi.fn(() => promise), resolve, reject, begin, end };
}

it('begins once it is fetched, and ends once it is told to', async () => {
  const { fetch, resolve, begin, end } = part();
  const stop = fetchLater(1_000, fetch, begin);
  expect(fetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  resolve('sounds');
  await vi.advanceTimersByTimeAsync(0);
  expect(begin).toHaveBeenCalledExactlyOnceWith('sounds');
  expect(end).not.toHaveBeenCalled();
  stop();
  expect(end).toHaveBeenCalledOnce();
});

it('does not begin any more if it was told to end while it was fetched', async () => {
  const { fetch, resolve, begin } = part();
  const stop = fetchLater(0, fetch, begin);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  resolve('sounds');
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledOnce();
  expect(begin).not.toHaveBeenCalled();
});

it('is not fetched if it was told to end before', async () => {
  const { fetch, begin } = part();
  fetchLater(1_000, fetch, begin)();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetch).not.toHaveBeenCalled();
});

it('P8: asks again for a part that did not come, for as long as it is wanted', async () => {
  const lost = part();
  const found = part();
  const fetch = vi.fn(found.fetch).mockImplementationOnce(lost.fetch);
  const stop = fetchLater(0, fetch, found.begin);
  await vi.advanceTimersByTimeAsync(0);
  lost.reject(new Error('no line'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  found.resolve('sounds');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(found.begin).toHaveBeenCalledExactlyOnceWith('sounds');
  expect(fetch).toHaveBeenCalledTimes(2);
  stop();
  expect(found.end).toHaveBeenCalledOnce();
});

it('does not ask again once it was told to end', async () => {
  const { fetch, reject, begin } = part();
  const stop = fetchLater(0, fetch, begin);
  await vi.advanceTimersByTimeAsync(0);
  reject(new Error('no line'));
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledOnce();
  expect(begin).not.toHaveBeenCalled();
});
