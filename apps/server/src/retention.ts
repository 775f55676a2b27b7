/** Deletes rows that are of no use to anybody any more, a few at a time; `storage/retention.ts` says what. */
import type { Clock } from './clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Not at once: a node that starts has better things to do. */
const FIRST_AFTER_MS = 5 * 60_000;
const SWEEP_EVERY_MS = 6 * 60 * 60_000;
const AT_ONCE = 500;

export interface RetentionOptions {
  readonly store: {
    readonly rules: readonly {
      readonly what: string;
      readonly days: number;
      sweep(
        before: Date,
        limit: number,
        after: string,
      ): Promise<{ readonly gone: number; readonly next: string | null }>;
    }[];
  };
  readonly clock: Clock;
  /** Called with how many rows a rule has deleted, if any. */
  readonly onGone?: (what: string, gone: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** Sweeps by every rule five minutes after the start and every six hours, until it is stopped. */
export function startRetention({ store, clock, onGone, onFault }: RetentionOptions) {
  let isStopped = false;
  let underWay = Promise.resolve();

  async function sweepAll(): Promise<void> {
    for (const { what, days, sweep } of store.rules) {
      const before = new Date(clock.now() - days * DAY_MS);
      let total = 0;
      for (let after: string | null = ''; after !== null && !isStopped;) {
        const { gone, next } = await sweep(before, AT_ONCE, after);
        total += gone;
        after = next;
      }
      if (total > 0) onGone?.(what, total);
    }
  }

  /** Sweeps by every rule now, after any sweep that is running. */
  function sweep(): Promise<void> {
    underWay = underWay.then(sweepAll).catch(onFault);
    return underWay;
  }

  const first = setTimeout(() => void sweep(), FIRST_AFTER_MS).unref();
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  return {
    sweep,
    /** Waits for the running statement. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await underWay;
    },
  };
}
