/**
 * Ratings: pure. What a race does to the ratings of those who were in it, and what of a rating is shown. The method is
 * that of Weng and Lin (2011) with the Plackett–Luce model, by `openskill`; see `docs/ratings.md`.
 */
import { PROVISIONAL_RACES } from '@same-deal/protocol';
import { rate } from 'openskill';

/** What is believed of somebody's strength: a mean, and the standard deviation of that belief. */
export interface Rating {
  readonly mu: number;
  readonly sigma: number;
}

/** Where everybody begins. */
export const FIRST_RATING: Rating = { mu: 25, sigma: 25 / 3 };

/** A result of a race, as far as it matters to ratings. */
export interface RatedResult {
  readonly ending: string | null;
  readonly cardsHome: number;
  readonly elapsedMs: number;
}

export interface Entrant extends RatedResult {
  readonly id: string;
  /** Before the race. */
  readonly rating: Rating;
}

export interface Method {
  /** A race never makes a rating less sure. */
  readonly limitSigma: boolean;
  /** Times that lie closer together than this share of the faster one are equal. */
  readonly equalShare: number;
}
export const METHOD: Method = { limitSigma: true, equalShare: 0.02 };

/** Strength drifts: so much is added to the variance before each race, lest a rating become too sure to move. */
const TAU = 25 / 300;

/**
 * The ranks of results, in the order given; 1 is the best, equal results share one. Wins by time, where whoever is
 * within the equal share of the fastest of a group belongs to it; then the rest by cards home alone.
 */
export function ranksOf(results: readonly RatedResult[], method: Method = METHOD): number[] {
  const order = results.map((_, n) => n).sort((a, b) => compare(results[a], results[b]));
  const ranks = new Map<number, number>();
  let first: RatedResult | undefined;
  let rank = 0;
  order.forEach((n, place) => {
    const result = results[n];
    if (!result) return;
    if (!first || !isEqual(first, result, method)) {
      first = result;
      rank = place + 1;
    }
    ranks.set(n, rank);
  });
  return results.map((_, n) => ranks.get(n) ?? 1);
}

function compare(a: RatedResult | undefined, b: RatedResult | undefined): number {
  if (!a || !b) return 0;
  const [aWon, bWon] = [a.ending === 'won', b.ending === 'won'];
  if (aWon !== bWon) return aWon ? -1 : 1;
  return aWon ? a.elapsedMs - b.elapsedMs : b.cardsHome - a.cardsHome;
}

/** @param first the best of its group */
const isEqual = (first: RatedResult, other: RatedResult, { equalShare }: Method): boolean =>
  first.ending === 'won'
    ? other.ending === 'won' && other.elapsedMs <= first.elapsedMs * (1 + equalShare)
    : first.cardsHome === other.cardsHome;

/**
 * The ratings after a race, by id. The same whatever order the entrants come in, to the last bit.
 * @returns none if fewer than two took part, or nobody brought a card home: then nobody was better than anybody
 */
export function rateRace(
  entrants: readonly Entrant[],
  method: Method = METHOD,
): ReadonlyMap<string, Rating> {
  const isContest = entrants.some(({ ending, cardsHome }) => ending === 'won' || cardsHome > 0);
  if (entrants.length < 2 || !isContest) return new Map();
  const sorted = [...entrants].sort((a, b) => (a.id < b.id ? -1 : 1));
  const teams = sorted.map(({ rating: { mu, sigma } }) => [{ mu, sigma }]);
  const { limitSigma } = method;
  const rated = rate(teams, { rank: ranksOf(sorted, method), tau: TAU, limitSigma });
  return new Map(sorted.map(({ id, rating }, n) => [id, rated[n]?.[0] ?? rating]));
}

/** Points of the shown number for one of `mu`: so a field of all kinds of people lies some 300 about 1500. */
const POINTS = 20;

/** The number that is shown: 1500 where everybody begins. */
export const shownRating = ({ mu }: Pick<Rating, 'mu'>): number =>
  Math.round(1500 + POINTS * (mu - FIRST_RATING.mu));

export const isProvisional = (races: number): boolean => races < PROVISIONAL_RACES;

const WEEK_MS = 7 * 24 * 3_600_000;
/** Of the standard deviation: after some two years without a race one is as good as new. */
const IDLE_SIGMA_A_WEEK = 0.8;

/**
 * How far off the shown number may be, with 95 % confidence. For show alone: the rating itself stays as it was.
 * @param idleMs since the last rated race
 */
export function shownDeviation({ sigma }: Pick<Rating, 'sigma'>, idleMs: number): number {
  const weeks = Math.max(0, Math.floor(idleMs / WEEK_MS));
  const grown = Math.sqrt(sigma ** 2 + weeks * IDLE_SIGMA_A_WEEK ** 2);
  return Math.round(Math.max(sigma, Math.min(FIRST_RATING.sigma, grown)) * 1.96 * POINTS);
}
