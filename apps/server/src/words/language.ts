import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** Where the page keeps the language somebody chose (its `state/language.ts`). */
const COOKIE = /(?:^|;\s*)language=([A-Za-z0-9-]{2,35})(?:;|$)/;

/**
 * The language of a request: the one chosen on the page, else the one the browser prefers.
 * @param available tags by BCP 47; the first one is for those who understand none of them
 */
export function languageOf(
  { cookie, 'accept-language': accepted }: IncomingHttpHeaders,
  available: readonly string[],
): string {
  const chosen = COOKIE.exec(cookie ?? '')?.[1];
  if (chosen !== undefined && available.includes(chosen)) return chosen;
  const headers = { 'accept-language': accepted };
  return new Negotiator({ headers }).language([...available]) ?? available[0] ?? 'en';
}
