/** Work that nobody waits for. */
import type { Clock } from './clock.ts';

/** It is tried again after so long, so many times: the database may be away. */
const RETRY_AFTER_MS = 2_000;
const RETRIES = 30;

export type Background = ReturnType<typeof createBackground>;

/** @param onFault called for each failed try */
export function createBackground(clock: Clock, onFault: (error: unknown) => void) {
  let isStopped = false;

  /** Runs `work`, and tries it again while it fails. */
  function run(work: () => Promise<unknown>, triesLeft = RETRIES): void {
    if (isStopped) return;
    work().catch((error: unknown) => {
      // What was under way when the service stopped finds the database closed.
      if (isStopped) return;
      onFault(error);
      if (triesLeft === 0) return;
      clock.after(RETRY_AFTER_MS, () => run(work, triesLeft - 1));
    });
  }

  /** Runs `work` one run for a key at a time; asked for meanwhile, it runs once more. */
  function oneAtATime(work: (key: string) => Promise<void>): (key: string) => void {
    const running = new Map<string, { again: boolean }>();
    return (key) => {
      const underWay = running.get(key);
      if (underWay) {
        underWay.again = true;
        return;
      }
      const fresh = { again: false };
      run(async () => {
        running.set(key, fresh);
        try {
          do {
            fresh.again = false;
            await work(key);
          } while (fresh.again);
        } finally {
          running.delete(key);
        }
      });
    };
  }

  return {
    run,
    oneAtATime,
    /** Begins nothing any more. */
    stop(): void {
      isStopped = true;
    },
  };
}
