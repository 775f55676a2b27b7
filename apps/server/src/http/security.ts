import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { HelmetOptions } from 'helmet';
import { isSameOrigin } from '../admission/origin.ts';
import { refusal } from './errors.ts';

/** The headers that helmet sets, worked out once: its Fastify plugin does so for each request, half of what a short one takes. */
function headersOf(options: HelmetOptions): Headers {
  const headers = new Headers();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => {},
  } as unknown as ServerResponse;
  helmet(options)({} as IncomingMessage, response, () => {});
  return headers;
}

/**
 * Headers that keep the page to its own origin; they also hold over plain http on a local network.
 * @param inlineScripts the sources of the scripts that stand in the page's HTML, as CSP writes them
 */
export function addSecurity(
  app: FastifyInstance,
  publicUrl: string | undefined,
  inlineScripts: readonly string[],
): void {
  const https = publicUrl?.startsWith('https:') ?? false;
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // Covers the web socket of the same origin too.
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Browsers ignore the other two on plain http, and complain about it in the console.
    ...(https
      ? {}
      : {
          strictTransportSecurity: false,
          crossOriginOpenerPolicy: false,
          originAgentCluster: false,
        }),
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, next) => {
    reply.raw.setHeaders(headers);
    next();
  });

  // JSON is the only body there is: what a plain form can send is none.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    // By its route: an address can be written in several ways. What is no route says nothing of anybody.
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
    if (!isSameOrigin(request.headers, request.host, publicUrl)) {
      throw refusal('forbidden', { detail: 'the origin is foreign' });
    }
  });
}
