import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** Where the page keeps the language somebody chose (its `state/language.ts`). */
const COOKIE = /(?:^|;\s*)language=([A-Za-z0-9-]{2,35})(?:;|$)/;
/** Where an answer has kept the same, of which the page knows nothing. */
const KEPT = /(?:^|;\s*)language-kept=([A-Za-z0-9-]{2,35})(?:;|$)/;

const YEAR_S = 365 * 24 * 60 * 60;

/** The language chosen on the page, if it is one of these; what an answer has kept of an earlier choice comes second. */
const chosenLanguage = (
  { cookie = '' }: IncomingHttpHeaders,
  available: readonly string[],
): string | undefined =>
  [COOKIE, KEPT]
    .map((where) => where.exec(cookie)?.[1])
    .find((chosen) => chosen !== undefined && available.includes(chosen));

/**
 * The `set-cookie` values that keep the chosen language for a year: Safari forgets after a week what a script has set, but
 * not what an answer has. The page's own cookie is left alone, so that no late answer undoes a later choice.
 */
export function keptLanguage(
  headers: IncomingHttpHeaders,
  available: readonly string[],
): readonly string[] {
  const chosen = chosenLanguage(headers, available);
  // Once the page's own has gone, the kept one is kept for another year with each page.
  const isKept = [COOKIE, KEPT].every((where) => where.exec(headers.cookie ?? '')?.[1] === chosen);
  if (chosen === undefined || isKept) return [];
  return [`language-kept=${chosen}; Max-Age=${YEAR_S}; Path=/; SameSite=Lax`];
}

/**
 * The language of a request: the one chosen on the page, else the one the browser prefers.
 * @param available tags by BCP 47; the first one is for those who understand none of them
 */
export function languageOf(headers: IncomingHttpHeaders, available: readonly string[]): string {
  const chosen = chosenLanguage(headers, available);
  if (chosen !== undefined) return chosen;
  const accepted = { 'accept-language': headers['accept-language'] };
  return new Negotiator({ headers: accepted }).language([...available]) ?? available[0] ?? 'en';
}
