/** Tables as the browser keeps them for when there is no line. */
import type { PlaySnapshot } from '@same-deal/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBarredStorage, stubStorage } from '../state/fake-storage.ts';
import { forgetTables, keepTable, keptTables } from './kept-table.ts';
import { FakeService } from './testing/fake-service.ts';

const table = (playId: string, more: Partial<PlaySnapshot> = {}): PlaySnapshot => ({
  ...FakeService.dealing('bisley/thirteen', '17').snapshot(),
  playId,
  ...more,
});

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage(new Map([['same-deal:been-here', 'somebody']]));
  vi.useFakeTimers({ now: Date.UTC(2040, 0, 1), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a table is kept for its owner, and its times have gone on', () => {
  keepTable('anna', table('1', { elapsedMs: 1_000, closesInMs: 5_000 }));
  vi.setSystemTime(Date.now() + 2_000);
  expect(keptTables('anna')).toEqual([table('1', { elapsedMs: 3_000, closesInMs: 3_000 })]);
  vi.setSystemTime(Date.now() + 60_000);
  expect(keptTables('anna')).toMatchObject([{ closesInMs: 0 }]);
  expect(keptTables('ben')).toEqual([]);
});

test('a clock that was set back makes no play younger', () => {
  keepTable('anna', table('1', { elapsedMs: 1_000 }));
  vi.setSystemTime(Date.now() - 60_000);
  expect(keptTables('anna')).toMatchObject([{ elapsedMs: 1_000 }]);
});

test('the last few are kept, newest first; one that has ended is not', () => {
  for (let n = 1; n <= 7; n++) {
    keepTable('anna', table(String(n)));
    vi.setSystemTime(Date.now() + 1);
  }
  keepTable('anna', table('4'));
  const ids = () => keptTables('anna').map(({ playId }) => playId);
  expect(ids()).toEqual(['4', '7', '6', '5', '3']);
  keepTable('anna', table('7', { ending: 'won' }));
  expect(ids()).toEqual(['4', '6', '5', '3']);
});

test('what cannot be read, is of another version or of no game of ours is as good as nothing', () => {
  keepTable('anna', table('1'));
  const [key = ''] = [...stored.keys()].filter((name) => name.includes('last-table'));
  const kept = stored.get(key) ?? '';
  for (const text of [
    '{"version":',
    kept.replace(/"version":\d+/, '"version":1'),
    kept.replaceAll('bisley/thirteen', 'klondike/one'),
  ]) {
    expect(text).not.toBe(kept);
    stored.set(key, text);
    expect(keptTables('anna')).toEqual([]);
  }
});

test('somebody who has gone leaves no table behind, and nothing else is touched, nor anybody else’s', () => {
  keepTable('anna', table('1'));
  keepTable('anna', table('2'));
  stored.set('same-deal:last-table:unreadable', '{"version":');
  keepTable('ben', table('3'));
  forgetTables('anna');
  expect([...stored.keys()]).toEqual(['same-deal:been-here', 'same-deal:last-table:3']);
});

test('where storage is barred nothing is kept, and nothing breaks', () => {
  stubBarredStorage();
  keepTable('anna', table('1'));
  expect(keptTables('anna')).toEqual([]);
  forgetTables('anna');
});
