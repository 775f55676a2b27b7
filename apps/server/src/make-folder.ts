import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Node's own way tries for ever where a folder that is there takes
 * none, as below `/proc` or where folders are mounted when they are asked for.
 * @param mode of the folders that are made
 * @throws Error as the operating system says it
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const above = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    if (!existsSync(above)) makeFolder(above, mode);
    // Once, and no more: another process may have made the one above meanwhile, or this one.
    try {
      mkdirSync(folder, mode);
    } catch (again) {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw again;
    }
  }
}
