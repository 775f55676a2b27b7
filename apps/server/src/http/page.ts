import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { addressOf } from '@same-deal/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../admission/origin.ts';
import { holdsSession, markLackedBy } from '../auth/session-cookie.ts';
import { defaultPreview, withPreview } from '../preview/tags.ts';
import type { Preview } from '../preview/tags.ts';
import { createPageCompressor } from './compressed-pages.ts';
import { sendFailure } from './errors.ts';
import { addFiles } from './files.ts';
import { readPreloads } from './preloads.ts';
import type { AddPreloads } from './preloads.ts';
import { wordsIn } from '../words/index.ts';
import { keptLanguage, languageOf } from '../words/language.ts';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Same Deal</title>
<p>The service runs, but its page has not been built. Run <code>npx -y pnpm@12 build</code> and start it again.</p>
</html>`;

/** The page itself needs no database, and does not wait for one. */
const PREVIEW_WITHIN_MS = 3_000;

export interface PageOptions {
  /** Where the build put it. */
  readonly folder: string;
  readonly publicUrl: string | undefined;
  /** The preview of a link to a path, in a language. */
  readonly previewOf: (path: string, language: string, by: FastifyRequest) => Promise<Preview>;
}

/**
 * Serves the built page: files as they are, in the compressed form that the build put beside them where that is
 * accepted, and index.html, or start.html at the start page, in the language of the request, for every address the page
 * itself understands. Reads once which files there are.
 */
export async function addPage(
  app: FastifyInstance,
  { folder, publicUrl, previewOf }: PageOptions,
): Promise<void> {
  const pages = readPages(folder);
  const isBuilt = pages.has(FIRST_LANGUAGE);
  const compressed = createPageCompressor();
  const pictures = picturesIn(path.join(folder, 'previews'));
  if (isBuilt) addFiles(app, folder);

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const asked = pathOf(request.url);
    const languages = [...pages.keys()];
    const language = languageOf(request.headers, languages);
    const preview = await soon(request, asked, language);
    const place = { origin: publicUrl ?? originOf(request) ?? '', path: asked, pictures };
    const isSignedIn = holdsSession(request.headers);
    const cookies = [...keptLanguage(request.headers, languages), ...markLackedBy(request.headers)];
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    const { html: plain = '', start = '', addPreloads } = pages.get(language) ?? {};
    const html = asked === '/' ? start : plain;
    const whole = withPreview(addPreloads?.(html, asked, isSignedIn) ?? html, preview, place);
    // Weak: it is the same page, compressed or not.
    const tag = `W/"${createHash('sha256').update(whole).digest('base64url').slice(0, 27)}"`;
    reply.headers({
      'cache-control': 'no-cache',
      etag: tag,
      vary: 'accept-encoding, accept-language, cookie',
    });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const { encoding, body } = compressed(request.headers, tag, whole);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .code(addressOf(asked) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(body);
  }

  /** The preview, or the default where it takes too long or cannot be had. */
  async function soon(request: FastifyRequest, asked: string, language: string): Promise<Preview> {
    const plain = defaultPreview(wordsIn(language));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Preview>((resolve) => {
      timer = setTimeout(() => resolve(plain), PREVIEW_WITHIN_MS);
    });
    const found = previewOf(asked, language, request).catch((error: unknown) => {
      request.log.warn({ err: error }, 'no preview');
      return plain;
    });
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  }

  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    if (!isForThePage(request)) return reply.callNotFound();
    if (!isBuilt) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    return sendPage(request, reply);
  }
  // Not as two routes: the one that Fastify makes for HEAD does not know how long the compressed page is.
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answerPage });
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, { code: 'not-found' }));
}

/**
 * What a content security policy must allow for the scripts that stand in the page's own HTML, rather than in files.
 * @param folder where the build put the page
 * @returns sources as CSP level 2 writes them, each once
 */
export function inlineScriptsOf(folder: string): string[] {
  const scripts = [...readPages(folder).values()].flatMap(({ html, start }) =>
    Array.from((html + start).matchAll(/<script>([^]*?)<\/script>/g), ([, text = '']) => text),
  );
  const hashes = scripts.map((text) => createHash('sha256').update(text).digest('base64'));
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

interface BuiltPage {
  readonly html: string;
  /** Of the start page: all of it that needs nobody's answer stands in it. */
  readonly start: string;
  readonly addPreloads: AddPreloads;
}

/** Its file has no language in its name. */
const FIRST_LANGUAGE = 'en';

/** The page in each language it was built in: `index.html` and `start.html`, `index.de.html` and `start.de.html`. */
function readPages(folder: string): ReadonlyMap<string, BuiltPage> {
  const pages = new Map<string, BuiltPage>();
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const name = /^index(?:\.([\w-]+))?\.html$/.exec(file);
    if (!name) continue;
    const preloads = path.join(folder, file.replace('index', 'preloads').replace('.html', '.json'));
    const html = readFileSync(path.join(folder, file), 'utf8');
    const startFile = path.join(folder, file.replace('index', 'start'));
    const start = existsSync(startFile) ? readFileSync(startFile, 'utf8') : html;
    pages.set(name[1] ?? FIRST_LANGUAGE, { html, start, addPreloads: readPreloads(preloads) });
  }
  // The first one is for those who understand none.
  return new Map([...pages].sort(([a], [b]) => rank(a) - rank(b)));
}

const rank = (language: string): number => (language === FIRST_LANGUAGE ? 0 : 1);

/** The names of the pictures that were made for previews. */
function picturesIn(folder: string): ReadonlySet<string> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Set(
    files
      .map((file) => path.parse(file))
      .flatMap(({ ext, name }) => (ext === '.png' ? [name] : [])),
  );
}

/** What the page shows, whoever asks; and what it says is not there, to a browser. */
function isForThePage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  // What makes previews of links takes anything, and does not say that it wants HTML.
  if (addressOf(pathOf(url))) return true;
  if (/^\/(api|socket\.io|assets|previews|healthz)([/?]|$)/.test(url)) return false;
  return headers.accept?.includes('text/html') ?? false;
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';
