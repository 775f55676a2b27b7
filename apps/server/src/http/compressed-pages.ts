/** The page's HTML in the form that a browser accepts, compressed once: most visits get one of a few pages. */
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { boundedCache } from '../bounded-cache.ts';
import { acceptedEncoding } from './accepted-encoding.ts';

/** Some thousand links to races, each with its preview, beside the pages that are the same for all. */
const KEPT_BYTES = 8 * 2 ** 20;
/** Beyond this a page of 45 KB takes much longer, and gets little smaller. */
const BROTLI_QUALITY = 6;

const compressors = {
  br: (html: string) =>
    brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (html: string) => gzipSync(html),
};

export interface SentPage {
  /** None where it is plain. */
  readonly encoding?: string;
  readonly body: string | Buffer;
}

/**
 * @returns compresses HTML for whoever asks with these headers
 *   - `tag`: the same for the same HTML only
 */
export function createPageCompressor(): (
  headers: IncomingHttpHeaders,
  tag: string,
  html: string,
) => SentPage {
  const kept = boundedCache<Buffer>(KEPT_BYTES, ({ length }) => length);
  return (headers, tag, html) => {
    const encoding = acceptedEncoding(headers);
    if (!encoding) return { body: html };
    const key = `${encoding} ${tag}`;
    let body = kept.get(key);
    if (!body) kept.set(key, (body = compressors[encoding](html)));
    return { encoding, body };
  };
}
