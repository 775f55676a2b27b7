/** What the page owes to whom: `/notices.txt`, written by the build. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const web = fileURLToPath(new URL('../apps/web', import.meta.url));

it('the page names every package it contains, with its licence', async () => {
  const text = await readFile(path.join(web, 'dist', 'notices.txt'), 'utf8');
  const manifest = await readFile(path.join(web, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const foreign = Object.keys(dependencies).filter((name) => !name.startsWith('@same-deal/'));
  // What those bring along, and what the compiler and the bundler write into the page.
  for (const name of [...foreign, 'svelte', 'engine.io-client', 'socket.io-parser', 'vite']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|ISC|BSD)`, 'm'));
  }
  const sections = text.split(/^-{80}$/m).slice(1);
  for (const section of sections) expect(section).toMatch(/copyright|permission/i);
  expect(text).not.toMatch(/same-deal\//);
});
