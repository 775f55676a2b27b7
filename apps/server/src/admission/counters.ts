/** Counting over all nodes: what guards people and rows. In Valkey where there is one, in memory otherwise. */
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limit } from './limits.ts';

export interface Store {
  readonly client: Redis;
  /** Begins all keys. */
  readonly prefix: string;
}

/** Creates the counter of a name. Without Valkey, or while it does not answer, this node counts alone. */
export function limiterFor(
  store: Store | undefined,
  name: string,
  { times, perMs }: Limit,
): RateLimiterAbstract {
  const options = { points: times, duration: perMs / 1000, keyPrefix: name };
  const here = new RateLimiterMemory(options);
  if (!store) return here;
  return new RateLimiterRedis({
    ...options,
    keyPrefix: `${store.prefix}:limit:${name}`,
    storeClient: store.client,
    insuranceLimiter: here,
  });
}

/**
 * Counts one more.
 * @returns milliseconds until it is allowed again; 0 if it is now
 */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, refused.msBeforeNext);
  }
}
