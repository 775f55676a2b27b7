import {
  duplicateCode,
  duplicateDealNumber,
  duplicateList,
  duplicateSnapshot,
  openedDeal,
} from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Live } from '../live/live.ts';
import { refusal, signedIn } from './errors.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
}

/** `/api/duplicates`: mine, one as I may see it, and its deals once it is closed (P1). */
export const duplicateRoutes: FastifyPluginAsyncZod<Options> = async (app, { auth, live }) => {
  const { duplicates } = live;

  app.get(
    '/api/duplicates',
    {
      schema: {
        summary: 'my duplicates, open ones and those of the last week',
        response: { 200: duplicateList },
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      return duplicates.listOf(me.id);
    },
  );

  app.get(
    '/api/duplicates/:code',
    {
      schema: {
        summary:
          'one as I may see it: a deal’s results once I have played it, replays once it is closed',
        params: z.object({ code: duplicateCode }),
        response: { 200: duplicateSnapshot },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      const shown = await duplicates.snapshot(request.params.code, me?.id ?? null);
      if (!shown.ok) throw refusal(shown.error.code, shown.error);
      return shown.data;
    },
  );

  const ofDeal = z.object({
    code: duplicateCode,
    deal: z.coerce.number().pipe(duplicateDealNumber),
  });
  app.get(
    '/api/duplicates/:code/deals/:deal',
    {
      schema: {
        summary: 'what it takes to check a deal of a closed duplicate',
        params: ofDeal,
        response: { 200: openedDeal },
      },
    },
    async (request) => {
      const opened = await duplicates.openedDeal(request.params);
      if (!opened.ok) throw refusal(opened.error.code, opened.error);
      return opened.data;
    },
  );
};
