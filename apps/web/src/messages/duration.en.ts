import { count } from './counting.ts';

/** `3 minutes 20 seconds`: readers say colons, or times of the day. */
export const durationText = (days: number, hours: number, minutes: number, seconds: number) =>
  [
    days > 0 ? count(days, 'day', 'days') : '',
    hours > 0 ? count(hours, 'hour', 'hours') : '',
    minutes > 0 ? count(minutes, 'minute', 'minutes') : '',
    seconds > 0 || days + hours + minutes === 0 ? count(seconds, 'second', 'seconds') : '',
  ]
    .filter(Boolean)
    .join(' ');
