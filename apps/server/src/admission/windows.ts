/**
 * Counting in place, in windows of fixed length: protects this node's processor and memory, on paths that must not
 * wait. What must hold over all nodes is counted by `counters.ts`.
 */
import type { Limit } from './limits.ts';

/** Expired windows are removed after this many new ones. */
const SWEEP_EVERY = 10_000;

export interface Counted {
  /** How much has been counted in this window. */
  readonly count: number;
  /** Milliseconds until more is allowed; 0 if this still was. */
  readonly waitMs: number;
}

/** Counts something once more, `cost` times at once. */
export type CountHere = (cost?: number) => Counted;

/**
 * What counts under a key; whoever counts often keeps it, and then no key is looked up while its window is open.
 * All that was made for one key counts together.
 */
export type CounterHere = (key: string, limit: Limit) => CountHere;

/** @param now any steady clock, in milliseconds */
export function windows(now: () => number = () => performance.now()): CounterHere {
  const open = new Map<string, { until: number; count: number }>();
  let sinceSweep = 0;

  function sweep(time: number): void {
    sinceSweep = 0;
    for (const [key, { until }] of open) if (until <= time) open.delete(key);
  }

  /** The open window of a key. Only one that has passed is ever replaced, so nobody keeps another than is found here. */
  function windowOf(key: string, perMs: number, time: number) {
    const found = open.get(key);
    if (found && found.until > time) return found;
    if ((sinceSweep += 1) > SWEEP_EVERY) sweep(time);
    const window = { until: time + perMs, count: 0 };
    open.set(key, window);
    return window;
  }

  return (key, { times, perMs }) => {
    let window = { until: -Infinity, count: 0 };
    return (cost = 1) => {
      const time = now();
      if (window.until <= time) window = windowOf(key, perMs, time);
      const { count } = window;
      window.count += cost;
      // The first always passes, whatever it costs.
      if (window.count <= times || count === 0) return { count: window.count, waitMs: 0 };
      return { count: window.count, waitMs: Math.max(1, Math.ceil(window.until - time)) };
    };
  };
}
