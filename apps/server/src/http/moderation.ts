import { moderate, moderationLog } from '@same-deal/protocol';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { refusal, signedIn } from './errors.ts';
import type { ModerationRepository } from '../storage/people/moderation.ts';

interface Options {
  readonly auth: Auth;
  readonly moderation: ModerationRepository;
  /** Told whose name may have been hidden, or is shown again. */
  readonly onNameChanged: (person: { readonly id: string }) => void;
}

/** `/api/moderation`: voiding a result, hiding a name, banning a person, and taking it back. */
export const moderationRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { auth, moderation, onNameChanged },
) => {
  async function moderator(request: FastifyRequest): Promise<string> {
    const me = signedIn(await auth.personOf(request.headers));
    if (!(await moderation.isModerator(me.id))) throw refusal('not-a-moderator');
    return me.id;
  }

  app.get(
    '/api/moderation',
    {
      schema: {
        summary: 'what moderators did, and names that were reported; for moderators',
        response: { 200: moderationLog },
      },
    },
    async (request) => {
      await moderator(request);
      const [entries, reports] = await Promise.all([moderation.log(), moderation.reports()]);
      return { entries, reports };
    },
  );

  app.post(
    '/api/moderation',
    {
      schema: {
        summary: 'do what moderators can do',
        body: moderate,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      const by = await moderator(request);
      if (!(await moderation.act(by, request.body))) throw refusal('not-found');
      if ('playerId' in request.body) onNameChanged({ id: request.body.playerId });
      return {};
    },
  );
};
