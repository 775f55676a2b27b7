import { listedRaces, openedDeal, raceCode, raceCourses, raceSnapshot } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { entriesOfRace } from '../admission/frames.ts';
import type { Auth } from '../auth/auth.ts';
import type { Clock } from '../clock.ts';
import { toHex } from '../deal/commitment.ts';
import { isLive } from '../deal/is-live.ts';
import type { Live } from '../live/live.ts';
import { listRaces } from '../race/listed.ts';
import { refusal } from './errors.ts';
import { sendWritten } from './send-written.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
  readonly clock: Clock;
}

/**
 * `/api/races`: what anyone may watch; and what it takes to check a settled race (P1, P9): its
 * result, its deal; and its plays at `/api/plays`.
 */
export const raceRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, live, clock } = options;

  app.get(
    '/api/races',
    {
      schema: {
        summary: 'the races that their hosts have opened to everyone, to watch, at most 20',
        response: { 200: listedRaces },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      const now = clock.now();
      return listRaces(await live.raceStore.listed(me?.id ?? null, now), now);
    },
  );

  app.get(
    '/api/races/:code',
    {
      schema: {
        summary: 'a settled race as its players see it',
        params: z.object({ code: raceCode }),
        response: { 200: raceSnapshot },
      },
    },
    async (request) => {
      const { code } = request.params;
      const stored = await live.races.find(code);
      if (!stored) throw refusal('not-found', { detail: 'code' });
      if (stored.race.settledAt === null) throw refusal('race-not-settled');
      const shown = await live.races.snapshot(code);
      if (!shown.ok) throw refusal(shown.error.code, shown.error);
      request.entriesReplayed = entriesOfRace(shown.data);
      return shown.data;
    },
  );

  app.get(
    '/api/races/:code/courses',
    {
      schema: {
        summary: 'how many cards everybody had home and when, in counts alone',
        params: z.object({ code: raceCode }),
        response: { 200: raceCourses },
      },
    },
    async (request, reply) => {
      const courses = await live.coursesOf(request.params.code);
      if (!courses.ok) throw refusal(courses.error.code, courses.error);
      return sendWritten(reply, courses.data);
    },
  );

  app.get(
    '/api/races/:code/deal',
    {
      schema: {
        summary: 'salt, pack order and commitment of a settled race',
        params: z.object({ code: raceCode }),
        response: { 200: openedDeal },
      },
    },
    async (request) => {
      const { code } = request.params;
      // Finding it settles it if that is due.
      if (!(await live.races.find(code))) throw refusal('not-found', { detail: 'code' });
      const deal = await live.raceStore.dealOf(code);
      if (!deal || isLive(deal.use, clock.now())) throw refusal('race-not-settled');
      const me = await auth.personOf(request.headers);
      await live.ghosts.noteSeen(me?.id, { race: code });
      const { variant, pack, salt, commitment } = deal;
      return { variant, pack: [...pack], salt: toHex(salt), commitment: toHex(commitment) };
    },
  );
};
