/** Entries on their way, as the browser keeps them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetKeptEntries, keepWaiting, keptEntries, keptWaiting } from './kept-entries.ts';
import type { WaitingEntry } from './play-log.ts';

const waiting: WaitingEntry[] = [
  { entry: { from: 3, to: 9 }, number: 7 },
  { entry: 'undo', number: 8 },
  { entry: 'concede', number: 9 },
];

describe('in a browser that stores', () => {
  let stored: Record<string, string>;
  beforeEach(() => {
    stored = { 'same-deal:been-here': 'somebody' };
    // Keys of a storage are its own properties.
    const storage = new Proxy(stored, {
      get: (items, name: string) =>
        ({
          getItem: (key: string) => items[key] ?? null,
          setItem: (key: string, text: string) => void (items[key] = text),
          removeItem: (key: string) => void delete items[key],
        })[name],
    });
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('P4: what was kept waits again, the same and under the same numbers', () => {
    keepWaiting('play', 'Anna', waiting);
    expect(keptWaiting('play')).toEqual(waiting);
    expect(keptEntries('play')).toMatchObject({ name: 'Anna', first: 7 });
    expect(keptWaiting('another')).toEqual([]);
  });

  test('kept are those that wait now, and none when none does', () => {
    keepWaiting('play', 'Anna', waiting);
    keepWaiting('play', 'Anna', waiting.slice(1));
    expect(keptWaiting('play')).toEqual(waiting.slice(1));
    keepWaiting('play', 'Anna', []);
    expect(keptEntries('play')).toBeUndefined();
    expect(Object.keys(stored)).toEqual(['same-deal:been-here']);
  });

  test('somebody who is forgotten leaves no entries behind, and nothing else is touched', () => {
    keepWaiting('play', 'Anna', waiting);
    keepWaiting('another', 'Anna', waiting);
    forgetKeptEntries();
    expect(Object.keys(stored)).toEqual(['same-deal:been-here']);
  });

  test('what cannot be read is as good as nothing', () => {
    stored['same-deal:kept:play'] = '{"first":';
    expect(keptEntries('play')).toBeUndefined();
    expect(keptWaiting('play')).toEqual([]);
  });
});

test('where storage is barred nothing is kept, and nothing breaks', () => {
  const barred = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: barred, setItem: barred, removeItem: barred });
  keepWaiting('play', 'Anna', waiting);
  expect(keptWaiting('play')).toEqual([]);
  vi.unstubAllGlobals();
});
