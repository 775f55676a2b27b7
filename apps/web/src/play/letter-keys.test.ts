import { afterEach, expect, test, vi } from 'vitest';
import { letterKeys } from './letter-keys.ts';

afterEach(() => void vi.unstubAllGlobals());

test('P11: letters are keys until somebody turns them off, and stay off in this browser', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  expect(letterKeys.areOn()).toBe(true);
  expect(letterKeys.turn(false)).toBe(true);
  expect(letterKeys.areOn()).toBe(false);
  letterKeys.turn(true);
  expect(letterKeys.areOn()).toBe(true);
});

test('where storage is barred they are on, and turning them off says that it is not remembered', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(letterKeys.areOn()).toBe(true);
  expect(letterKeys.turn(false)).toBe(false);
});
