import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey } from '../admission/address.ts';
import type { Limit, Limits } from '../admission/limits.ts';
import { refusal } from './errors.ts';

/** Counts a request against a limit; refuses with `too-many-requests` when it is over. */
export type Count = (request: FastifyRequest) => Promise<void>;

/** The same for what a request is about rather than where it comes from. */
interface KeyedCount {
  readonly count: (key: string) => Promise<void>;
  /** It went well: what was counted for it is forgotten. */
  readonly forget: (key: string) => Promise<unknown>;
}

export interface Counters {
  readonly countGuest: Count;
  readonly countHandOverTry: Count;
  readonly countSignIn: Count;
  readonly countExport: Count;
  readonly passwordTries: KeyedCount;
  readonly links: KeyedCount;
}

/** Limits all of /api, and makes counters for the narrower limits. */
export async function addLimits(app: FastifyInstance, limits: Limits): Promise<Counters> {
  await app.register(rateLimit, {
    max: limits.requests.times,
    timeWindow: limits.requests.perMs,
    keyGenerator: (request) => addressKey(request.ip),
    allowList: (request) => !request.url.startsWith('/api/'),
    errorResponseBuilder: (_request, { ttl }) =>
      refusal('too-many-requests', { retryAfterMs: ttl }),
  });
  const counter = ({ times, perMs }: Limit): Count => {
    const check = app.createRateLimit({
      max: times,
      timeWindow: perMs,
      keyGenerator: (request) => addressKey(request.ip),
      allowList: [],
    });
    return async (request) => {
      const result = await check(request);
      if (!result.isAllowed && result.isExceeded) {
        throw refusal('too-many-requests', { retryAfterMs: result.ttl });
      }
    };
  };
  return {
    countGuest: counter(limits.guests),
    countHandOverTry: counter(limits.handOverTries),
    countSignIn: counter(limits.signIns),
    countExport: counter(limits.exports),
    passwordTries: keyedCounter(limits.passwordTries),
    links: keyedCounter(limits.links),
  };
}

function keyedCounter({ times, perMs }: Limit): KeyedCount {
  const limiter = new RateLimiterMemory({ points: times, duration: perMs / 1000 });
  return {
    count: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw refusal('too-many-requests', { retryAfterMs: Math.max(1, refused.msBeforeNext) });
      }
    },
    forget: (key) => limiter.delete(key),
  };
}
