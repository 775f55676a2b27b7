/**
 * Guessing an account's password: after some wrong ones each further try has to wait, twice as long as the one before.
 * Counted by account and address together, so that nobody can lock out anybody who is elsewhere; what one address may
 * try in all, and how fast the service compares, have bounds of their own (docs/security.md has the arithmetic).
 */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limit } from './limits.ts';

const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 15 * 60;
/**
 * Of so many keys a node remembers tries that have cost no waiting yet, those counted last: about 5 MB. Whoever makes up
 * usernames to have theirs forgotten gets fewer tries than by waiting. Keys that had to wait are remembered for the whole
 * time: each has taken several comparisons, of which there are some two a second.
 */
const WITHOUT_WAIT_MOST = 10_000;

export interface Guesses {
  /** Milliseconds until the next try may be made; counts nothing. */
  waitOf(key: string): Promise<number>;
  /**
   * Counts a try that is about to be compared; one that has to wait is not counted.
   * @returns milliseconds until the next one may be made; 0 if this one may
   */
  count(key: string): Promise<number>;
  /** It was right: what was counted is forgotten. */
  forget(key: string): Promise<void>;
}

/** How long the next try has to wait after so many over those that cost nothing, in seconds. */
export const waitAfter = (over: number): number =>
  over < 1 ? 0 : Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (over - 1));

/**
 * @param free how many tries cost no waiting, and for how long tries are remembered
 * @param limiterOf makes what counts under a name
 * @param withoutWaitMost of how many keys tries are remembered that have cost no waiting
 */
export function createGuesses(
  free: Limit,
  limiterOf: (name: string, limit: Limit) => RateLimiterAbstract,
  withoutWaitMost = WITHOUT_WAIT_MOST,
): Guesses {
  const tries = limiterOf('guesses', free);
  const waits = limiterOf('guess-waits', { times: 1, perMs: LONGEST_WAIT_S * 1000 });
  // In the order in which they were last counted.
  const withoutWait = new Set<string>();

  async function waitOf(key: string): Promise<number> {
    const wait = await waits.get(key);
    return Math.max(0, wait?.msBeforeNext ?? 0);
  }

  async function forget(key: string): Promise<void> {
    withoutWait.delete(key);
    await Promise.all([tries.delete(key), waits.delete(key)]);
  }

  return {
    waitOf,
    async count(key) {
      const wait = await waitOf(key);
      if (wait > 0) return wait;
      const { consumedPoints } = await tries.penalty(key);
      const seconds = waitAfter(consumedPoints - free.times + 1);
      withoutWait.delete(key);
      if (seconds > 0) await waits.block(key, seconds);
      else withoutWait.add(key);
      const [oldest] = withoutWait;
      if (withoutWait.size > withoutWaitMost && oldest !== undefined) await forget(oldest);
      return 0;
    },
    forget,
  };
}
