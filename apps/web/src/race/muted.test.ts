import { afterEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../state/fake-storage.ts';
import { mutedIds, setMuted } from './muted.ts';

afterEach(() => vi.unstubAllGlobals());

test('who is muted stays so, until they are heard again', () => {
  stubStorage();
  expect(mutedIds()).toEqual([]);
  setMuted('ben', true);
  setMuted('cleo', true);
  setMuted('ben', true);
  expect(mutedIds()).toEqual(['cleo', 'ben']);
  expect(setMuted('cleo', false)).toEqual(['ben']);
  expect(mutedIds()).toEqual(['ben']);
});

test('what a browser keeps by mistake, or not at all, mutes nobody', () => {
  stubStorage(new Map([['same-deal:muted', '{"ben":1}']]));
  expect(mutedIds()).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  expect(mutedIds()).toEqual([]);
  expect(setMuted('ben', true)).toEqual(['ben']);
});
