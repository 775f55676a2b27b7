/** The README shows the examples as they are, and they print what they say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const examples = readdirSync(join(root, 'examples'));

describe('README.md', () => {
  it.each(examples)('shows examples/%s', (name) => {
    const example = readFileSync(join(root, 'examples', name), 'utf8');
    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
  });

  it.each(examples)('examples/%s prints what it says', async (name) => {
    const example = readFileSync(join(root, 'examples', name), 'utf8');
    const promised = [...example.matchAll(/^\s*\/\/ → (.*)$/gm)].map(([, line]) => line);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import(join(root, 'examples', name));
    const printed = log.mock.calls.map(([value]) =>
      typeof value === 'string' ? value : inspect(value, { breakLength: Infinity }),
    );
    log.mockRestore();
    expect(printed).toEqual(promised);
  });
});
