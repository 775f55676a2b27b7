/** A race once more in some seconds: how its clock runs there. */

/** Two who bring the last card home within so long have a photo finish. */
const PHOTO_MS = 2_000;
/** What is shown of one, at the pace at which it was played. */
const FINISH_MS = 3_000;
const LASTS_MS = 8_000;

export interface Showing {
  readonly lastsMs: number;
  /** What is shown where motion is not wanted: the moment that decided the race. */
  readonly stillMs: number;
  readonly isPhoto: boolean;
  /** The time of the race at a time of the showing. */
  readonly raceMs: (shownMs: number) => number;
}

/**
 * @param ends of the two plays, in milliseconds of the race; null: it was not won
 * @param lastMs when the last of both was played
 */
export function showingOf(ends: readonly (number | null)[], lastMs: number): Showing {
  const won = ends.filter((end) => end !== null).sort((a, b) => a - b);
  const [first, second] = won;
  const isPhoto =
    first !== undefined &&
    second !== undefined &&
    second - first < PHOTO_MS &&
    second > 2 * FINISH_MS;
  const endMs = isPhoto ? second : (first ?? lastMs);
  if (!isPhoto) {
    const raceMs = (ms: number) => (endMs * Math.min(ms, LASTS_MS)) / LASTS_MS;
    return { lastsMs: LASTS_MS, stillMs: LASTS_MS, isPhoto, raceMs };
  }
  const before = endMs - FINISH_MS;
  return {
    lastsMs: LASTS_MS + FINISH_MS,
    stillMs: LASTS_MS + first - before,
    isPhoto,
    raceMs: (ms) => (ms < LASTS_MS ? (before * ms) / LASTS_MS : before + ms - LASTS_MS),
  };
}
