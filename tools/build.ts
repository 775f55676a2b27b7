/** One build of service and page for everything that needs it. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
/** What the bundles are made from. */
export const sources = [
  'package.json',
  'pnpm-lock.yaml',
  'prisma/schema.prisma',
  'packages/engine/src',
  'packages/protocol/src',
  'packages/solver/src',
  'packages/solver/sample',
  'apps/server/src',
  'apps/server/vite.config.ts',
  'apps/web/build',
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/svelte.config.js',
  'apps/web/vite.config.ts',
  'tools/backup',
  'tools/from-caller.ts',
  'tools/migrate',
  'tools/moderator',
  'tools/restore',
  'tools/verify-results',
];
const results = ['apps/server/dist/main.js', 'apps/web/dist/index.html'];
/** Written last: a build that was interrupted has none, and one of other sources has theirs. */
const stamp = 'apps/server/dist/build.stamp';

/** The files of a folder by their paths, or a file itself. */
function filesOf(source: string): string[] {
  if (!statSync(source).isDirectory()) return [source];
  // `generated` is written by the build itself.
  const names = readdirSync(source).filter((name) => name !== 'generated');
  return names.flatMap((name) => filesOf(join(source, name)));
}

/** The names and contents of all sources as one hash. Times would not do: what is unpacked has those of its archive. */
function stateOf(folder: string): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(join(folder, source))).sort()) {
    const bytes = readFileSync(file);
    hash.update(`${relative(folder, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Whether the bundles are there, whole, and made from the present sources. */
export function isBuilt(folder = root): boolean {
  if (![stamp, ...results].every((file) => existsSync(join(folder, file)))) return false;
  return readFileSync(join(folder, stamp), 'utf8') === stateOf(folder);
}

/**
 * Call it before a build.
 * @returns to be called when that has succeeded
 */
export function beginBuild(folder = root): () => void {
  rmSync(join(folder, stamp), { force: true });
  // What is edited from here on may be in it or not.
  const state = stateOf(folder);
  return () => writeFileSync(join(folder, stamp), state);
}

/**
 * Builds service and page unless the build is up to date.
 * @throws Error with the build's output
 */
export function buildIfStale(): void {
  if (isBuilt()) return;
  // Even when a test starts it, this is the production build.
  const { NODE_ENV: _mode, VITEST: _isTest, ...env } = process.env;
  const finish = beginBuild();
  // Through npx, as in the README: only Node and npm need be installed.
  const { status, stdout, stderr } = spawnSync('npx', ['-y', 'pnpm@12', '-r', 'build'], {
    cwd: root,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`pnpm build failed:\n${stdout}\n${stderr}`);
  finish();
}
