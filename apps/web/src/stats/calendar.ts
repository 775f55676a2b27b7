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

/**
 * Where months begin: each week in which there is the first day of one, and the first week unless the next month begins
 * in one of the two after it, which would leave no room for its name.
 * @returns numbers of weeks, and a day of the month
 */
export function monthsOf(weeks: readonly (readonly Stamp[])[]): { week: number; day: string }[] {
  const begins = weeks.flatMap((days, week) => {
    const first = days.find(({ day }) => day.endsWith('-01'));
    return first ? [{ week, day: first.day }] : [];
  });
  const start = weeks[0]?.[0];
  const isNear = (begins[0]?.week ?? weeks.length) < 3;
  return start && !isNear ? [{ week: 0, day: start.day }, ...begins] : begins;
}
