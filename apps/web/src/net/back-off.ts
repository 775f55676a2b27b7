/** How long to wait before asking again: longer each time, in milliseconds. */

export const RETRY_LEAST_MS = 500;
export const RETRY_MOST_MS = 8_000;

/** The wait after that one. */
export const nextRetryMs = (retryMs: number): number => Math.min(RETRY_MOST_MS, 2 * retryMs);

/** Refusals that do not concern the request itself: the same one may succeed later. */
export const isForNow = (code: string): boolean =>
  code === 'unavailable' || code === 'too-many-requests';

/** Refusals worth retrying: those, and faults of the service. */
export const mayComeBack = (code: string): boolean => isForNow(code) || code === 'internal';
