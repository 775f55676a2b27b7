const MOST_MS = 60_000;

/**
 * An effort far beyond what any search of the tests needs: one that does not come to its end gives up and fails its
 * test, which the test runner's own limit cannot do to a synchronous function.
 */
export function inTime(): { shouldStop: () => boolean } {
  const until = performance.now() + MOST_MS;
  return { shouldStop: () => performance.now() > until };
}
