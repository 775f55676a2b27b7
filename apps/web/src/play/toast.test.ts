import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toast } from './toast.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is shown stays long enough to be read, the latest for its whole time', () => {
  const toast = new Toast();
  toast.show('one');
  vi.advanceTimersByTime(4_000);
  toast.show('two');
  vi.advanceTimersByTime(4_000);
  expect(toast.shown?.text).toBe('two');
  vi.advanceTimersByTime(500);
  expect(toast.shown).toBeUndefined();
});

test('the same words again are shown anew', () => {
  const toast = new Toast();
  toast.show('one');
  const first = toast.shown?.id;
  toast.show('one');
  expect(toast.shown?.id).not.toBe(first);
});

test('what is shown goes when something else is done', () => {
  const toast = new Toast();
  toast.show('one');
  toast.hide();
  expect(toast.shown).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
