import path from 'node:path';
import { expect, test } from 'vitest';
import { drawnLater, ofTables } from './chunks.ts';
import { neededAtOnce } from './later-styles.ts';

const root = path.join(import.meta.dirname, '..');
const idOf = (module: string) => path.join(root, module);
const needed = neededAtOnce(ofTables.map(idOf), drawnLater.map(idOf));
const has = (module: string) => needed.has(idOf(module));

test('the one style sheet has what a first table draws', () => {
  for (const module of ['board/Card', 'play/TableFrame', 'race/Running', 'race/Lobby', 'TopBar']) {
    expect(has(`src/${module}.svelte`), module).toBe(true);
  }
});

test('what is imported by need, and what another page shows first, brings its own styles', () => {
  for (const module of [
    'race/Commitment',
    'race/Result',
    'play/Help',
    'board/Peek',
    'home/BeginGame',
    'pages/You',
  ]) {
    expect(has(`src/${module}.svelte`), module).toBe(false);
  }
});
