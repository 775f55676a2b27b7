/** Words for what somebody has played in all, and for pages where there is nothing yet. */
import { count } from './counting.ts';

export const statsWords = {
  played: 'Games played',
  won: 'Won',
  /** Of dailies alone, among the figures of all games. */
  streak: 'Daily streak',
  rate: 'Share won',
  share: (percent: number) => `${percent}%`,
  solo: 'Solo',
  /** Of a calendar. */
  days: (played: number, won: number, weeks: number) =>
    `The last ${weeks} weeks: ${count(played, 'day', 'days')} played, ${won} with all cards home.`,
  times: (wins: number, best: string) => `The last ${count(wins, 'win', 'wins')}, best ${best}`,
  none: 'Nothing yet. Each day you play gets a stamp here.',
  play: 'Play a game',
};
