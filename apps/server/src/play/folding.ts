/** Keeps the table of entries small: the log of a play that is long over becomes a part of its play. */
import type { Clock } from '../clock.ts';

/** Long after the last of the boards and replays that a race or a day brings. */
const FOLD_AFTER_MS = 24 * 60 * 60_000;
const FOLD_EVERY_MS = 10 * 60_000;
/** Some thousands of entries in one statement. */
const AT_ONCE = 50;

export interface FoldingOptions {
  readonly store: { fold(before: Date, limit: number): Promise<number> };
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** Folds what is due, now and every ten minutes, until it is stopped. */
export function startFolding({ store, clock, onFault }: FoldingOptions) {
  let isStopped = false;
  let underWay = Promise.resolve();

  async function fold(): Promise<void> {
    const before = new Date(clock.now() - FOLD_AFTER_MS);
    while (!isStopped && (await store.fold(before, AT_ONCE)) === AT_ONCE);
  }

  function foldDue(): void {
    underWay = underWay.then(fold).catch(onFault);
  }

  foldDue();
  const timer = setInterval(foldDue, FOLD_EVERY_MS).unref();
  return {
    /** Waits for the statement that runs. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
