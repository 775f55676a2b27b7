/** One person's ratings as they see them: pure. */
import { gameList } from '@same-deal/engine';
import type { GameId } from '@same-deal/engine';
import type { RatingStats } from '@same-deal/protocol';
import { isProvisional, shownDeviation, shownRating } from './rating.ts';
import type { Rating } from './rating.ts';

/** What one race has done to one rating. */
export interface StoredChange extends Rating {
  readonly game: string;
  /** The code of the race. */
  readonly code: string;
  /** How many rated races of the game this was. */
  readonly races: number;
  readonly at: Date;
}

/** Points of a curve: more than a small picture can show. */
const CURVE_MOST = 200;

/**
 * @param changes of one person, oldest first
 * @param now milliseconds since 1970
 */
export const ratingStatsOf = (changes: readonly StoredChange[], now: number): RatingStats[] =>
  gameList.flatMap(({ id }) => {
    const own = changes.filter(({ game }) => game === id);
    const last = own.at(-1);
    if (!last) return [];
    return [
      {
        game: id satisfies GameId,
        rating: shownRating(last),
        deviation: shownDeviation(last, now - last.at.getTime()),
        provisional: isProvisional(last.races),
        races: last.races,
        curve: own.slice(-CURVE_MOST).map((change) => ({
          code: change.code,
          at: change.at.toISOString(),
          rating: shownRating(change),
        })),
      },
    ];
  });
