/** The resources that processes use, as Linux reports them in /proc; undefined on other systems. */
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux that Node supports. */
const MICROSECONDS_PER_TICK = 10_000;

interface Process {
  readonly parent: number;
  /** Its own, and those of children it has waited for. */
  readonly ticks: number;
}

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold anything; the fields after it are numbered from 3 (see proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return { parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) };
  } catch {
    // It has exited in the meantime.
    return undefined;
  }
}

/** The process that started another one; undefined without /proc. */
export const parentOf = (pid: number): number | undefined => readProcess(pid)?.parent;

/**
 * The processor time used so far by a process and all its descendants, in microseconds.
 * @param except a process to leave out with its descendants, such as a database that `root` started
 * @returns undefined on platforms without /proc
 */
export function processorMicroseconds(root: number, except?: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const all = readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const found = Number.isInteger(pid) && pid !== except ? readProcess(pid) : undefined;
    return found ? [{ pid, ...found }] : [];
  });
  const ticksBelow = (pid: number): number =>
    all
      .filter((one) => one.parent === pid)
      .reduce((sum, one) => sum + one.ticks + ticksBelow(one.pid), 0);
  const own = all.find(({ pid }) => pid === root)?.ticks ?? 0;
  return (own + ticksBelow(root)) * MICROSECONDS_PER_TICK;
}

/** The memory of a process (resident set size) in KB; undefined on platforms without /proc. */
export function residentKilobytes(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes);
}
