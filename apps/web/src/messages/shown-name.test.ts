/** Names that stand for people, as the service writes them, are said in the page's language. */
import { STAND_INS } from '@same-deal/protocol/stand-ins';
import { expect, test } from 'vitest';
import { standIns as german } from './de/stand-ins.ts';
import { shownName } from './shown-name.ts';
import { standIns as english } from './stand-ins.en.ts';

test('each has words in every language, and all other names stay as they are', () => {
  for (const words of [english, german]) {
    expect(Object.keys(words).sort()).toEqual(Object.keys(STAND_INS).sort());
  }
  expect(german).not.toEqual(english);
  expect(Object.values(STAND_INS).map(shownName)).toEqual([STAND_INS.hidden, STAND_INS.deleted]);
  expect(shownName('Anna')).toBe('Anna');
});
