import { describe, expect, test, vi } from 'vitest';
import * as english from './page.en.ts';
import * as german from './de/page.ts';
import { table } from './de/table.ts';
import { count, listOf, numberText } from './counting.ts';

test.each([
  [0, '0 cards'],
  [1, '1 card'],
  [2, '2 cards'],
  [12_345, '12,345 cards'],
])('%i', (n, text) => {
  expect(count(n, 'card', 'cards')).toBe(text);
});

test('the language is asked how it writes halves and thousands, and only those', () => {
  const written = vi
    .spyOn(Number.prototype, 'toLocaleString')
    .mockReturnValue('as the language does');
  expect([0, 7, 999].map(numberText)).toEqual(['0', '7', '999']);
  expect(written).not.toHaveBeenCalled();
  for (const n of [1.5, 1_234]) expect(numberText(n)).toBe('as the language does');
  written.mockRestore();
});

test('a list is joined as the language joins it', () => {
  expect(listOf([])).toBe('');
  expect(listOf(['Anna'])).toBe('Anna');
  expect(listOf(['Anna', 'Ben', 'Cleo'])).toBe('Anna, Ben and Cleo');
});

test.each([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111])('place %i', (n) => {
  expect(english.ordinal(n)).toMatch(/^\d+(st|nd|rd|th)$/);
  expect(german.ordinal(n)).toBe(`${n}.`);
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
