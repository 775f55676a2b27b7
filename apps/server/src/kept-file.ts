/** Files of the data folder that must be whole whenever they are there. */
import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a text beside a file, for its owner alone and as far as the disk, and lets `place` give it the file's name. */
function write(file: string, text: string, place: (draft: string, file: string) => void): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    place(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Keeps a text in a file in place of what it holds: the one or the other is there, whatever happens meanwhile. */
export const replaceFile = (file: string, text: string): void => write(file, text, renameSync);

/**
 * Keeps a text in a file that is not there yet: all of it or nothing.
 * @throws Error with the code `EEXIST` if there is one
 */
export const createFile = (file: string, text: string): void => write(file, text, linkSync);
