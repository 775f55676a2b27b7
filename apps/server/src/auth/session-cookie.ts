/** What can be read from a session's cookie alone, for limits that apply before any query. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { getSessionCookie } from 'better-auth/cookies';
import { tokenHashOf } from './hashed-tokens.ts';

export const COOKIE_PREFIX = 'same-deal';

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
  const cookie = sessionCookieOf(headers);
  if (cookie === null) return null;
  const plain = decoded(cookie);
  const dot = plain.lastIndexOf('.');
  if (dot < 1) return null;
  const token = plain.slice(0, dot);
  const given = Buffer.from(plain.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return tokenHashOf(token);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
