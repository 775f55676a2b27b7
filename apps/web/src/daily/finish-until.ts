import { language } from '../messages/language.en.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Until when a try at the daily of a day can be finished: noon UTC of the next day, by this device's clock. With its
 * weekday: where the UTC day is not one's own, it is neither today's nor tomorrow's.
 */
export const finishUntil = (day: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(Date.parse(`${day}T12:00:00Z`) + DAY_MS);
