import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, ENCODINGS } from './accepted-encoding.ts';
import type { Encoding } from './accepted-encoding.ts';

/** Media types of what a build writes (RFC 9239 for scripts). */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** What the service itself reads, and the compressed forms, which are sent under the name of the file. */
const NOT_SENT = /^(index|start)[^/]*\.html$|^preloads[^/]*\.json$|\.(br|gz)$/;

/** Headers that bind documents and workers, and what a file's tag says as well. A file would only be larger by them. */
const NEEDLESS = [
  'content-security-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

interface Form {
  readonly bytes: Buffer;
  readonly tag: string;
}

type Send = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Routes for the files of the built page, so that all else comes to the page: one for the hundreds in `assets`, as each
 * route takes its time to add, and one for each other file. Reads once which files there are; what has been asked for is
 * kept, at most what the build has written (10 MB): reading it from disk each time took more than half of what a visit to
 * the start page cost.
 * @param folder where the build put them
 */
export function addFiles(app: FastifyInstance, folder: string): void {
  const kept = new Map<string, Form>();
  /** undefined if a build has removed it since the service began. */
  function formOf(name: string): Form | undefined {
    const known = kept.get(name);
    if (known) return known;
    const file = path.join(folder, name);
    if (!existsSync(file)) return undefined;
    const bytes = readFileSync(file);
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
    const form = { bytes, tag: `"${tag}"` };
    kept.set(name, form);
    return form;
  }

  const assets = new Map<string, Send>();
  const names = new Set(namesIn(folder));
  for (const name of names) {
    if (NOT_SENT.test(name)) continue;
    const isHashed = name.startsWith('assets/');
    const isBound = !isHashed || /worker|\.html$/.test(path.basename(name));
    const headers = {
      'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    };
    const compressed = ENCODINGS.filter((one) => names.has(name + ENDINGS[one]));
    const send: Send = (request, reply) => {
      const accepted = acceptedEncoding(request.headers);
      const encoding = accepted && compressed.includes(accepted) ? accepted : null;
      const form = formOf(encoding ? name + ENDINGS[encoding] : name);
      if (!form) return reply.callNotFound();
      const { bytes, tag } = form;
      if (!isBound) for (const one of NEEDLESS) reply.raw.removeHeader(one);
      reply.headers({ ...headers, etag: tag });
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      if (encoding) reply.header('content-encoding', encoding);
      return reply.send(bytes);
    };
    if (isHashed) assets.set(name, send);
    else app.route({ method: ['GET', 'HEAD'], url: `/${name}`, handler: send });
  }
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    handler: (request, reply) => {
      const send = assets.get(`assets/${request.params['*']}`);
      return send ? send(request, reply) : reply.callNotFound();
    },
  });
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'));
