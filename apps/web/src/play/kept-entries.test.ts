/** Entries on their way, as the browser keeps them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBarredStorage, stubStorage } from '../state/fake-storage.ts';
import {
  forgetAcknowledged,
  forgetKeptEntries,
  keepWaiting,
  keptEntries,
  keptWaiting,
  MOST_KEPT,
} from './kept-entries.ts';
import type { WaitingEntry } from './play-log.ts';

const waiting: WaitingEntry[] = [
  { entry: { from: 3, to: 9 }, number: 7 },
  { entry: 'undo', number: 8 },
  { entry: 'concede', number: 9 },
];

describe('in a browser that stores', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = stubStorage(new Map([['same-deal:been-here', 'somebody']]));
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
    expect([...stored.keys()]).toEqual(['same-deal:been-here']);
  });

  test('an acknowledged one is kept no longer, and what has taken its number is', () => {
    const [first, second] = waiting as [WaitingEntry, WaitingEntry];
    keepWaiting('play', 'Anna', waiting);
    forgetAcknowledged('play', { ...first, entry: 'undo' });
    forgetAcknowledged('play', second);
    expect(keptWaiting('play')).toEqual(waiting);
    forgetAcknowledged('play', first);
    expect(keptWaiting('play')).toEqual(waiting.slice(1));
  });

  test('P4: they are bounded: for one too many the oldest of others goes, then the own oldest, and each is named', () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    // As earlier versions kept it.
    stored.set('same-deal:kept:old', '{"name":"Anna","first":1,"codes":[1,2]}');
    for (let n = 1; n < MOST_KEPT; n++) {
      vi.setSystemTime(n);
      expect(keepWaiting(`play ${n}`, n === 7 ? 'Ben' : 'Anna', waiting)).toEqual([]);
    }
    vi.setSystemTime(100);
    const givenUp = (play: string) =>
      keepWaiting(play, 'Anna', waiting).map(({ name, at }) => [name, at]);
    expect(givenUp('a')).toEqual([['Ben', 7]]);
    expect(givenUp('a')).toEqual([]);
    expect(givenUp('b')).toEqual([['Anna', undefined]]);
    expect(givenUp('c')).toEqual([['Anna', 1]]);
    expect([...stored.keys()].filter((key) => key.includes(':kept:'))).toHaveLength(MOST_KEPT);
    expect(keptWaiting('c')).toEqual(waiting);
    vi.useRealTimers();
  });

  test('P4: somebody who is forgotten leaves no entries behind, and nothing else is touched, nor anybody else’s', () => {
    keepWaiting('play', 'Anna', waiting);
    keepWaiting('another', 'Anna', waiting);
    stored.set('same-deal:kept:unreadable', '{"first":');
    keepWaiting('third', 'Ben', waiting);
    forgetKeptEntries('Anna');
    expect([...stored.keys()]).toEqual(['same-deal:been-here', 'same-deal:kept:third']);
  });

  test('what cannot be read is as good as nothing', () => {
    stored.set('same-deal:kept:play', '{"first":');
    expect(keptEntries('play')).toBeUndefined();
    expect(keptWaiting('play')).toEqual([]);
  });
});

test('where storage is barred nothing is kept, and nothing breaks', () => {
  stubBarredStorage();
  keepWaiting('play', 'Anna', waiting);
  expect(keptWaiting('play')).toEqual([]);
  vi.unstubAllGlobals();
});
