import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startupError } from '../startup-error.ts';
import { processInfo } from './process-info.ts';

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

/**
 * Makes this process the only one that uses a folder. The lock names its holder, so that one left behind by a killed
 * process is recognised, also when another process has been given its id since.
 * @param file where the lock is kept
 * @param folder the name of the folder in use, for the message
 * @returns a function that gives the lock back; calling it twice does no harm
 * @throws a startup error `folder-in-use` if a living process holds it
 */
export function lockFolder(file: string, folder: string): () => void {
  const holder: Holder = {
    pid: process.pid,
    startedAt: processInfo(process.pid)?.startedAt ?? '',
  };
  const token = randomUUID();
  const mine = JSON.stringify({ ...holder, token });
  const draft = `${file}.${token}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, so nobody ever reads half a lock.
        linkSync(draft, file);
        return () => {
          if (readText(file) === mine) rmSync(file, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      removeIfStale(file, folder, `${draft}.stale`);
    }
  } finally {
    rmSync(draft, { force: true });
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
    // Somebody else took the stale lock away and made a good one in between; put theirs back.
    try {
      linkSync(aside, file);
    } catch {
      // There is a lock again already.
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
