import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refusal } from './errors.ts';

/** So many in so much time, for one address. */
export interface Limit {
  readonly times: number;
  readonly perMs: number;
}

export interface Limits {
  /** Any request under /api. */
  readonly requests: Limit;
  /** New guests. */
  readonly guests: Limit;
  /** Looks at and acceptances of hand-overs: what guessing codes takes. */
  readonly handOverTries: Limit;
  /** Tries to sign in, by whatever way. */
  readonly signIns: Limit;
  /** For one account: wrong passwords, from wherever they come. */
  readonly passwordTries: Limit;
  /** To one address of e-mail: links. */
  readonly links: Limit;
  /** Exports of all one's data: each reads everything. */
  readonly exports: Limit;
}

// A school or an office shares one address, so the first is generous.
export const defaultLimits: Limits = {
  requests: { times: 1200, perMs: 60_000 },
  guests: { times: 20, perMs: 600_000 },
  handOverTries: { times: 10, perMs: 60_000 },
  signIns: { times: 30, perMs: 60_000 },
  // NIST SP 800-63B allows no more than 100 failures in a row; people rarely need five.
  passwordTries: { times: 20, perMs: 900_000 },
  links: { times: 3, perMs: 900_000 },
  exports: { times: 5, perMs: 600_000 },
};

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

/**
 * What counts as one address: an IPv4 address, or the first 64 bits of an IPv6 one, since a household is given that
 * many to choose from.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::');
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const zeros = ip.includes('::')
    ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
    : [];
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((part) => parseInt(part, 16).toString(16))
    .join(':');
}
