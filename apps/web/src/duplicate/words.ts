/** What duplicates are called, and how long they last, in words. */
import { gameTitle } from '../messages/games.ts';
import { duplicateWords as words } from '../messages/duplicate.en.ts';

/** @param variants of its deals, in any order */
export const titleOf = (deals: number, variants: readonly string[]): string =>
  words.title(deals, [...new Set(variants.map(gameTitle))]);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is left, rounded up, in the one unit that tells most: `3 days`, `5 hours`, `12 minutes`. */
export function leftWords(ms: number): string {
  if (ms > 2 * DAY_MS) return words.days(Math.ceil(ms / DAY_MS));
  if (ms > 2 * HOUR_MS) return words.hours(Math.ceil(ms / HOUR_MS));
  return words.minutes(Math.ceil(ms / MINUTE_MS));
}
