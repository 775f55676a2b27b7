import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '@same-deal/protocol';
import { betterAuth } from 'better-auth';
import type { BetterAuthPlugin } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { anonymous } from 'better-auth/plugins';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { originOf } from '../admission/origin.ts';
import { outage } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import type { NewGuest } from '../storage/auth/guests.ts';
import type { LivingSession } from '../storage/auth/sessions.ts';
import { guestNames } from './guest-names.ts';
import { tokenHashOf, withHashedTokens } from './hashed-tokens.ts';
import {
  COOKIE_PREFIX,
  formerNameEnded,
  namedToken,
  sessionCookie,
  sessionKeyOf,
  sessionTokenOf,
  withMark,
  YEAR_S,
} from './session-cookie.ts';

const DAY_S = 24 * 60 * 60;
/** What names a session: 32 letters and digits. */
const TOKEN_BYTES = 24;
/** The least time between two writes of a session's last use, and so how precise that is. */
const TOUCH_EVERY_MS = 5 * 60_000;

/**
 * The routes of the sign-in library that are reachable from the network. Everything else it offers (creating guests,
 * changing names) has a route of ours with our checks and limits; its own "who am I" would expose the session's token to
 * scripts.
 */
const OPEN_PATHS = new Set(['POST /api/auth/sign-out']);

export interface AuthOptions {
  readonly prisma: Database;
  readonly secret: string;
  /** The origin people open, if there is only one. */
  readonly publicUrl?: string | undefined;
  /** Creates a guest, and the session of their device. */
  readonly createGuest: (guest: NewGuest) => Promise<{ id: string; name: string }>;
  /** Finds a valid session and its user by the hash of its token. */
  readonly findSession: (tokenHash: string) => Promise<LivingSession | null>;
  /** Records that a session is in use. */
  readonly touch: (sessionId: string) => Promise<void>;
  /** Called when the library has ended a session. */
  readonly onSessionEnded: (sessionId: string) => void;
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;
}

/** The person a request comes from, and the session it uses. */
export interface Device {
  readonly person: Person;
  readonly sessionId: string;
  /** When the person signed in: at this device, or at the one that has handed over to it. */
  readonly signedInAt: Date;
}

/** The same, and the cookies the response must set. */
export interface SignedIn extends Device {
  /** The token of the device's session; never leaves the server except in its cookie. */
  readonly sessionToken: string;
  /** `set-cookie` values that extend the session. */
  readonly cookies: readonly string[];
}

export type Auth = ReturnType<typeof createAuth>;

