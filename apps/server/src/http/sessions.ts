import { playerId, sessionList, sessionsEnded } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { deviceNameOf } from '../people/device-name.ts';
import { refusal, signedIn } from './errors.ts';
import type { Sessions } from '../storage/auth/sessions.ts';

interface Options {
  readonly auth: Auth;
  readonly sessions: Sessions;
  /** Told which sessions have been ended. */
  readonly onEnded: (sessionIds: readonly string[]) => void;
}

/** `/api/me/sessions`: the devices one is signed in on. */
export const sessionRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, sessions, onEnded } = options;

  app.get(
    '/api/me/sessions',
    { schema: { summary: 'my devices', response: { 200: sessionList } } },
    async (request) => {
      const here = signedIn(await auth.deviceOf(request.headers));
      const listed = await sessions.listOf(here.person.id);
      return {
        sessions: listed.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
          id,
          ...deviceNameOf(userAgent),
          isThis: id === here.sessionId,
          signedInAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      };
    },
  );

  const response = { 200: sessionsEnded };

  app.delete(
    '/api/me/sessions/:sessionId',
    {
      schema: {
        summary: 'sign that device of mine out',
        params: z.object({ sessionId: playerId }),
        response,
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const { sessionId } = request.params;
      if (!(await sessions.end(me.id, sessionId)))
        throw refusal('not-found', { detail: 'session' });
      onEnded([sessionId]);
      return { ended: 1 };
    },
  );

  app.delete(
    '/api/me/sessions',
    { schema: { summary: 'sign all my other devices out', response } },
    async (request) => {
      const here = signedIn(await auth.deviceOf(request.headers));
      const ended = await sessions.endOthers(here.person.id, here.sessionId);
      onEnded(ended);
      return { ended: ended.length };
    },
  );
};
