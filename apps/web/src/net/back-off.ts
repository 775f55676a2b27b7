/** How long to wait before asking again: longer each time, in milliseconds. */

export const RETRY_LEAST_MS = 500;
export const RETRY_MOST_MS = 8_000;

/** The wait after that one. */
export const nextRetryMs = (retryMs: number): number => Math.min(RETRY_MOST_MS, 2 * retryMs);

/** Refusals that say nothing about what was asked: the same again later may be answered. */
export const isForNow = (code: string): boolean =>
  code === 'unavailable' || code === 'too-many-requests';

/** Refusals that asking again may mend: those, and what went wrong on the service's side. */
export const mayComeBack = (code: string): boolean => isForNow(code) || code === 'internal';
