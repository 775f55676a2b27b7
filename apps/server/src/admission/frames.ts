/** How much one person may ask for over their lines: counted in place, as nothing on a move's way may wait. */
import type { ClientEventName } from '@same-deal/protocol';
import type { FrameLimits } from './limits.ts';

/** Whoever goes on after so many times what is allowed is not a page of ours, and loses their lines. */
const FLOOD = 5;
/** Windows that have passed are cleared away after so many new ones. */
const SWEEP_EVERY = 10_000;

/** A map, as events may be called anything, `constructor` too. */
const kinds: ReadonlyMap<string, keyof FrameLimits> = new Map<ClientEventName, keyof FrameLimits>([
  ['play:move', 'entries'],
  ['play:undo', 'entries'],
  // What fills tables.
  ['race:create', 'creations'],
  ['race:quick', 'creations'],
  ['race:rematch', 'creations'],
  ['play:create', 'creations'],
  ['play:branch', 'creations'],
  ['daily:start', 'creations'],
  ['race:invite', 'invitations'],
  ['race:say', 'phrases'],
]);

export interface Admission {
  /** Milliseconds until such a request may be sent again; 0 if it may now. */
  readonly waitMs: number;
  /** It has been told so often enough. */
  readonly isFlood: boolean;
}

const ADMITTED: Admission = { waitMs: 0, isFlood: false };

/**
 * Counts requests by person in windows of fixed length.
 * @param now any steady clock, in milliseconds
 * @returns counts one more; unknown events and frames that ask for no answer count as well
 */
export function frameCounter(limits: FrameLimits, now: () => number = () => performance.now()) {
  const windows = new Map<string, { until: number; count: number }>();
  let sinceSweep = 0;

  function sweep(time: number): void {
    sinceSweep = 0;
    for (const [key, { until }] of windows) if (until <= time) windows.delete(key);
  }

  return (event: string, personId: string): Admission => {
    const kind = kinds.get(event) ?? 'others';
    const { times, perMs } = limits[kind];
    const key = `${kind} ${personId}`;
    const time = now();
    let window = windows.get(key);
    if (!window || window.until <= time) {
      if ((sinceSweep += 1) > SWEEP_EVERY) sweep(time);
      window = { until: time + perMs, count: 0 };
      windows.set(key, window);
    }
    window.count += 1;
    if (window.count <= times) return ADMITTED;
    return {
      waitMs: Math.max(1, Math.ceil(window.until - time)),
      isFlood: window.count > FLOOD * times,
    };
  };
}
