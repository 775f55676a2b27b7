import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** What distinguishes a process from a later one that was given the same id. */
export interface ProcessInfo {
  /** Stays the same for the life of the process; compare for equality only. '' where it cannot be known. */
  readonly startedAt: string;
  /** The command line; '' where it cannot be known. */
  readonly command: string;
  /** The working folder; '' where it cannot be known. */
  readonly folder: string;
}

/** Whether a file could not be read because it is not there, or is of a process that has just ended. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Whether a process with that id runs; one that is dead, and whose parent has not asked for that, does not. */
export function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return process.platform !== 'linux' || statusOf(pid)[0] !== 'Z';
  } catch (error) {
    return !isMissing(error);
  }
}

/**
 * Looks a running process up.
 * @returns undefined if no process with that id runs
 */
export function processInfo(pid: number): ProcessInfo | undefined {
  if (!isRunning(pid)) return undefined;
  try {
    if (process.platform === 'linux') return linuxProcessInfo(pid);
    if (process.platform === 'win32') return { startedAt: '', command: '', folder: '' };
    const field = (column: string) =>
      execFileSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).trim();
    return { startedAt: field('lstart'), command: field('command'), folder: '' };
  } catch {
    return undefined;
  }
}

/** What Linux says of a process, without its name: the state is the first, the start time the 20th. */
function statusOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function linuxProcessInfo(pid: number): ProcessInfo {
  const startTime = statusOf(pid)[19];
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { startedAt: `${boot} ${startTime}`, command, folder: workingFolder(pid) };
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Only its own user and root may know.
    return '';
  }
}
