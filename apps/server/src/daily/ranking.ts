/** The order of a daily's boards: pure, and the same in the database (`fastest_key`, `fewest_key`). */
import type { BoardName } from '@same-deal/protocol';

/** What places depend on. */
export interface Try {
  readonly won: boolean;
  readonly elapsedMs: number;
  readonly moves: number;
  readonly cardsHome: number;
}

const UNFINISHED = 9_000_000_000_000;
const A_CARD = 1_000_000_000;
/** More cards than any game brings home. */
const CARDS = 104;

/**
 * A try as one number, less before more; equal numbers share the place. Exact: time stays below 36 hours
 * and moves below 5,001, so that everything fits into 53 bits.
 */
const keys = {
  fastest: ({ elapsedMs, moves }) => elapsedMs * 10_000 + moves,
  fewest: ({ elapsedMs, moves }) => moves * 1_000_000_000 + elapsedMs,
} as const satisfies Record<BoardName, (won: Try) => number>;

export const keyOf = (board: BoardName, one: Try): number =>
  one.won ? keys[board](one) : UNFINISHED + (CARDS - one.cardsHome) * A_CARD;

/** Whether a key is a won try's. */
export const isWonKey = (key: number): boolean => key < UNFINISHED;

/** The next key that a try can have: all that come before it are at least as good. */
export const nextKey = (key: number): number => key + (isWonKey(key) ? 1 : A_CARD);

/** Negative if `a` comes before `b`, 0 if they share the place. */
export const compareTries = (board: BoardName, a: Try, b: Try): number =>
  keyOf(board, a) - keyOf(board, b);

/** The places of a whole board from its top, keys in order; equal keys share one (1, 1, 3). */
export function placesFromTop(keys: readonly (number | string)[]): number[] {
  const places: number[] = [];
  keys.forEach((key, n) => places.push(key === keys[n - 1] ? places[n - 1]! : n + 1));
  return places;
}

/** What lies before a stretch of neighbouring rows. */
export interface BeforeStretch {
  /** Rows before the stretch with a smaller key than its first. */
  readonly smaller: number;
  /** Rows before the stretch with the same key as its first; need not be known if no other key is asked for. */
  readonly equal: number;
}

/**
 * The place of a key of a stretch, or of one that would lie in it or right beside it.
 * @param keys of neighbouring rows, in order
 */
export function placeInStretch(
  keys: readonly number[],
  { smaller, equal }: BeforeStretch,
  key: number,
): number {
  const found = keys.findIndex((one) => one >= key);
  const before = found < 0 ? keys.length : found;
  // Rows with the first key share one place with the equal ones before the stretch.
  return 1 + smaller + (before === 0 ? 0 : equal + before);
}

/**
 * How many of a hundred other tries were slower, to the hundredth; a lone try was faster than everybody.
 * @param notSlower those at least as fast, the try itself among them
 */
export const percentileOf = (notSlower: number, all: number): number =>
  all <= 1 ? 100 : Math.floor((10_000 * (all - notSlower)) / (all - 1)) / 100;

/** Tries whose keys lie close together. */
export interface Bucket {
  readonly bucket: number;
  readonly tries: number;
}

/** Buckets, in order, each with the tries of all before it as well. */
export function summedUp(buckets: readonly Bucket[]): Bucket[] {
  let sum = 0;
  return buckets.map(({ bucket, tries }) => ({ bucket, tries: (sum += tries) }));
}

/** How many tries lie in buckets before this one, of buckets summed up. */
export function sumBefore(sums: readonly Bucket[], bucket: number): number {
  let [low, high] = [0, sums.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]!.bucket < bucket) low = middle + 1;
    else high = middle;
  }
  return sums[low - 1]?.tries ?? 0;
}