/** People and their devices' sessions, on top of better-auth. */
export function createAuth(options: AuthOptions) {
  const { prisma, secret, publicUrl, findSession, touch, onSessionEnded, log } = options;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const auth = betterAuth({
    appName: 'Same Deal',
    basePath: '/api/auth',
    ...(publicUrl ? { baseURL: publicUrl } : {}),
    secret,
    database: withHashedTokens(prismaAdapter(prisma, { provider: 'postgresql' })),
    databaseHooks: {
      session: { delete: { after: async ({ id }) => onSessionEnded(id) } },
    },
    // Without a public address, every address of this machine is trusted, over plain http too.
    trustedOrigins: (request) => {
      if (publicUrl) return [publicUrl];
      const host = request?.headers.get('host') ?? undefined;
      return ['http', 'https'].flatMap((protocol) => originOf({ protocol, host }) ?? []);
    },
    session: {
      expiresIn: YEAR_S,
      updateAge: DAY_S,
      additionalFields: {
        lastUsedAt: { type: 'date', required: false, input: false },
        signedInAt: { type: 'date', required: false, input: false },
      },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: isSecure,
      ipAddress: { disableIpTracking: true },
    },
    // The service has its own limits, by address and for every route.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its warnings ask for a fixed address of the service, which is deliberately not required.
    logger: { level: 'error', log: (level, message) => log(level, `sign-in: ${message}`) },
    // Without this, errors in the library's routes bypass the service's log.
    onAPIError: {
      onError: (error) =>
        log('warn', `sign-in: ${error instanceof Error ? error.message : 'a fault'}`),
    },
    plugins: [
      // Deleting the guest would delete their races.
      anonymous({ disableDeleteAnonymousUser: true }),
      signInAs,
    ],
  });

  const cookiesOf = (headers: Headers) => headers.getSetCookie();

  /**
   * Of a request's headers those that the library is given: none by which it could choose an address. It knows the
   * session's cookie by the name of the present `PUBLIC_URL` alone; a device may still have it by the other.
   */
  function libraryHeaders(headers: IncomingHttpHeaders): Headers {
    const given = new Headers();
    for (const name of ['user-agent', 'origin', 'host', 'content-type', 'accept'] as const) {
      const value = headers[name];
      if (value !== undefined) given.set(name, value);
    }
    const token = sessionTokenOf(headers, secret);
    if (token !== null) given.set('cookie', namedToken(token, secret, isSecure));
    return given;
  }

  /** Records the use of a session, unless that was done recently; requests do not wait for it. */
  function noteUse(session: { id: string; lastUsedAt?: Date | null | undefined }): void {
    if (Date.now() - (session.lastUsedAt?.getTime() ?? 0) < TOUCH_EVERY_MS) return;
    touch(session.id).catch(() => log('warn', 'the use of a session was not noted'));
  }

  /**
   * The person these request headers belong to, for requests and for socket handshakes alike. One query of our own: the
   * library's takes ten times as long, and this runs for each request, and for every player at once after a restart. It
   * does not extend the session, as the response to a handshake could not set the cookies.
   * @returns null if nobody is signed in
   */
  async function deviceOf(headers: IncomingHttpHeaders): Promise<Device | null> {
    const key = sessionKeyOf(headers, secret);
    const found = key === null ? null : await findSession(key);
    return found && deviceOn(found);
  }

  function deviceOn(session: LivingSession): Device {
    noteUse(session);
    const { id: sessionId, signedInAt, userId, name, isAnonymous } = session;
    return { person: { id: userId, name, isGuest: isAnonymous }, sessionId, signedInAt };
  }

  return {
    deviceOf,

    /** The person alone. */
    async personOf(headers: IncomingHttpHeaders): Promise<Person | null> {
      return (await deviceOf(headers))?.person ?? null;
    },

    /** Like `deviceOf`, and extends the session; the response must set the cookies. */
    async sessionOf(headers: IncomingHttpHeaders): Promise<SignedIn | null> {
      const token = sessionTokenOf(headers, secret);
      if (token === null) return null;
      const found = await findSession(tokenHashOf(token));
      if (!found) return null;
      // The library, which takes ten times as long, where the session is to be extended.
      if (found.expiresAt.getTime() > Date.now() + (YEAR_S - DAY_S) * 1000) {
        return { ...deviceOn(found), sessionToken: token, cookies: [] };
      }
      const { response, headers: answer } = await readSession(() =>
        auth.api.getSession({ headers: libraryHeaders(headers), returnHeaders: true }),
      );
      if (!response) return null;
      noteUse(response.session);
      return {
        person: toPerson(response.user),
        sessionId: response.session.id,
        signedInAt: response.session.signedInAt ?? response.session.createdAt,
        sessionToken: response.session.token,
        cookies: cookiesOf(answer),
      };
    },

    /**
     * Creates a guest and signs this device in. Call it only when nobody is signed in. By one statement of our own: the
     * library's way takes five, and everybody who comes begins with it.
     */
    async createGuest(headers: IncomingHttpHeaders): Promise<Pick<SignedIn, 'person' | 'cookies'>> {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const { id, name } = await options.createGuest({
        names: guestNames(),
        tokenHash: tokenHashOf(token),
        expiresAt: new Date(Date.now() + YEAR_S * 1000),
        userAgent: headers['user-agent'] ?? '',
      });
      const cookie = sessionCookie(token, secret, { lastsS: YEAR_S, isSecure });
      return { person: { id, name, isGuest: true }, cookies: [cookie] };
    },

    /**
     * Creates a new session for a person on this device.
     * @param signedInAt when they signed in, where that is not now
     * @returns the `set-cookie` values
     */
    async signIn(
      userId: string,
      headers: IncomingHttpHeaders,
      signedInAt?: Date,
    ): Promise<readonly string[]> {
      const { headers: answer } = await auth.api.signInAs({
        body: { userId, signedInAt },
        headers: libraryHeaders(headers),
        returnHeaders: true,
      });
      return cookiesOf(answer);
    },

    /**
     * Signs this device out, if it is signed in.
     * @returns the `set-cookie` values that delete its cookies
     */
    async signOut(headers: IncomingHttpHeaders): Promise<readonly string[]> {
      const { headers: answer } = await auth.api.signOut({
        headers: libraryHeaders(headers),
        returnHeaders: true,
      });
      return cookiesOf(answer);
    },

    /** Ends one session. */
    async endSession(sessionToken: string): Promise<void> {
      await (await auth.$context).internalAdapter.deleteSession(sessionToken);
    },

    /** Handles a request under `/api/auth`, to this address; null if there is no such route. */
    async handle(
      url: string,
      { method, headers, body }: Pick<FastifyRequest, 'method' | 'headers' | 'body'>,
    ): Promise<Response | null> {
      if (!OPEN_PATHS.has(`${method} ${new URL(url).pathname}`)) return null;
      return auth.handler(
        new Request(url, {
          method,
          headers: libraryHeaders(headers),
          body: JSON.stringify(body ?? {}),
        }),
      );
    },
  };
}

/** Adds `set-cookie` values to a reply, and the mark of a session; without any it gets no such header. */
export function setCookies(reply: FastifyReply, cookies: readonly string[]): FastifyReply {
  if (cookies.length === 0) return reply;
  // The library infers TLS from the public address only; without one, a proxy may still report TLS.
  const isOverTls = reply.request.protocol === 'https';
  const secure = (cookie: string) =>
    isOverTls && !/;\s*secure\b/i.test(cookie) ? `${cookie}; Secure` : cookie;
  const all = [...withMark(cookies), ...formerNameEnded(reply.request.headers, cookies)];
  return reply.header('set-cookie', all.map(secure));
}

/** The library hides why it cannot read a session; the only cause is an outage of the database. */
async function readSession<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof APIError && error.statusCode >= 500) throw outage(error.message);
    throw error;
  }
}

function toPerson(user: {
  id: string;
  name: string;
  isAnonymous?: boolean | null | undefined;
}): Person {
  return { id: user.id, name: user.name, isGuest: user.isAnonymous === true };
}

/** Signs a device in as a person; the caller has checked that it may. Not reachable from the network. */
const signInAs = {
  id: 'sign-in-as',
  endpoints: {
    signInAs: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string(), signedInAt: z.date().optional() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const { userId, signedInAt } = context.body;
        const user = await internalAdapter.findUserById(userId);
        if (!user) throw new APIError('NOT_FOUND');
        const more = signedInAt && { signedInAt };
        const session = await internalAdapter.createSession(user.id, false, more);
        await setSessionCookie(context, { session, user });
        return context.json({ signedIn: true });
      },
    ),
  },
} satisfies BetterAuthPlugin;
