/** What is code in a document is shown as such: formatting may break a line at a sign that begins a list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documents } from './measured.ts';

const root = join(import.meta.dirname, '..');
const BLOCK = /^```.*?^```/gms;
const BETWEEN_PARAGRAPHS = /\n\s*\n|\n\s*(?:[-*+]|\d+\.) /;

it('code in a paragraph of a document ends in that paragraph', () => {
  const open = documents().flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .replace(BLOCK, '')
      .split(BETWEEN_PARAGRAPHS)
      .filter((paragraph) => paragraph.split('`').length % 2 === 0)
      .map((paragraph) => `${file}: ${paragraph}`),
  );
  expect(open).toEqual([]);
});
