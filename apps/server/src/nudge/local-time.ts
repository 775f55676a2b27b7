/** A person's own clock: pure, by the zones that the platform knows (Intl), changes of clocks included. */
import { LRUCache } from 'lru-cache';
import type { QuietHours } from '@same-deal/protocol';

/** Zones differ from UTC by whole quarters of an hour, and change at such. */
const QUARTER_MS = 15 * 60_000;
const QUARTERS_A_DAY = 96;

/** Those used last. There are some hundreds of zones, but each may be spelt in many ways, and formats take memory. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });

/** One that this platform does not know was stored where its zones are newer, or older: there it is UTC. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: isZone(zone) ? zone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** Whether the platform knows a zone of that name. */
export function isZone(zone: string): boolean {
  try {
    // Not kept: it may be anybody's spelling.
    new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * What a clock in that zone shows.
 * @param time milliseconds since 1970
 * @returns the day as "2026-11-24", and the minutes since midnight
 */
export function localTime(time: number, zone: string): { day: string; minute: number } {
  // "2026-11-24, 22:15"
  const text = formatOf(zone).format(time);
  return {
    day: text.slice(0, 10),
    minute: Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2)),
  };
}

/** Whether it is quiet at that time by a clock in that zone. */
export function isQuiet(time: number, quiet: QuietHours | null, zone: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false;
  const { minute } = localTime(time, zone);
  return quiet.from < quiet.to
    ? minute >= quiet.from && minute < quiet.to
    : minute >= quiet.from || minute < quiet.to;
}

/**
 * The first moment from `time` on at which it is not quiet. Clocks are read rather than computed with: where they are
 * put forward over the end of quiet hours, or back into them, it is the moment at which they show what was asked for.
 * @returns null if it is quiet all day
 */
export function firstNotQuiet(time: number, quiet: QuietHours | null, zone: string): number | null {
  if (!isQuiet(time, quiet, zone)) return time;
  const first = Math.floor(time / QUARTER_MS) * QUARTER_MS;
  // A day may have 25 hours.
  for (let n = 1; n <= QUARTERS_A_DAY + 4; n++) {
    const next = first + n * QUARTER_MS;
    if (!isQuiet(next, quiet, zone)) return next;
  }
  return null;
}

/**
 * The last quarter of an hour up to `time` at which it is not quiet, but none before `earliest`.
 * @returns null if there is none
 */
export function lastNotQuiet(
  time: number,
  earliest: number,
  quiet: QuietHours | null,
  zone: string,
): number | null {
  if (!isQuiet(time, quiet, zone)) return time;
  for (let at = Math.floor(time / QUARTER_MS) * QUARTER_MS; at >= earliest; at -= QUARTER_MS) {
    if (!isQuiet(at, quiet, zone)) return at;
  }
  return null;
}
