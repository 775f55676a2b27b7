import { expect, test } from 'vitest';
import { parseRoute } from './route.ts';
import { ghostsPath, recordingsOf, tablesPath } from './recordings.ts';

const daily = { day: '2026-11-21', game: 'bisley' };

test.each([
  ['/race/abc-234/tables', { tables: 'ABC234' }],
  ['/race/abc-234/ghosts/', { ghosts: { race: 'ABC234' } }],
  ['/daily/2026-11-21/bisley/ghosts', { ghosts: { daily } }],
])('the recordings at %s', (path, shown) => {
  expect(recordingsOf(path)).toEqual(shown);
  expect(parseRoute(path)).toEqual({ page: 'recordings', path });
});

test.each(['/daily/2026-11-21/whist/ghosts', '/daily/2026-11-21/ghosts'])(
  'there are no recordings at %s, and no page',
  (path) => {
    expect(recordingsOf(path)).toBeUndefined();
    expect(parseRoute(path)).toEqual({ page: 'lost' });
  },
);

test('a day that no calendar has leads nowhere', () => {
  expect(recordingsOf('/daily/2026-02-32/bisley/ghosts')).toBeUndefined();
});

test('a link leads where it was made for', () => {
  expect(recordingsOf(ghostsPath({ daily }))).toEqual({ ghosts: { daily } });
  expect(recordingsOf(ghostsPath({ race: 'ABC234' }))).toEqual({ ghosts: { race: 'ABC234' } });
  expect(recordingsOf(tablesPath('ABC234'))).toEqual({ tables: 'ABC234' });
});
