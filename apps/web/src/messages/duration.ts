import { durationText } from './duration.en.ts';

/** A time in words, by its two largest units: nobody waits for the seconds of a day. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24];
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return durationText(days, hours, 0, 0);
  return durationText(0, hours, minutes, hours > 0 ? 0 : seconds % 60);
}

/** What is left, rounded up as clocks show it. */
export const durationLeft = (ms: number): string => duration(Math.ceil(ms / 1000) * 1000);
