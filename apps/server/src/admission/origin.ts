import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may change something: it comes from a page of ours, or from no page at all.
 * @param host the host the request was sent to, as the outermost trusted proxy saw it
 * @param publicUrl the only allowed origin, if there is one; else the host itself is the measure
 */
export function isSameOrigin(
  headers: IncomingHttpHeaders,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  const { origin } = headers;
  if (origin === undefined) {
    // Every browser sends an origin with such a request, so this is a program, or says that it is not from elsewhere.
    const site = headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin' || site === 'none';
  }
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined) return new URL(origin).origin === publicUrl;
  const ours = `http://${host ?? ''}`;
  return URL.canParse(ours) && new URL(origin).host === new URL(ours).host;
}
