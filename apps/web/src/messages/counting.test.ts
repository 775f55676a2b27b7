import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as germanPage from './de/page.ts';
import * as page from './page.en.ts';
import { table } from './de/table.ts';
import { count, decimalText, listOf, numberText } from './counting.ts';
import { resultTime, tenthsText } from './format.ts';
import { statsWords } from './stats.en.ts';

test.each([
  [0, '0 cards'],
  [1, '1 card'],
  [2, '2 cards'],
  [12_345, '12,345 cards'],
])('%i', (n, text) => {
  expect(count(n, 'card', 'cards')).toBe(text);
});

test('days with all cards home are counted of one day as of many', () => {
  expect(statsWords.days(1, 1, 16)).toBe('The last 16 weeks: 1 day played, 1 with all cards home.');
  expect(statsWords.days(3, 0, 16)).toBe(
    'The last 16 weeks: 3 days played, 0 with all cards home.',
  );
});

describe('Intl', () => {
  const number = vi.spyOn(Number.prototype, 'toLocaleString');
  const list = vi.spyOn(Intl.ListFormat.prototype, 'format');
  beforeEach(() => void [number, list].map((spy) => spy.mockClear()));
  afterAll(() => void [number, list].map((spy) => spy.mockRestore()));
  const isAsked = () => number.mock.calls.length + list.mock.calls.length > 0;

  test('is not asked for what every win and every first table says', () => {
    expect([0, 7, 998, 1.5].map(numberText)).toEqual(['0', '7', '998', '1.5']);
    expect([0, 97.25, 99.95].map((n) => decimalText(n, 1))).toEqual(['0.0', '97.3', '100.0']);
    expect([tenthsText(312), resultTime(187_460)]).toEqual(['0.3', '3:07.4']);
    expect(listOf(['Anna'])).toBe('Anna');
    expect(isAsked()).toBe(false);
  });

  test('is asked for thousands, and for what is no half', () => {
    expect([1_234, 12_345.5, 1 / 3].map(numberText)).toEqual(['1,234', '12,345.5', '0.333']);
    expect([999.96, 1_234.56].map((n) => decimalText(n, 1))).toEqual(['1,000.0', '1,234.6']);
    expect(isAsked()).toBe(true);
  });
});

test('a list is joined as the language joins it', () => {
  expect(listOf([])).toBe('');
  expect(listOf(['Anna'])).toBe('Anna');
  expect(listOf(['Anna', 'Ben', 'Cleo'])).toBe('Anna, Ben and Cleo');
});

test.each([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111])('place %i', (n) => {
  expect(page.ordinal(n)).toMatch(/^\d+(st|nd|rd|th)$/);
  expect(germanPage.ordinal(n)).toBe(`${n}.`);
});

describe('German piles within a sentence have the case it asks for', () => {
  test.each([
    ['Talon', 'stock', 'auf den Talon', 'vom Talon', 'der Talon'],
    ['Ablage', 'waste', 'auf die Ablage', 'von der Ablage', 'die Ablage'],
    ['Spalte 4', 'tableau', 'auf Spalte 4', 'von Spalte 4', 'Spalte 4'],
  ] as const)('%s', (name, role, to, from, subject) => {
    expect(table.inSentence(name, role, 'to')).toBe(to);
    expect(table.inSentence(name, role, 'from')).toBe(from);
    expect(table.inSentence(name, role, 'subject')).toBe(subject);
  });
});
