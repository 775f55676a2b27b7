import { count } from '../counting.ts';

export const durationText = (days: number, hours: number, minutes: number, seconds: number) =>
  [
    days > 0 ? count(days, 'Tag', 'Tage') : '',
    hours > 0 ? count(hours, 'Stunde', 'Stunden') : '',
    minutes > 0 ? count(minutes, 'Minute', 'Minuten') : '',
    seconds > 0 || days + hours + minutes === 0 ? count(seconds, 'Sekunde', 'Sekunden') : '',
  ]
    .filter(Boolean)
    .join(' ');
