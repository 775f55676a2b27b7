/** Words of ratings. */
import { count } from './counting.ts';

const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);

export const ratingWords = {
  setting: 'Ratings',
  rated: 'Rated, for accounts',
  unrated: 'Not rated',
  note: 'This race is rated: it changes the ratings of players with an account.',
  outage: 'Not rated: our service failed during this race.',
  yours: 'Your rating:',
  change: (after: number, change: number) => `${after} (${signed(change)})`,
  /** After a number that few races are behind. */
  provisional: 'provisional',
  heading: 'Rating',
  /** `plusMinus` is as far off as it may be. */
  number: (rating: number, plusMinus: number) => `${rating} ± ${plusMinus}`,
  races: (n: number) => `After ${count(n, 'rated race', 'rated races')}.`,
  more: (n: number) => `Provisional until ${count(n, 'race', 'races')}.`,
  curve: (from: number, to: number, best: number) => `From ${from} to ${to}; best ${best}.`,
};
