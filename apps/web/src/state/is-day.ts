/**
 * Whether a text such as `2026-02-28` is a day of the calendar. Where a month has no such day, some platforms take one of
 * the next month, and others none.
 */
export const isDay = (text: string): boolean =>
  text.length === 10 && new Date(text).toJSON()?.startsWith(text) === true;
