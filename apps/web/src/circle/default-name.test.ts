import { expect, test } from 'vitest';
import { defaultNameOf, pairNameOf } from './default-name.ts';

test('a circle is called after who makes it, in whole words, by a name that is allowed', () => {
  expect(defaultNameOf('Anna')).toBe('Anna’s circle');
  expect(defaultNameOf('Graceful Jackdaw')).toBe('Graceful Jackdaw');
  expect(defaultNameOf('Wilhelmina-Alexandrovna')).toBe('Wilhelmina-Alexandrovna');
});

test('a circle of two is called after both, as far as there is room, and no sign ends its name', () => {
  expect(pairNameOf('Anna', 'Ben')).toBe('Anna & Ben');
  expect(pairNameOf('Bartholomew Long', 'Annabel')).toBe('Bartholomew Long & Annab');
  for (const name of [
    'Maximiliane Mustermann',
    'Maximiliane Musterfrau X',
    'Maximilian Mustermann',
  ])
    expect(pairNameOf(name, 'Ben')).toBe(name);
});
