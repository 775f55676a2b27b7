import type { Clock } from './clock.ts';

/**
 * Makes work happen at most once in so long for each key: at once after a quiet while, else at the end of it, with
 * what was asked for last.
 * @param everyMs milliseconds between two runs for one key
 */
export function coalesced<Subject>(
  clock: Clock,
  everyMs: number,
  keyOf: (subject: Subject) => string,
  work: (subject: Subject) => void,
): (subject: Subject) => void {
  /** What ran a while ago at most, and what has been asked for since. */
  const recent = new Map<string, { latest: Subject | undefined }>();

  return function ask(subject: Subject): void {
    const key = keyOf(subject);
    const running = recent.get(key);
    if (running) {
      running.latest = subject;
      return;
    }
    const fresh: { latest: Subject | undefined } = { latest: undefined };
    recent.set(key, fresh);
    work(subject);
    clock.after(everyMs, () => {
      recent.delete(key);
      if (fresh.latest !== undefined) ask(fresh.latest);
    });
  };
}
