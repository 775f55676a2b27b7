/**
 * Places on a track from 0 to 1 that are at least so far apart, each as near to its own as that allows.
 * @param places in rising order
 */
export function partedBy(places: readonly number[], least: number): number[] {
  let after = -least;
  const pushed = places.map((place) => (after = Math.max(place, after + least)));
  let before = 1 + least;
  return pushed
    .reverse()
    .map((place) => (before = Math.min(place, before - least)))
    .reverse();
}
