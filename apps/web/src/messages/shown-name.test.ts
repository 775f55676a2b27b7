/** Names that stand for people, as the service writes them, are said in the page's language. */
import { STAND_INS } from '@same-deal/protocol/stand-ins';
import { expect, test } from 'vitest';
import { attention } from './de/attention.ts';
import { nudgeNotices } from './de/nudge-notices.ts';
import { seatName } from './de/partner.ts';
import { seriesWords } from './de/series.ts';
import { shownName as inGerman } from './de/shown-name.ts';
import { shownName } from './shown-name.en.ts';

test('each has words in German, and all other names stay as they are', () => {
  for (const name of Object.values(STAND_INS)) {
    expect(shownName(name)).toBe(name);
    expect(inGerman(name)).not.toBe(name);
  }
  const own = ['Anna', 'hidden', 'constructor', ''];
  expect(own.map(inGerman)).toEqual(own);
});

test('partners are called in German what they are, also where no badge stands beside them', () => {
  expect(['Easygoing partner', 'Steady partner', 'Strong partner'].map(inGerman)).toEqual([
    'Gemütlicher Trainingspartner',
    'Beständiger Trainingspartner',
    'Starker Trainingspartner',
  ]);
});

test('German sentences have none in English', () => {
  const { hidden: name, deleted } = STAND_INS;
  const news = { subject: 'X', path: '/' };
  const said = [
    seatName({ name, partner: null }),
    seriesWords.scoreLine(deleted, 1.5),
    seriesWords.wonBy([deleted, name]),
    seriesWords.leads([name], 2),
    seriesWords.winnerOf([deleted]),
    attention.invited(name, 'Bisley'),
    nudgeNotices.says({ ...news, kind: 'invitation', name }).title,
    nudgeNotices.says({ ...news, kind: 'circle-date', title: name }).title,
  ];
  for (const text of said) expect(text).toMatch(/Verborgener Name|Gelöschte Person/);
  expect(said.join()).not.toMatch(/Hidden|Deleted/);
});
