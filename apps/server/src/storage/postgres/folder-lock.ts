import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createFile } from '../../kept-file.ts';
import { startupError } from '../../startup-error.ts';
import { processInfo } from './process-info.ts';

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

/**
 * Makes this process the only one that uses a folder. The lock file names its holder by id and start time, so that one
 * left behind by a killed process is recognised as stale, even if its id has been reused.
 * @param file the lock file
 * @param folder the name of the folder in use, for the message
 * @returns a function that releases the lock; calling it twice does no harm
 * @throws a startup error `folder-in-use` if a living process holds it
 */
export function lockFolder(file: string, folder: string): () => void {
  const holder: Holder = {
    pid: process.pid,
    startedAt: processInfo(process.pid)?.startedAt ?? '',
  };
  const mine = JSON.stringify({ ...holder, token: randomUUID() });
  for (;;) {
    try {
      createFile(file, mine);
      return () => {
        if (readText(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    removeIfStale(file, folder, `${file}.${randomUUID()}.stale`);
  }
}

function removeIfStale(file: string, folder: string, aside: string): void {
  const found = readText(file);
  if (found === undefined) return;
  const pid = livingHolder(found);
  if (pid !== undefined) {
    throw startupError(
      'folder-in-use',
      `Same Deal is already running on ${folder} (process ${pid}); stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readText(aside) !== found) {
    // Another process replaced the stale lock with its own in between; put that back.
    try {
      linkSync(aside, file);
    } catch {
      // Yet another one holds a lock by now.
    }
  }
  rmSync(aside, { force: true });
}

/** The id of the process that holds the lock, if it is still the one that took it. */
function livingHolder(text: string): number | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return processInfo(holder.pid)?.startedAt === holder.startedAt ? holder.pid : undefined;
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
