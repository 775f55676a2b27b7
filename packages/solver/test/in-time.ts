const MOST_MS = 60_000;

/**
 * An effort far beyond what any search of the tests needs: a search that does not end is stopped and fails its test,
 * which the test runner's own timeout cannot do with a synchronous function.
 */
export function inTime(): { shouldStop: () => boolean } {
  const until = performance.now() + MOST_MS;
  return { shouldStop: () => performance.now() > until };
}
