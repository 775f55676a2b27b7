import { homeWords } from './home.en.ts';
import { gameList } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { agoText } from './dates.ts';
import { clockText, leftText, resultTime } from './format.ts';
import { cardsToBringHome, variantTitle } from './games.ts';

test.each([
  [0, '0:00', '0:00.0'],
  [187_460, '3:07', '3:07.4'],
  [59_999, '0:59', '0:59.9'],
  [3_723_050, '1:02:03', '1:02:03.0'],
])('%i ms', (ms, clock, result) => {
  expect(clockText(ms)).toBe(clock);
  expect(resultTime(ms)).toBe(result);
});

test('time left is over at 0:00 and not before', () => {
  expect([1, 1000, 1001, 0, -5].map(leftText)).toEqual(['0:01', '0:01', '0:02', '0:00', '0:00']);
});

test.each([
  // By this device's clock it may not have been yet.
  [-5, 'just now'],
  [20, 'just now'],
  [60, '1 minute ago'],
  [3_600, '1 hour ago'],
  [23.6 * 3_600, '23 hours ago'],
  // Of nothing that may have been two days ago by the calendar, or on the same day, it is said that it was yesterday.
  [26 * 3_600, '1 day ago'],
  [37 * 3_600, '1 day ago'],
  [48 * 3_600, '2 days ago'],
])('%i seconds ago', (seconds, text) => {
  const now = Date.UTC(2026, 10, 21, 12);
  expect(agoText(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
});

test('games and variants are named by the registry', () => {
  expect(variantTitle('bisley/twelve')).toBe('Bisley, 12 columns');
  expect(variantTitle('sly-fox/standard')).toBe('Sly Fox');
  expect(variantTitle('unheard/of')).toBe('unheard/of');
  expect(homeWords.gameLine('unheard')).toBe('');
});

test('cards to bring home', () => {
  const most = gameList.map((game) => [game.id, cardsToBringHome(game.variants[0].id)]);
  expect(Object.fromEntries(most)).toMatchObject({
    bisley: 48,
    'sly-fox': 96,
    'british-square': 104,
    alhambra: 96,
  });
});
