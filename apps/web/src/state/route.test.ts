import { addresses } from '@same-deal/protocol/addresses';
import { expect, test } from 'vitest';
import { meetingPlace, parseRoute, paths } from './route.ts';

const playId = '00000000-0000-4000-8000-00000000000a';

test.each([
  ['/', { page: 'home' }],
  ['', { page: 'home' }],
  ['/race/ABC234', { page: 'race', code: 'ABC234' }],
  ['/race/abc-234/', { page: 'race', code: 'ABC234' }],
  ['/race/abc%20234', { page: 'race', code: 'ABC234' }],
  [`/play/${playId}`, { page: 'play', playId }],
  [`/replay/${playId}`, { page: 'replay', playId }],
  ['/play/7e0c', { page: 'lost' }],
  ['/continue', { page: 'continue' }],
  ['/sign-in', { page: 'sign-in' }],
  ['/you', { page: 'you' }],
  [`/compare/${playId}/${playId}`, { page: 'compare', playIds: [playId, playId] }],
  [`/compare/${playId}`, { page: 'lost' }],
  [`/compare/${playId}/7e0c`, { page: 'lost' }],
  ['/daily', { page: 'dailies' }],
  ['/daily/archive', { page: 'archive' }],
  ['/daily/2026-02-28/sly-fox', { page: 'daily', day: '2026-02-28', game: 'sly-fox' }],
  ['/daily/2026-02-28/poker', { page: 'lost' }],
  ['/daily/yesterday/sly-fox', { page: 'lost' }],
  ['/daily/1999-01-01/sly-fox', { page: 'lost' }],
  ['/boards/alhambra', { page: 'boards', game: 'alhambra' }],
  ['/boards', { page: 'lost' }],
  ['/stats', { page: 'stats' }],
  ['/puzzles', { page: 'puzzles' }],
  ['/puzzles/sly-fox/win/17', { page: 'puzzle', game: 'sly-fox', kind: 'win', number: 17 }],
  ['/puzzles/sly-fox/lose/17', { page: 'lost' }],
  [
    '/deal/bisley/thirteen/ADB-FPA-7JG',
    { page: 'deal', variant: 'bisley/thirteen', deal: 'ADB-FPA-7JG' },
  ],
  ['/deal/poker/standard/17', { page: 'lost' }],
  ['/deal/bisley/thirteen', { page: 'lost' }],
  ['/puzzles/sly-fox/win/0', { page: 'lost' }],
  ['/continue/more', { page: 'lost' }],
  ['/race', { page: 'lost' }],
  ['/race/%E0%A4%A', { page: 'lost' }],
  ['/race/ABC234/more', { page: 'lost' }],
  ['/elsewhere', { page: 'lost' }],
])('%s', (path, route) => expect(parseRoute(path)).toEqual(route));

test('what paths write, routes read', () => {
  expect(parseRoute(paths.race('ABC234'))).toEqual({ page: 'race', code: 'ABC234' });
  expect(parseRoute(paths.play(playId))).toEqual({ page: 'play', playId });
  expect(parseRoute(paths.replay(playId))).toEqual({ page: 'replay', playId });
  expect(parseRoute(paths.compare(playId, playId))).toMatchObject({ page: 'compare' });
  expect(parseRoute(paths.dailies)).toEqual({ page: 'dailies' });
  expect(parseRoute(paths.archive)).toEqual({ page: 'archive' });
  expect(parseRoute(paths.daily('2026-11-21', 'bisley'))).toMatchObject({ page: 'daily' });
  expect(parseRoute(paths.boards('bisley'))).toEqual({ page: 'boards', game: 'bisley' });
  expect(parseRoute(paths.stats)).toEqual({ page: 'stats' });
  expect(parseRoute(paths.puzzle('bisley', 'keep', 3))).toMatchObject({
    page: 'puzzle',
    number: 3,
  });
  expect(parseRoute(paths.deal('bisley/thirteen', 'ms 17'))).toEqual({
    page: 'deal',
    variant: 'bisley/thirteen',
    deal: 'ms 17',
  });
  expect(parseRoute(paths.deal('bisley/thirteen', 'daily/2026-11-21'))).toEqual({
    page: 'daily',
    day: '2026-11-21',
    game: 'bisley',
  });
  expect(parseRoute(paths.continue)).toEqual({ page: 'continue' });
  expect(parseRoute(paths.signIn)).toEqual({ page: 'sign-in' });
  expect(parseRoute(paths.you)).toEqual({ page: 'you' });
});

test('who meets at a race or a play is brought together by it; other pages have no such place', () => {
  const play = '00000000-0000-4000-8000-000000000001';
  expect(meetingPlace(parseRoute('/race/abc-234'))).toBe('ABC234');
  expect(meetingPlace(parseRoute(`/play/${play}`))).toBe(play);
  for (const path of ['/', `/replay/${play}`, '/daily', '/people/1', '/nothing/here']) {
    expect(meetingPlace(parseRoute(path))).toBeUndefined();
  }
});

test.each(addresses)('%s shows a page', (address) => {
  const samples: Readonly<Record<string, string>> = {
    game: 'bisley',
    day: '2026-11-21',
    step: '2',
    kind: 'keep',
    number: '17',
    form: 'thirteen',
  };
  const path = address.replace(/:(\w+)/g, (_, part: string) => samples[part] ?? playId);
  expect(parseRoute(path).page).not.toBe('lost');
});
