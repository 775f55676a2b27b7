/** The hand-written documents stay short enough to be read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documents } from './measured.ts';

const root = join(import.meta.dirname, '..');
const WORDS_MOST = 15_000;
/** Made by `pnpm format`. */
const GENERATED = ['docs/promises.md', 'docs/measurements.md', 'docs/wire/routes.md'];
const WORD = /[A-Za-z0-9][A-Za-z0-9’'./_:-]*/g;

it('the hand-written documents in docs/ have at most 15,000 words', () => {
  const files = documents().filter((file) => file.startsWith('docs/') && !GENERATED.includes(file));
  expect(files).toContain('docs/architecture.md');
  const counts = files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [file, text.match(WORD)?.length ?? 0] as const;
  });
  const words = counts.reduce((sum, [, count]) => sum + count, 0);
  // To get below it, say each thing once and link to it, and drop what the code says itself.
  expect(words, counts.map((one) => one.join(': ')).join('\n')).toBeLessThanOrEqual(WORDS_MOST);
});
