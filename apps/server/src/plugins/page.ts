import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendFailure } from './errors.ts';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Same Deal</title>
<p>The service runs, but its page has not been built. Run <code>npx -y pnpm@12 build</code> and start it again.</p>
</html>`;

/**
 * Serves the built page: files as they are, and index.html for every address the page itself understands.
 * @param folder where the build put it
 */
export async function addPage(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, 'index.html'));
  if (isBuilt) {
    const hashed = path.join(folder, 'assets') + path.sep;
    await app.register(fastifyStatic, {
      root: folder,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (response, file) => {
        const age = file.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache';
        response.header('cache-control', age);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isForThePage(request)) return sendFailure(reply, { code: 'not-found' });
    if (!isBuilt) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    return reply.sendFile('index.html');
  });
}

function isForThePage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|socket\.io|assets|healthz)([/?]|$)/.test(url)) return false;
  return headers.accept?.includes('text/html') ?? false;
}
