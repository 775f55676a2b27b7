/** Words for today's dailies, as the start page has them. */
import { count, numberText } from './counting.ts';

export const today = {
  heading: 'Today’s deals',
  loading: 'Loading today’s deals…',
  failed: 'Today’s deals can’t be loaded.',
  puzzles: 'Puzzles',
  all: 'All about today’s deals',
  left: (time: string) => `${time} left`,
  proved: 'proved winnable',
  notProved: 'not proved winnable',
  played: (tries: number, won: number) =>
    tries === 0
      ? 'Nobody has finished yet.'
      : `${count(tries, 'try', 'tries')} ended, ${numberText(won)} won`,
  begin: 'Play',
  beginOf: (game: string) => `Play the daily ${game}`,
  resume: 'Continue',
  resumeOf: (game: string) => `Continue the daily ${game}`,
  board: 'Board',
  boardOf: (game: string) => `Board of the daily ${game}`,
  running: 'The clock is running.',
  place: (n: number) => `Place ${numberText(n)}`,
  percentile: (n: number) => `faster than ${Math.floor(n)}% of the other tries`,
  notCounted: 'does not count on the boards',
  streak: (days: number) => `${count(days, 'day', 'days')} in a row`,
};
