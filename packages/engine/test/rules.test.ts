/** Rule sheets and tests belong together: no rule without a test, no test for a rule that is none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(root, folder, file),
  ),
);
const textOf = (file: string) => readFileSync(file, 'utf8');
/** The rules that the sheets state: each begins a paragraph, in bold. */
const rules = files
  .filter((file) => file.endsWith('.rules.md'))
  .flatMap((file) =>
    [...textOf(file).matchAll(/^\*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule]) => rule ?? ''),
  );

/** The letters of the sheets: `BIS`, … */
const sheets = [...new Set(rules.map((rule) => rule.replace(/-.*/, '')))];
const RULE = new RegExp(`\\b(?:${sheets.join('|')})-\\d+\\b`, 'g');

/** The titles of tests: the first argument of `it` and `describe`, also in templates and tables. */
function titlesIn(file: string): string[] {
  const calls = /\b(?:it|describe)(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1/gs;
  return [...textOf(file).matchAll(calls)].map(([, , title]) => title ?? '');
}

/** Rules that the properties cite by game, in tables from which their titles are made. */
const tabled = [...textOf(join(root, 'test/properties.test.ts')).matchAll(/: '([A-Z]+-\d+)',/g)];

const cited = new Set([
  ...files
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => titlesIn(file).flatMap((title) => title.match(RULE) ?? [])),
  ...tabled.map(([, rule]) => rule ?? ''),
]);

describe('the rule sheets', () => {
  it('number their rules from 1 without a gap', () => {
    expect(sheets.length).toBe(files.filter((file) => file.endsWith('.rules.md')).length);
    for (const sheet of sheets) {
      const numbers = rules.filter((rule) => rule.startsWith(`${sheet}-`));
      expect(numbers).toEqual(numbers.map((_, n) => `${sheet}-${n + 1}`));
      expect(numbers.length).toBeGreaterThan(0);
    }
  });

  it('have a test for every rule', () => {
    expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
  });

  it('have every rule that a test cites', () => {
    expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it('have every rule that a comment cites', () => {
    const sources = files.filter((file) => file.endsWith('.ts') || file.endsWith('.md'));
    const unknown = sources.flatMap((file) =>
      [...(textOf(file).match(RULE) ?? [])]
        .filter((rule) => !rules.includes(rule))
        .map((rule) => `${file}: ${rule}`),
    );
    expect(unknown).toEqual([]);
  });
});
