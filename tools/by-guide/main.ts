/**
 * `fifth-game` or `third-language`: follows the guide of CONTRIBUTING in a copy of the repository, and runs all tests
 * there. `--keep` leaves the copy; further words are commands to run there instead of the tests.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fifthGame, thirdLanguage } from '../../e2e/fifth-game/guide.ts';
import type { Change } from '../../e2e/fifth-game/guide.ts';
import { copyTree } from '../../e2e/support/copied-tree.ts';

const changes: Readonly<Record<string, () => Change>> = {
  'fifth-game': fifthGame,
  'third-language': thirdLanguage,
};
const [name = '', ...rest] = process.argv.slice(2);
const change = changes[name];
if (!change) {
  console.error(`no change named ${name}; there are: ${Object.keys(changes).join(', ')}`);
  process.exit(2);
}
const commands = rest.filter((word) => word !== '--keep');
const tree = copyTree();
console.log(`${name} in ${tree.folder}`);

/** @returns whether it succeeded */
function run(command: string): boolean {
  console.log(`\n── ${command}`);
  const env: NodeJS.ProcessEnv = { ...process.env, CI: 'true' };
  // The test as it is every day: this is about lists, not about chance.
  delete env['TEST_SCALE'];
  return spawnSync(command, { cwd: tree.folder, shell: true, stdio: 'inherit', env }).status === 0;
}

for (const [file, text] of change()) {
  mkdirSync(dirname(join(tree.folder, file)), { recursive: true });
  writeFileSync(join(tree.folder, file), text);
}
const isInstalled = run('git init --quiet && git add --all && pnpm install --frozen-lockfile');
const failed = isInstalled
  ? (commands.length > 0 ? commands : ['pnpm test']).filter((command) => !run(command))
  : ['pnpm install'];
if (!rest.includes('--keep')) tree.remove();
if (failed.length > 0) console.error(`\n${name}: failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
