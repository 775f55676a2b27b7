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

/** Negative if `a` comes before `b`, 0 if they share the place. */
export const compareTries = (board: BoardName, a: Try, b: Try): number =>
  keyOf(board, a) - keyOf(board, b);

/** The places of a whole board from its top, keys in order; equal keys share one (1, 1, 3). */
export function placesFromTop(keys: readonly (number | string)[]): number[] {
  const places: number[] = [];
  keys.forEach((key, n) => places.push(key === keys[n - 1] ? places[n - 1]! : n + 1));
  return places;
}

/**
 * The places within a stretch of a board. What comes before the first key is unknown, and how many share it; so the
 * places of the first two different keys must be known, and the others follow.
 * @param keys of neighbouring rows, in order
 * @param placeOf the place of a key; asked for the two that `keysToPlace` names
 */
export function placesInStretch(
  keys: readonly number[],
  placeOf: (key: number) => number,
): number[] {
  const [first, second] = keysToPlace(keys);
  const places: number[] = [];
  keys.forEach((key, n) => {
    if (key === first || key === second) places.push(placeOf(key));
    else if (key === keys[n - 1]) places.push(places[n - 1]!);
    // Everyone of the key before stands in the stretch.
    else places.push(places[n - 1]! + keys.slice(0, n).filter((one) => one === keys[n - 1]).length);
  });
  return places;
}

/** The keys whose places `placesInStretch` must be given: the first two different ones. */
export const keysToPlace = (keys: readonly number[]): number[] => [...new Set(keys)].slice(0, 2);

/**
 * How many of a hundred other tries were slower, to the hundredth; a lone try was faster than everybody.
 * @param notSlower those at least as fast, the try itself among them
 */
export const percentileOf = (notSlower: number, all: number): number =>
  all <= 1 ? 100 : Math.floor((10_000 * (all - notSlower)) / (all - 1)) / 100;

interface Bucket {
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
