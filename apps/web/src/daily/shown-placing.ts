import type { Daily } from '@same-deal/protocol';

/** From so many tries on it means something to be faster than most of them. */
const TRIES_FOR_PERCENTILE = 5;

/** What is shown of how a try stands: no place without a card home or a game to compare, no percentile among a few. */
export function shownPlacing({ mine, tries }: Pick<Daily, 'mine' | 'tries'>): {
  readonly place: number | null;
  readonly percentile: number | null;
} {
  const isAlone = tries <= 1 && mine?.ending !== 'won';
  if (!mine || mine.cardsHome === 0 || isAlone) return { place: null, percentile: null };
  return {
    place: mine.fastestPlace,
    percentile: tries >= TRIES_FOR_PERCENTILE ? mine.percentile : null,
  };
}
