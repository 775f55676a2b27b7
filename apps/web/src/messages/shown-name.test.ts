/** Names that stand for people, as the service writes them, are said in the page's language. */
import { STAND_INS } from '@same-deal/protocol/stand-ins';
import { expect, test } from 'vitest';
import { shownName as inGerman } from './de/shown-name.ts';
import { shownName } from './shown-name.en.ts';

test('each has words in German, and all other names stay as they are', () => {
  for (const name of Object.values(STAND_INS)) {
    expect(shownName(name)).toBe(name);
    expect(inGerman(name)).not.toBe(name);
  }
  expect(['Anna', 'hidden', ''].map(inGerman)).toEqual(['Anna', 'hidden', '']);
});
