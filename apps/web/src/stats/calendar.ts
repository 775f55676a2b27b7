/** The days on which somebody has played, as weeks side by side. */
import type { PlayedDay } from '@same-deal/protocol';

const DAY_MS = 86_400_000;

export interface Stamp {
  /** A UTC date such as `2026-11-21`. */
  readonly day: string;
  readonly played: number;
  readonly won: number;
}

/**
 * Weeks from Monday to Sunday, the last one up to today.
 * @param today a UTC date
 */
export function weeksOf(days: readonly PlayedDay[], today: string, weeks: number): Stamp[][] {
  const now = Date.parse(`${today}T00:00:00Z`);
  const sinceMonday = (new Date(now).getUTCDay() + 6) % 7;
  const first = now - (7 * (weeks - 1) + sinceMonday) * DAY_MS;
  const played = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, n) => {
      const time = first + (7 * week + n) * DAY_MS;
      const day = new Date(time).toISOString().slice(0, 10);
      return time > now ? [] : [played.get(day) ?? { day, played: 0, won: 0 }];
    }).flat(),
  );
}
