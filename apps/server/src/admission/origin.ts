import type { IncomingHttpHeaders } from 'node:http';

/** A host name or address, perhaps with a port, and nothing that an URL would read otherwise. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The origin that a request was sent to. The client or a proxy chooses scheme and host, so URLs are built from them by
 * this function alone.
 * @returns in its one form; null if it is none of http or https
 */
export function originOf({
  protocol,
  host,
}: {
  readonly protocol: string;
  readonly host: string | undefined;
}): string | null {
  if (!/^https?$/.test(protocol) || !HOST.test(host ?? '')) return null;
  const text = `${protocol}://${host}`;
  return URL.canParse(text) ? new URL(text).origin : null;
}

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
  const ours = originOf({ protocol: 'http', host });
  return ours !== null && new URL(origin).host === new URL(ours).host;
}
