/** What can be read from a session's cookie alone, for limits that apply before any query. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_MARK } from '@same-deal/protocol';
import { getSessionCookie } from 'better-auth/cookies';
import { tokenHashOf } from './hashed-tokens.ts';

export const COOKIE_PREFIX = 'same-deal';
const NAME = `${COOKIE_PREFIX}.session_token`;
/** Its name where people open the service by https. */
const SECURE_NAME = `__Secure-${NAME}`;
const SESSION_COOKIE = new RegExp(`^(?:__Secure-)?${COOKIE_PREFIX}\\.session_token=[^;]*`);

/** How long a session lasts that is not used. */
export const YEAR_S = 365 * 24 * 60 * 60;

/** The session's cookie as sent; null if there is none. */
const sessionCookieOf = ({ cookie }: IncomingHttpHeaders): string | null =>
  cookie === undefined
    ? null
    : getSessionCookie(new Headers({ cookie }), { cookiePrefix: COOKIE_PREFIX });

/** Whether a request carries a session's cookie, valid or not. Queries no database. */
export const holdsSession = (headers: IncomingHttpHeaders): boolean =>
  sessionCookieOf(headers) !== null;

/**
 * The hash of the session token in a request's cookie. The session may have ended. Queries no database.
 * @returns null if there is no cookie, or this service has not signed it
 */
export function sessionKeyOf(headers: IncomingHttpHeaders, secret: string): string | null {
  const token = sessionTokenOf(headers, secret);
  return token === null ? null : tokenHashOf(token);
}

/** What `sessionTokenOf` has found: limits, the handshake and the route look for it in the same headers. */
const found = new WeakMap<IncomingHttpHeaders, { readonly secret: string; token: string | null }>();

/** The session token itself, which never leaves the service but in the cookie. */
export function sessionTokenOf(headers: IncomingHttpHeaders, secret: string): string | null {
  const known = found.get(headers);
  if (known?.secret === secret) return known.token;
  const token = readToken(headers, secret);
  found.set(headers, { secret, token });
  return token;
}

function readToken(headers: IncomingHttpHeaders, secret: string): string | null {
  const cookie = sessionCookieOf(headers);
  if (cookie === null) return null;
  const plain = decoded(cookie);
  const dot = plain.lastIndexOf('.');
  if (dot < 1) return null;
  const token = plain.slice(0, dot);
  const given = Buffer.from(plain.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return token;
}

/**
 * The `set-cookie` value that names a session, as the sign-in library writes it.
 * @param token as long as the session lasts, known to nobody but the device
 * @param lastsS seconds
 */
export function sessionCookie(
  token: string,
  secret: string,
  { lastsS, isSecure }: { readonly lastsS: number; readonly isSecure: boolean },
): string {
  const more = isSecure ? '; Secure' : '';
  return `${namedToken(token, secret, isSecure)}; Max-Age=${lastsS}; Path=/; HttpOnly${more}; SameSite=Lax`;
}

/** A session's cookie as requests send it. */
export function namedToken(token: string, secret: string, isSecure: boolean): string {
  const signed = `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
  return `${isSecure ? SECURE_NAME : NAME}=${encodeURIComponent(signed)}`;
}

/**
 * What deletes the session's cookie under the name it had before `PUBLIC_URL` was set, or taken away: while it stays,
 * it can be read in the place of the new one.
 * @param headers of the request
 * @param cookies `set-cookie` values of the answer
 */
export function formerNameEnded(
  headers: IncomingHttpHeaders,
  cookies: readonly string[],
): readonly string[] {
  const given = cookies.find((cookie) => SESSION_COOKIE.test(cookie));
  if (given === undefined) return [];
  const [former, more] = given.startsWith(SECURE_NAME) ? [NAME, ''] : [SECURE_NAME, '; Secure'];
  const isSent = headers.cookie?.split(';').some((sent) => sent.trim().startsWith(`${former}=`));
  return isSent ? [`${former}=; Max-Age=0; Path=/; HttpOnly${more}; SameSite=Lax`] : [];
}

/**
 * Adds to the session's cookie, which scripts cannot read, one that tells them it is there, for as long. Safari deletes
 * what scripts keep after a week without a visit, but not what an answer has set: without it the page would take
 * somebody with a session for a newcomer (the page's `net/early-script.ts`).
 * @param cookies `set-cookie` values
 */
export const withMark = (cookies: readonly string[]): readonly string[] =>
  cookies.flatMap((cookie) =>
    SESSION_COOKIE.test(cookie)
      ? [cookie, cookie.replace(SESSION_COOKIE, `${SESSION_MARK}=1`).replace(/;\s*HttpOnly/i, '')]
      : [cookie],
  );

const MARK = new RegExp(`(?:^|;\\s*)${SESSION_MARK}=`);

/** The same mark for a request that has a session's cookie without one: of before there were marks, or from an older node. */
export const markLackedBy = (headers: IncomingHttpHeaders): readonly string[] =>
  holdsSession(headers) && !MARK.test(headers.cookie ?? '')
    ? [`${SESSION_MARK}=1; Max-Age=${YEAR_S}; Path=/; SameSite=Lax`]
    : [];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
