/** Numbers and times as people read them, in the page's language. */
import { decimalText } from './counting.ts';
import { justNow, language, point } from './language.en.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Whole seconds: `0:07`, `12:34`, `1:02:03`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What is left, rounded up, so that 0:00 means over. */
export const leftText = (ms: number): string => clockText(Math.ceil(ms / 1000) * 1000);

/** A result: minutes, seconds and tenths, `3:07.4`. Tenths are cut off, never rounded up. */
export function resultTime(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  return `${clockText(Math.floor(tenths / 10) * 1000)}${point}${tenths % 10}`;
}

/** Seconds and tenths, `0.3`, to the nearest tenth. */
export const tenthsText = (ms: number): string => decimalText(ms / 1000, 1);

/** How long ago something was: in whole days from the first on, which are not those of a calendar. */
export function agoText(isoTime: string, now: number): string {
  const minutes = Math.ceil((Date.parse(isoTime) - now) / 60_000);
  const format = new Intl.RelativeTimeFormat(language);
  if (minutes >= 0) return justNow;
  if (minutes > -60) return format.format(minutes, 'minute');
  const hours = Math.ceil(minutes / 60);
  return hours > -24 ? format.format(hours, 'hour') : format.format(Math.ceil(hours / 24), 'day');
}

/** `21 Nov 2026`. */
export const shortDayText = (day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** `Saturday, 21 November`; a day is a UTC date such as `2026-11-21`. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** `21 November, 00:03 UTC`. */
export const momentText = (iso: string): string =>
  `${new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(iso))} UTC`;

/** The time of day on this device's clock. */
export const timeHere = (moment: Date): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(moment);
