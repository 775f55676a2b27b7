/**
 * Guessing an account's password: after some wrong ones each further try has to wait, twice as long as the one before.
 * Counted by account and address together, so that nobody can lock out anybody who is elsewhere; what one address may
 * try in all, and how fast the service compares, have bounds of their own (docs/security.md has the arithmetic).
 */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limit } from './limits.ts';

const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 15 * 60;

export interface Guesses {
  /**
   * Counts a try before it is compared.
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
 */
export function createGuesses(
  free: Limit,
  limiterOf: (name: string, limit: Limit) => RateLimiterAbstract,
): Guesses {
  const tries = limiterOf('guesses', free);
  const waits = limiterOf('guess-waits', { times: 1, perMs: LONGEST_WAIT_S * 1000 });
  return {
    async count(key) {
      const wait = await waits.get(key);
      if (wait && wait.msBeforeNext > 0) return wait.msBeforeNext;
      const { consumedPoints } = await tries.penalty(key);
      const seconds = waitAfter(consumedPoints - free.times + 1);
      if (seconds > 0) await waits.block(key, seconds);
      return 0;
    },
    async forget(key) {
      await Promise.all([tries.delete(key), waits.delete(key)]);
    },
  };
}
