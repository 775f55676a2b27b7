/** Work that nobody waits for. */
import type { Clock } from './clock.ts';

/** It is tried again after so long, so many times. */
const RETRY_AFTER_MS = 2_000;
const RETRIES = 30;
/** And while the database does not answer, without end: at first as often, then after so long, and up to half as much more. */
const AWAY_AGAIN_AFTER_MS = 10_000;

export type Background = ReturnType<typeof createBackground>;

/**
 * @param onFault called for each failed try, and during an outage for as many as otherwise
 * @param isOutage whether the database only did not answer
 */
export function createBackground(
  clock: Clock,
  onFault: (error: unknown) => void,
  isOutage: (error: unknown) => boolean,
) {
  let isStopped = false;

  /**
   * Runs `work`, and tries it again while it fails.
   * @param failed how often it has failed, and how often because of an outage
   */
  function run(work: () => Promise<unknown>, failed = { otherwise: 0, away: 0 }): void {
    if (isStopped) return;
    work().catch((error: unknown) => {
      // What was under way when the service stopped finds the database closed.
      if (isStopped) return;
      // Nothing else would do it: people wait in a race that is due, or over, and are told nothing.
      const isAway = isOutage(error);
      const times = isAway ? ++failed.away : ++failed.otherwise;
      if (times <= RETRIES + 1) onFault(error);
      if (times <= RETRIES) clock.after(RETRY_AFTER_MS, () => run(work, failed));
      else if (isAway) {
        const ms = AWAY_AGAIN_AFTER_MS * (1 + Math.random() / 2);
        clock.after(Math.round(ms), () => run(work, failed));
      }
    });
  }

  /** Runs `work` one run for a key at a time; asked for meanwhile, it runs once more. */
  function oneAtATime(work: (key: string) => Promise<void>): (key: string) => void {
    const runs = new Map<string, { again: boolean; hasFailed: boolean }>();
    return (key) => {
      const underWay = runs.get(key);
      if (underWay && !underWay.hasFailed) {
        underWay.again = true;
        return;
      }
      const own = { again: false, hasFailed: false };
      runs.set(key, own);
      run(async () => {
        // Asked for since it failed, it is not tried again beside the newer run.
        if (runs.get(key) !== own) return;
        own.hasFailed = false;
        try {
          do {
            own.again = false;
            await work(key);
          } while (own.again);
        } catch (error) {
          own.hasFailed = true;
          throw error;
        }
        runs.delete(key);
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
