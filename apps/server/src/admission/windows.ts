/**
 * Counting in place, in windows of fixed length: what guards the processor and memory of this node, where nothing may
 * be waited for. What must hold over all nodes is counted by `counters.ts`.
 */
import type { Limit } from './limits.ts';

/** Windows that have passed are cleared away after so many new ones. */
const SWEEP_EVERY = 10_000;

export interface Counted {
  /** How much has been counted in this window. */
  readonly count: number;
  /** Milliseconds until more is allowed; 0 if this still was. */
  readonly waitMs: number;
}

/** Counts something once more, `cost` times at once. */
export type CountHere = (key: string, limit: Limit, cost?: number) => Counted;

/** @param now any steady clock, in milliseconds */
export function windows(now: () => number = () => performance.now()): CountHere {
  const open = new Map<string, { until: number; count: number }>();
  let sinceSweep = 0;

  function sweep(time: number): void {
    sinceSweep = 0;
    for (const [key, { until }] of open) if (until <= time) open.delete(key);
  }

  return (key, { times, perMs }, cost = 1) => {
    const time = now();
    let window = open.get(key);
    if (!window || window.until <= time) {
      if ((sinceSweep += 1) > SWEEP_EVERY) sweep(time);
      window = { until: time + perMs, count: 0 };
      open.set(key, window);
    }
    const { count } = window;
    window.count += cost;
    // The first always passes, whatever it costs.
    if (window.count <= times || count === 0) return { count: window.count, waitMs: 0 };
    return { count: window.count, waitMs: Math.max(1, Math.ceil(window.until - time)) };
  };
}
