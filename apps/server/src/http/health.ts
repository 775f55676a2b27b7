import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { refusal } from './errors.ts';

interface Options {
  readonly isUp: () => Promise<boolean>;
  readonly isDraining: () => boolean;
}

/**
 * `GET /healthz`: whether the service can store anything. `GET /readyz`: the same, and whether it takes anybody new; a
 * load balancer asks this one.
 */
export const healthRoutes: FastifyPluginAsyncZod<Options> = async (app, { isUp, isDraining }) => {
  const answer = (isWell: () => Promise<boolean>) => async () => {
    if (!(await isWell())) throw refusal('unavailable');
    return { status: 'ok' };
  };
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.get('/healthz', { schema: { summary: '200 when the service works' } }, answer(isUp));
  app.get(
    '/readyz',
    { schema: { summary: '200 when it accepts new connections' } },
    answer(async () => !isDraining() && (await isUp())),
  );
};
