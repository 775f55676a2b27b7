/** Days and moments as people read them, in the page's language. */
import { justNow, language } from './language.en.ts';

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
