import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { originOf } from '../admission/origin.ts';
import { setCookies } from '../auth/auth.ts';
import type { Auth } from '../auth/auth.ts';
import { refusal } from './errors.ts';

/** `/api/auth/*`: what the sign-in library answers by itself. */
export const authRoutes: FastifyPluginAsyncZod<{ auth: Auth }> = async (app, { auth }) => {
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    schema: { summary: 'the sign-in library’s own routes, as far as they are enabled' },
    handler: async (request, reply) => {
      const origin = originOf(request);
      const url = `${origin}${request.url}`;
      if (origin === null || !URL.canParse(url)) throw refusal('bad-request', { detail: 'host' });
      const answer = await auth.handle(url, request);
      if (!answer) throw refusal('not-found');
      if (answer.status >= 500) throw new Error('The sign-in library failed.');
      if (answer.status >= 400)
        throw refusal(answer.status === 401 ? 'not-signed-in' : 'bad-request');
      reply.code(answer.status).type('application/json; charset=utf-8');
      setCookies(reply, answer.headers.getSetCookie());
      return reply.serializer(String).send(await answer.text());
    },
  });
};
