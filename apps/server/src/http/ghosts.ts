import { dailyKey, ghostField, raceCode } from '@same-deal/protocol';
import type { GhostSource } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Live } from '../live/live.ts';
import { refusal } from './errors.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
}

/** `…/ghosts`: whose recordings of a settled race, or of a closed daily, one may race, and who has done so later. */
export const ghostRoutes: FastifyPluginAsyncZod<Options> = async (app, { auth, live }) => {
  async function fieldOf(of: GhostSource, headers: Parameters<Auth['personOf']>[0]) {
    const me = await auth.personOf(headers);
    const field = await live.ghosts.field(of, me?.id ?? null);
    if (!field.ok) throw refusal(field.error.code, field.error);
    return field.data;
  }

  app.get(
    '/api/races/:code/ghosts',
    {
      schema: {
        summary: 'the recordings to race, whether I have seen the deal, and later results',
        params: z.object({ code: raceCode }),
        response: { 200: ghostField },
      },
    },
    ({ params, headers }) => fieldOf({ race: params.code }, headers),
  );

  app.get(
    '/api/dailies/:day/:game/ghosts',
    {
      schema: {
        summary: 'a closed daily’s recordings to race',
        params: dailyKey,
        response: { 200: ghostField },
      },
    },
    ({ params, headers }) => fieldOf({ daily: params }, headers),
  );
};
