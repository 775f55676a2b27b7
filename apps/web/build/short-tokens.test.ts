import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PUT_TOGETHER, shortNames, SOURCE } from './short-tokens.ts';

const source = path.join(import.meta.dirname, '../src');
const names = shortNames(readFileSync(path.join(source, 'styles/tokens.css'), 'utf8'));

test('every token has a short name of its own, which is nobody else’s', () => {
  expect(names.get('--space-8')).toMatch(/^--[A-Z]{1,2}$/);
  expect(new Set(names.values()).size).toBe(names.size);
  expect(names.has('--seat-1')).toBe(false);
});

test('names that are put together where they are used keep their form', () => {
  const begun = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css|ts)$/.test(file))
    .flatMap((file) => readFileSync(path.join(source, file), 'utf8').match(/--[a-z-]+-(?=\$?\{)/g));
  const found = begun.filter((one) => one !== null);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((one) => !PUT_TOGETHER.test(one))).toEqual([]);
});

test('styles that come with a script have them too', () => {
  const ids = ['app.css', 'later.css?inline', 'tokens.css'].map(
    (name) => `/web/src/styles/${name}`,
  );
  expect(ids.filter((id) => !SOURCE.test(id))).toEqual([]);
});
