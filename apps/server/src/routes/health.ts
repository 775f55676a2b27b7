import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { refusal } from '../plugins/errors.ts';

/** `GET /healthz`: whether the service can store anything. */
export const healthRoutes: FastifyPluginAsyncZod<{ isUp: () => Promise<boolean> }> = async (
  app,
  { isUp },
) => {
  app.get('/healthz', async (_request, reply) => {
    if (!(await isUp())) throw refusal('unavailable');
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
};
