import path from 'node:path';
import { expect, test } from 'vitest';
import { ofTables } from './chunks.ts';
import { neededAtOnce } from './later-styles.ts';

const root = path.join(import.meta.dirname, '..');
const needed = neededAtOnce(ofTables.map((module) => path.join(root, module)));
const has = (module: string) => needed.has(path.join(root, module));

test('the one style sheet has what a first table draws', () => {
  for (const module of ['board/Card', 'play/TableFrame', 'race/Running', 'race/Lobby', 'TopBar']) {
    expect(has(`src/${module}.svelte`), module).toBe(true);
  }
});

test('what is imported by need, and what another page shows first, brings its own styles', () => {
  for (const module of ['race/Result', 'play/Help', 'board/Peek', 'home/BeginGame', 'pages/You']) {
    expect(has(`src/${module}.svelte`), module).toBe(false);
  }
});
