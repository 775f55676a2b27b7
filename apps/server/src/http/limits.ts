import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../admission/address.ts';
import { consume, limiterFor } from '../admission/counters.ts';
import type { Store } from '../admission/counters.ts';
import { createGuesses } from '../admission/guesses.ts';
import type { Guesses } from '../admission/guesses.ts';
import { ENTRIES_A_REQUEST } from '../admission/limits.ts';
import type { AtOnce, Limit, Limits } from '../admission/limits.ts';
import { openCounts } from '../admission/open-counts.ts';
import { turns } from '../admission/turns.ts';
import { windows } from '../admission/windows.ts';
import type { Counted } from '../admission/windows.ts';
import type { MayTakeProved } from '../deal/draw-deal.ts';
import { refusal } from './errors.ts';

/** Counts a request against a limit of its address; refuses with `too-many-requests` when it is over. */
export type Count = (request: FastifyRequest) => Promise<void>;

/** Looks for something that an address might guess, and counts where nothing is found; refuses when that is too often. */
export type Tries = <Found>(
  request: FastifyRequest,
  find: () => Promise<Found>,
  isFound: (found: Found) => boolean,
) => Promise<Found>;

/** The same for whom or what a request is about rather than where it comes from. */
export type CountOf = (key: string) => Promise<void>;

export interface Counters {
  readonly countGuest: Count;
  /** Look for something by a code: count it unless it is found. */
  readonly triesOfHandOvers: Tries;
  readonly triesOfCircles: Tries;
  readonly countSignIn: Count;
  readonly countExport: Count;
  readonly countHandOver: CountOf;
  readonly countChallenge: CountOf;
  readonly countRename: CountOf;
  readonly countCircle: CountOf;
  readonly countLink: CountOf;
  /** Counts a link that adds an address, of a person and of where they are. */
  readonly countNewEmail: (personId: string, request: FastifyRequest) => Promise<void>;
  readonly mayTakeProved: MayTakeProved;
  readonly countOffline: CountOf;
  readonly guesses: {
    /** Refuses while the try before is to be waited for; counts nothing. */
    check(account: string, request: FastifyRequest): Promise<void>;
    /** The same, and counts a try that is about to be compared. */
    count(account: string, request: FastifyRequest): Promise<void>;
    /** It was right. */
    forget(account: string, request: FastifyRequest): Promise<void>;
  };
}

export interface LimitsOptions {
  readonly limits: Limits;
  readonly atOnce: AtOnce;
  /** Where there are several nodes, what they count together. */
  readonly store: Store | undefined;
  /** What names the session that a request shows, if it is one of ours. */
  readonly sessionKeyOf: (headers: IncomingHttpHeaders) => string | null;
}

/** When to come back for whom too many of their own requests are in the way. */
const AGAIN_AFTER_MS = 1_000;

/** So much of an answer counts as much as another request: `ENTRIES_A_REQUEST` of a log. */
const BYTES_A_REQUEST = 8 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** How many entries were replayed for an answer that does not carry them: they count like those that are carried. */
    entriesReplayed: number;
  }
}

/** Some milliseconds of work. */
const REQUESTS_A_TURN = 4;

type RouteKind = 'api' | 'health' | 'page' | 'file';

/** By the route that answers, not by the address as it was written: that can be written in many ways. */
function kindOf({ routeOptions, is404 }: FastifyRequest): RouteKind {
  const url = routeOptions.url;
  if (is404 || url === undefined || url === '/*') return 'page';
  if (url.startsWith('/api/')) return 'api';
  return /^\/(healthz|readyz|metrics)$/.test(url) ? 'health' : 'file';
}

