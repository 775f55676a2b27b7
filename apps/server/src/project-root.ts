import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startupError } from './startup-error.ts';

/**
 * The folder that holds `prisma/migrations` and `apps/web`, found by walking up from this file, so that it is the
 * same for the sources, for tests and for the bundle in `apps/server/dist`.
 * @returns an absolute path
 * @throws a startup error `not-installed` if there is none
 */
export function projectRoot(): string {
  const start = path.dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'prisma', 'migrations'))) return folder;
    if (folder === path.dirname(folder)) break;
  }
  throw startupError('not-installed', `No folder above ${start} holds prisma/migrations.`);
}
