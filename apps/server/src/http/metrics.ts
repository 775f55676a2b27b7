import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Metrics } from '../metrics.ts';
import { refusal } from './errors.ts';

interface Options {
  readonly metrics: Metrics;
  /** What a reader must show; without it there is no such address. */
  readonly token: string | undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `GET /metrics`, for clients that send the operator's token as `authorization: Bearer …`. */
export const metricsRoutes: FastifyPluginAsyncZod<Options> = async (app, { metrics, token }) => {
  if (token === undefined) return;
  metrics.watchProcess();
  const expected = digest(`Bearer ${token}`);
  app.get(
    '/metrics',
    { schema: { summary: 'figures for Prometheus, to whoever has the token' } },
    async (request, reply) => {
      const shown = digest(request.headers.authorization ?? '');
      if (!timingSafeEqual(shown, expected)) throw refusal('forbidden');
      return reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.text());
    },
  );
};
