/** Runs work under one key in order: it begins once everything requested before it under that key is done. */
export function inOrder() {
  /** The end of what was asked for last, by key. */
  const ends = new Map<string, Promise<void>>();

  /** @returns what `work` resolves to; what was before it may have failed */
  return function next<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = ends.get(key);
    const running = before ? before.then(work) : work();
    const end = running.then(
      () => forget(),
      () => forget(),
    );
    const forget = () => void (ends.get(key) === end && ends.delete(key));
    ends.set(key, end);
    return running;
  };
}
