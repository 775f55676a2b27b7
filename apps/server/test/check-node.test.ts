// What a newcomer with an old Node reads.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/project-root.ts';

const check = path.join(projectRoot(), 'tools', 'check-node.mjs');

test.each([
  ['18.20.8', 1],
  ['20.18.3', 1],
  ['20.19.0', 0],
  ['22.0.0', 0],
])('the start on Node %s ends with %i, and says which Node it needs', (version, status) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const ended = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, check],
    { encoding: 'utf8' },
  );
  expect(ended.status).toBe(status);
  expect(ended.stderr).toMatch(
    status === 0 ? /^$/ : /^Same Deal needs Node 20\.19 or newer, and this is Node [\d.]+ .+\n$/,
  );
});
