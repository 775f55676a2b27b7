import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { directionOf, inLanguage, languagesIn, named } from './languages.ts';

const root = path.join(import.meta.dirname, '..');
const words = (file: string) => path.join(root, 'src/messages', file).replaceAll('\\', '/');

test('each folder of messages is a language, and English comes first', () => {
  const [first, ...others] = languagesIn(root);
  expect(first).toBe('en');
  expect(others).toContain('de');
  // In order, each by a tag that is one.
  expect(Intl.getCanonicalLocales(others)).toEqual([...others].sort());
});

test.each([
  ['table.en.ts', 'de', 'de/table.ts'],
  ['table.en.ts', 'en', undefined],
  // Until it is translated the page has the English words.
  ['not-yet.en.ts', 'de', undefined],
  ['format.ts', 'de', undefined],
])('%s in %s is %s', (file, language, other) => {
  expect(inLanguage(words(file), language)).toBe(other && words(other));
});

test('what is built in a language has it in its name, but the first one', () => {
  expect(named('index.html', 'en')).toBe('index.html');
  expect(named('index.html', 'pt-BR')).toBe('index.pt-BR.html');
});

test.each([
  ['en', 'ltr'],
  ['de', 'ltr'],
  ['ar', 'rtl'],
  ['he', 'rtl'],
])('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});

test("P11: styles ask for the page's direction: of `:dir()` the build makes a list of languages, for older browsers", () => {
  const sources = path.join(root, 'src');
  const asking = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css)$/.test(file))
    .filter((file) => readFileSync(path.join(sources, file), 'utf8').includes(':dir('));
  expect(asking).toEqual([]);
});
