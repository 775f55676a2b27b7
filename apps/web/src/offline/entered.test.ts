/** Whoever shows games hears that some were entered, here or from another tab. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onEntered, tellEntered } from './entered.ts';

const page = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What another tab has written or removed. */
const stored = (key: string | null, newValue: string | null) =>
  dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));

test('games that were entered are heard of here, and from another tab, until it is ended', () => {
  const update = vi.fn();
  const end = onEntered(update);
  tellEntered();
  expect(update).toHaveBeenCalledTimes(1);
  // Game by game.
  stored('same-deal:offline:1', null);
  stored('same-deal:offline:2', null);
  vi.runAllTimers();
  expect(update).toHaveBeenCalledTimes(2);

  stored('same-deal:offline:1', '{}');
  stored('same-deal:preferences', null);
  stored(null, null);
  vi.runAllTimers();
  expect(update).toHaveBeenCalledTimes(2);

  end();
  tellEntered();
  stored('same-deal:offline:1', null);
  vi.runAllTimers();
  expect(update).toHaveBeenCalledTimes(2);
});
