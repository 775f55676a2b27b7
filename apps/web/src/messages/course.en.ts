/** The chart of everybody's cards home over time. */
import { isolated } from './isolated.ts';
export const courseWords = {
  title: 'Cards home over time',
  /** @param time when the last of them came */
  summary: (name: string, home: number, time: string) =>
    home === 0 ? `${name}: none` : `${isolated(name)}: ${home} home at ${time}`,
  failed: 'The chart could not be drawn.',
};
