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
  /** Called when a rule has failed; the others have their turn all the same. */
  readonly onFault: (error: unknown) => void;
}

/** Sweeps by every rule five minutes after the start and every six hours, until it is stopped. */
export function startRetention({ store, clock, onGone, onFault }: RetentionOptions) {
  let isStopped = false;
  let underWay = Promise.resolve();
  /** How many rows a rule reads at once after a batch of it has failed: the oldest, which come again, may be too many. */
  const fewer = new Map<string, number>();

  async function sweepBy({ what, days, sweep }: (typeof store.rules)[number]): Promise<void> {
    const limit = fewer.get(what) ?? AT_ONCE;
    let total = 0;
    try {
      const before = new Date(clock.now() - days * DAY_MS);
      for (let after: string | null = ''; after !== null && !isStopped;) {
        const { gone, next } = await sweep(before, limit, after);
        total += gone;
        after = next;
      }
      fewer.delete(what);
    } catch (error) {
      fewer.set(what, Math.ceil(limit / 2));
      onFault(error);
    }
    if (total > 0) onGone?.(what, total);
  }

  async function sweepAll(): Promise<void> {
    for (const rule of store.rules) await sweepBy(rule);
  }

  /** Sweeps by every rule now, after any sweep that is running. */
  function sweep(): Promise<void> {
    underWay = underWay.then(sweepAll);
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
