/** One build of service and page for everything that needs it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** What the bundles are made from; a folder's own time changes when files are removed. */
const sources = [
  'package.json',
  'pnpm-lock.yaml',
  'prisma/schema.prisma',
  'packages/engine/src',
  'packages/protocol/src',
  'packages/solver/src',
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

const changedAt = (file: string): number => statSync(file).mtimeMs;

/** The time of the last change to a file, or to anything in a folder. */
function newestIn(file: string): number {
  const own = changedAt(file);
  if (!statSync(file).isDirectory()) return own;
  const inside = readdirSync(file)
    // Written by the build itself.
    .filter((name) => name !== 'generated')
    .map((name) => newestIn(join(file, name)));
  return Math.max(own, ...inside);
}

/** Whether the bundles are missing, or older than their sources. */
function isBuildStale(): boolean {
  const built = results.map((file) => join(root, file));
  if (!built.every(existsSync)) return true;
  const oldest = Math.min(...built.map(changedAt));
  return sources.some((file) => newestIn(join(root, file)) > oldest);
}

/**
 * Builds service and page unless the build is up to date.
 * @throws Error with the build's output
 */
export function buildIfStale(): void {
  if (!isBuildStale()) return;
  // Even when a test starts it, this is the production build.
  const { NODE_ENV: _mode, VITEST: _isTest, ...env } = process.env;
  // Through npx, as in the README: only Node and npm need be installed.
  const { status, stdout, stderr } = spawnSync('npx', ['-y', 'pnpm@12', '-r', 'build'], {
    cwd: root,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`pnpm build failed:\n${stdout}\n${stderr}`);
}
