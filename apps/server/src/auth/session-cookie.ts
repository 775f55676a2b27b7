/** What a session's cookie shows by itself: for counting, before any query. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { getSessionCookie } from 'better-auth/cookies';
import { tokenHashOf } from './hashed-tokens.ts';

export const COOKIE_PREFIX = 'same-deal';

/** The session's cookie as it was sent; null if there is none. */
const sessionCookieOf = ({ cookie }: IncomingHttpHeaders): string | null =>
  cookie === undefined
    ? null
    : getSessionCookie(new Headers({ cookie }), { cookiePrefix: COOKIE_PREFIX });

/** Whether a request comes with a session's cookie, be it one that has ended. Asks no database. */
export const holdsSession = (headers: IncomingHttpHeaders): boolean =>
  sessionCookieOf(headers) !== null;

/**
 * The key of the session that a request shows, if this service has signed it: a made-up cookie has none. It
 * may have ended meanwhile. Asks no database.
 */
export function sessionKeyOf(headers: IncomingHttpHeaders, secret: string): string | null {
  const cookie = sessionCookieOf(headers);
  if (cookie === null) return null;
  const plain = decoded(cookie);
  const dot = plain.lastIndexOf('.');
  if (dot < 1) return null;
  const token = plain.slice(0, dot);
  const given = Buffer.from(plain.slice(dot + 1), 'base64');
  const made = createHmac('sha256', secret).update(token).digest();
  if (given.length !== made.length || !timingSafeEqual(given, made)) return null;
  return tokenHashOf(token);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
