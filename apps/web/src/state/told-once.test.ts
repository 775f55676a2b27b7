import { afterEach, expect, test, vi } from 'vitest';
import { isFirstTelling } from './told-once.ts';

afterEach(() => void vi.unstubAllGlobals());

test('P12: each thing is told once in a browser, whatever else has been told', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  expect([isFirstTelling('accounts'), isFirstTelling('accounts')]).toEqual([true, false]);
  expect([isFirstTelling('boards'), isFirstTelling('boards')]).toEqual([true, false]);
});

test('where nothing can be remembered nothing is told', () => {
  const barred = () => {
    throw new Error('barred');
  };
  vi.stubGlobal('localStorage', { getItem: barred, setItem: barred });
  expect(isFirstTelling('accounts')).toBe(false);
});
