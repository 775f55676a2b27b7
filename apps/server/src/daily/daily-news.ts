import type { DailyKey } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';

const TOLD_EVERY_MS = 1_000;

/**
 * Tells that a daily has changed, at most once a second each: at once after a quiet second, else at the end of it.
 * @param tell reaches those who watch that daily on this node
 */
export function createDailyNews(clock: Clock, tell: (daily: DailyKey) => void) {
  /** Dailies told within the last second, and whether there is more to tell of them. */
  const recent = new Map<string, { more: boolean }>();

  return function changed(daily: DailyKey): void {
    const name = `${daily.day}/${daily.game}`;
    const known = recent.get(name);
    if (known) {
      known.more = true;
      return;
    }
    const told = { more: false };
    recent.set(name, told);
    tell(daily);
    clock.at(clock.now() + TOLD_EVERY_MS, () => {
      recent.delete(name);
      if (told.more) changed(daily);
    });
  };
}
