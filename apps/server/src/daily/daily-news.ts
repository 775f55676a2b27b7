import type { DailyKey } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { BOARD_CACHED_MS } from './boards.ts';

/** Until no answer from before the change is served any more, also where the clock is set back a little meanwhile. */
const PUBLISH_AFTER_MS = BOARD_CACHED_MS + 100;

/**
 * Publishes that a daily has changed once whoever hears of it finds it changed; what changes meanwhile is published
 * together, so late again.
 * @param publish sends to those who watch that daily on this node
 */
export function createDailyNews(clock: Clock, publish: (daily: DailyKey) => void) {
  /** Dailies of which something is due, and whether they have changed since that was scheduled. */
  const due = new Map<string, { isChanged: boolean }>();

  function schedule(key: string, daily: DailyKey): void {
    const waiting = { isChanged: false };
    due.set(key, waiting);
    clock.after(PUBLISH_AFTER_MS, () => {
      due.delete(key);
      if (waiting.isChanged) schedule(key, daily);
      publish(daily);
    });
  }

  return function changed(daily: DailyKey): void {
    const key = `${daily.day}/${daily.game}`;
    const waiting = due.get(key);
    if (waiting) waiting.isChanged = true;
    else schedule(key, daily);
  };
}
