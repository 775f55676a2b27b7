/** The calendar of the dailies: UTC, and nothing but the time it is given. A day is a number, days since 1970-01-01. */
import type { DailyPhase } from '@same-deal/protocol';
import { COMMIT_GRACE_MS } from '../deal/is-live.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The UTC day of a time in milliseconds since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** "2026-11-21" */
export const textOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** @param text a valid day such as "2026-11-21" */
export const dayOfText = (text: string): number => dayOf(Date.parse(`${text}T00:00:00Z`));

/** Names the deal of a closed daily where a deal code could stand. */
export const sourceOfDaily = (day: number): string => `daily/${textOfDay(day)}`;
/** The day of such a name, or null if it is none. */
export function dayOfSource(source: string): number | null {
  const text = /^daily\/(\d{4}-\d\d-\d\d)$/.exec(source)?.[1];
  const day = text === undefined ? NaN : dayOfText(text);
  return Number.isNaN(day) ? null : day;
}

/** From when and until when a daily can be begun. */
export const opensAt = (day: number): number => day * DAY_MS;
export const endsAt = (day: number): number => opensAt(day + 1);
/** Until when what was begun on its day may be finished: 12:00 of the next day. */
export const closesAt = (day: number): number => endsAt(day) + 12 * HOUR_MS;
/** From when nothing of it is secret: what came in time has been committed, or never will be. */
export const settlesAt = (day: number): number => closesAt(day) + COMMIT_GRACE_MS;

export function phaseOf(day: number, now: number): DailyPhase {
  if (now < opensAt(day)) return 'upcoming';
  if (now < endsAt(day)) return 'open';
  return now < settlesAt(day) ? 'closing' : 'closed';
}

/** The last day whose daily has closed. */
export const lastClosedDay = (now: number): number => {
  const yesterday = dayOf(now) - 1;
  return now >= settlesAt(yesterday) ? yesterday : yesterday - 1;
};

// 1970-01-01 was a Thursday.
const MONDAY_SHIFT = 3;
/** The ISO week of a day, as the number of Mondays since 1970-01-01. */
export const weekOf = (day: number): number => Math.floor((day + MONDAY_SHIFT) / 7);
export const mondayOf = (week: number): number => week * 7 - MONDAY_SHIFT;
