import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
}

// A school or an office shares one address, so the first is generous.
export const defaultLimits: Limits = {
  requests: { times: 1200, perMs: 60_000 },
  guests: { times: 20, perMs: 600_000 },
  handOverTries: { times: 10, perMs: 60_000 },
};

/** Counts a request against a limit; refuses with `too-many-requests` when it is over. */
export type Count = (request: FastifyRequest) => Promise<void>;

/** Limits all of /api, and makes counters for the narrower limits. */
export async function addLimits(
  app: FastifyInstance,
  limits: Limits,
): Promise<{ countGuest: Count; countHandOverTry: Count }> {
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
  return { countGuest: counter(limits.guests), countHandOverTry: counter(limits.handOverTries) };
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
