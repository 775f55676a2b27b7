import type { DailyKey } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { coalesced } from '../coalesced.ts';

const PUBLISH_EVERY_MS = 1_000;

/**
 * Publishes that a daily has changed, at most once a second each: at once after a quiet second, else at the end of it.
 * @param publish sends to those who watch that daily on this node
 */
export const createDailyNews = (clock: Clock, publish: (daily: DailyKey) => void) =>
  coalesced<DailyKey>(clock, PUBLISH_EVERY_MS, ({ day, game }) => `${day}/${game}`, publish);