/** Limits all routes, and makes counters for the narrower limits. */
export function addLimits(
  app: FastifyInstance,
  { limits, atOnce, store, sessionKeyOf }: LimitsOptions,
): Counters {
  const counterOf = windows();
  /**
   * Counts a request so often. What the narrower limit refuses takes nothing from the one that an address shares: else one
   * device would shut out everybody beside it.
   */
  const countApi = (request: FastifyRequest, cost: number): Counted[] => {
    const address = addressKey(request.ip);
    const session = sessionKeyOf(request.headers);
    const own =
      session === null
        ? counterOf(`requests ${address}`, limits.requests)(cost)
        : counterOf(`session ${session}`, limits.sessionRequests)(cost);
    return own.waitMs > 0
      ? [own]
      : [own, counterOf(`all ${address}`, limits.addressRequests)(cost)];
  };
  const countOfAddress =
    (name: 'health' | 'pages' | 'files') =>
    ({ ip }: FastifyRequest, cost: number): Counted[] => [
      counterOf(`${name} ${addressKey(ip)}`, limits[name])(cost),
    ];
  const counts: Readonly<Record<RouteKind, (request: FastifyRequest, cost: number) => Counted[]>> =
    {
      api: countApi,
      health: countOfAddress('health'),
      page: countOfAddress('pages'),
      file: countOfAddress('files'),
    };
  const turn = turns(REQUESTS_A_TURN);
  app.addHook('onRequest', ({ raw }, reply, done) =>
    turn(() => {
      // Gone while it waited: nobody takes the answer, and nothing more happens that would give back what is counted.
      if (raw.socket.destroyed) reply.hijack();
      done();
    }),
  );
  app.addHook('onRequest', async (request) => {
    const waitMs = Math.max(...counts[kindOf(request)](request, 1).map((one) => one.waitMs));
    refuseIf(waitMs);
  });
  // What an answer carries is known once it is there: it counts against the requests that come after it.
  app.decorateRequest('entriesReplayed', 0);
  app.addHook('onSend', (request, _reply, payload, done) => {
    const kind = kindOf(request);
    const bytes = kind === 'api' && typeof payload === 'string' ? payload.length : 0;
    const more = Math.floor(bytes / BYTES_A_REQUEST + request.entriesReplayed / ENTRIES_A_REQUEST);
    if (more > 0) counts[kind](request, more);
    done(null, payload);
  });
  boundAtOnce(app, atOnce, sessionKeyOf);

  const proved = limiterFor(store, 'proved-deals', limits.provedDeals);
  const addressProved = limiterFor(store, 'address-proved-deals', limits.addressProvedDeals);

  const countOf = (name: string, limit: Limit): CountOf => {
    const limiter = limiterFor(store, name, limit);
    return async (key) => refuseIf(await consume(limiter, key));
  };
  const countByAddress = (name: string, limit: Limit): Count => {
    const count = countOf(name, limit);
    return (request) => count(addressKey(request.ip));
  };
  const triesByAddress = (name: string, limit: Limit): Tries => {
    const limiter = limiterFor(store, name, limit);
    return async (request, find, isFound) => {
      const key = addressKey(request.ip);
      // Before it is looked for: many at once would all be let through.
      refuseIf(await consume(limiter, key));
      const found = await find();
      if (isFound(found)) await limiter.reward(key);
      return found;
    };
  };
  const countNewEmailOf = countOf('new-emails', limits.newEmails);
  const countNewEmailAt = countByAddress('address-new-emails', limits.addressNewEmails);
  return {
    countGuest: countByAddress('guests', limits.guests),
    triesOfHandOvers: triesByAddress('hand-over-tries', limits.handOverTries),
    triesOfCircles: triesByAddress('circle-tries', limits.circleTries),
    countSignIn: countByAddress('sign-ins', limits.signIns),
    countExport: countByAddress('exports', limits.exports),
    countHandOver: countOf('hand-overs', limits.handOvers),
    countChallenge: countOf('challenges', limits.challenges),
    countRename: countOf('renames', limits.renames),
    countCircle: countOf('circles', limits.circles),
    countLink: countOf('links', limits.links),
    async countNewEmail(personId, request) {
      // One who has had enough takes nothing from their address.
      await countNewEmailOf(personId);
      await countNewEmailAt(request);
    },
    async mayTakeProved(takers) {
      const isRefused = await Promise.all(
        takers.map(async ({ id }) => (await consume(proved, id)) > 0),
      );
      // One who has had enough takes nothing from their address; and it is one deal, however many of an address get it.
      const addresses = new Set(
        takers.flatMap(({ address }, n) =>
          isRefused[n] ? [] : [address === undefined ? undefined : addressKey(address)],
        ),
      );
      const waits = await Promise.all(
        [...addresses].map((key) => (key === undefined ? 0 : consume(addressProved, key))),
      );
      return waits.includes(0);
    },
    countOffline: countOf('offline-plays', limits.offlinePlays),
    guesses: guessesByAddress(
      createGuesses(limits.passwordTries, (name, limit) => limiterFor(store, name, limit)),
    ),
  };
}

/** Refuses requests while as many of the same session, or address, are being answered as may be. */
function boundAtOnce(
  app: FastifyInstance,
  { atOnceOfSession, atOnceOfAddress }: AtOnce,
  sessionKeyOf: LimitsOptions['sessionKeyOf'],
): void {
  const open = openCounts();
  /** By connection, what gives back the counts of its requests: more may come before the first is answered. */
  const counted = new WeakMap<Socket, Set<() => void>>();
  const countedOn = (socket: Socket): Set<() => void> => {
    const known = counted.get(socket);
    if (known) return known;
    const made = new Set<() => void>();
    counted.set(socket, made);
    // Of its answers only the one that was being sent is told.
    socket.once('close', () => {
      for (const giveBack of made) giveBack();
    });
    return made;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (kindOf(request) !== 'api') return;
    const session = sessionKeyOf(request.headers);
    const key = session ?? addressKey(request.ip);
    if (open.of(key) >= (session === null ? atOnceOfAddress : atOnceOfSession)) {
      refuseIf(AGAIN_AFTER_MS);
    }
    open.add(key, 1);
    const onSocket = countedOn(request.raw.socket);
    const giveBack = () => {
      if (onSocket.delete(giveBack)) open.add(key, -1);
    };
    onSocket.add(giveBack);
    // Also where whoever asked has gone: Fastify's `onResponse` is for answers that were sent.
    reply.raw.once('close', giveBack);
  });
}

function guessesByAddress(guesses: Guesses): Counters['guesses'] {
  const keyOf = (account: string, { ip }: FastifyRequest) => `${addressKey(ip)} ${account}`;
  return {
    check: async (account, request) => refuseIf(await guesses.waitOf(keyOf(account, request))),
    count: async (account, request) => refuseIf(await guesses.count(keyOf(account, request))),
    forget: (account, request) => guesses.forget(keyOf(account, request)),
  };
}

function refuseIf(waitMs: number): void {
  if (waitMs > 0) throw refusal('too-many-requests', { retryAfterMs: waitMs });
}
