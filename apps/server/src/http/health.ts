import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import service from '../../package.json' with { type: 'json' };
import { refusal } from './errors.ts';

interface Options {
  readonly isUp: () => Promise<boolean>;
  readonly isDraining: () => boolean;
}

/**
 * `GET /healthz`: whether the database answers, which one with a full disk does. `GET /readyz`: the same, and whether it takes anybody new; a
 * load balancer asks this one. Both say which version answers.
 */
export const healthRoutes: FastifyPluginAsyncZod<Options> = async (app, { isUp, isDraining }) => {
  const { version } = service;
  // Pages ask as well, by the thousand after a restart, and some of its connections commit moves.
  let asking: Promise<boolean> | undefined;
  const isUpNow = () => (asking ??= isUp().finally(() => (asking = undefined)));
  const response = { 200: z.object({ status: z.string(), version: z.string() }) };
  const answer = (isWell: () => Promise<boolean>) => async () => {
    if (!(await isWell())) throw refusal('unavailable');
    return { status: 'ok', version };
  };
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.get(
    '/healthz',
    { schema: { summary: '200 when the service works', response } },
    answer(isUpNow),
  );
  app.get(
    '/readyz',
    { schema: { summary: '200 when it accepts new connections', response } },
    answer(async () => !isDraining() && (await isUpNow())),
  );
};
