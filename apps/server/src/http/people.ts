import { blocked, headToHead, playerId, rivalList } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Clock } from '../clock.ts';
import type { Live } from '../live/live.ts';
import { meetingsOf, rivalsOf, tallyOf } from '../people/head-to-head.ts';
import { refusal, signedIn } from './errors.ts';
import type { People } from '../storage/people/people.ts';

interface Options {
  readonly auth: Auth;
  readonly people: People;
  readonly live: Pick<Live, 'circles'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Races shown of one person, newest first; all of them count. */
const SHOWN = 20;
const NEVER_RACED = { wins: 0, losses: 0, ties: 0, lastRacedAt: null, lastVariant: null } as const;

/** `/api/people`: whom I have raced, how that went, and whom I have blocked. */
export const peopleRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, people, live, clock } = options;
  const params = z.object({ personId: playerId });

  app.get(
    '/api/people',
    { schema: { summary: 'people I raced', response: { 200: rivalList } } },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const [races, blocks] = await Promise.all([
        people.settledRacesOf(me.id),
        people.blockedBy(me.id),
      ]);
      const blockedIds = new Set(blocks.map(({ id }) => id));
      const rivals = rivalsOf(races, new Set([me.id]));
      const racedIds = new Set(rivals.map(({ id }) => id));
      return {
        people: [
          ...rivals.map((rival) => ({ ...rival, isBlocked: blockedIds.has(rival.id) })),
          ...blocks
            .filter(({ id }) => !racedIds.has(id))
            .map((one) => ({ ...one, isBlocked: true, ...NEVER_RACED })),
        ],
      };
    },
  );

  app.get(
    '/api/people/:personId',
    {
      schema: {
        summary: 'wins, losses, ties and the last races with one of them, or of my circles',
        params,
        response: { 200: headToHead },
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const { personId } = request.params;
      const [races, isInCircle, isBlocked, name] = await Promise.all([
        people.settledRacesOf(me.id, personId),
        people.shareCircle(me.id, personId),
        people.isBlocked(me.id, personId),
        people.shownNameOf(personId),
      ]);
      const meetings = meetingsOf(races, new Set([me.id]), new Set([personId]));
      // Nothing is revealed about strangers, not even that they exist.
      if (
        name === null ||
        personId === me.id ||
        (meetings.length === 0 && !isInCircle && !isBlocked)
      ) {
        throw refusal('not-found', { detail: 'personId' });
      }
      return {
        id: personId,
        name,
        isBlocked,
        ...tallyOf(meetings),
        lastRacedAt: meetings[0]?.settledAt ?? null,
        lastVariant: meetings[0]?.variant ?? null,
        races: meetings.slice(0, SHOWN),
      };
    },
  );

  app.post(
    '/api/people/:personId/report',
    {
      schema: {
        summary: 'report a name to the moderators',
        params,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const { personId } = request.params;
      const name = personId === me.id ? null : await people.nameOf(personId);
      if (name === null) throw refusal('not-found', { detail: 'personId' });
      if (!(await people.reportName(me.id, personId, name))) throw refusal('too-many-kept');
      return {};
    },
  );

  for (const [method, isBlocked, summary] of [
    ['PUT', true, 'block somebody'],
    ['DELETE', false, 'unblock somebody'],
  ] as const) {
    app.route({
      method,
      url: '/api/people/:personId/block',
      schema: { summary, params, response: { 200: blocked } },
      handler: async (request) => {
        const me = signedIn(await auth.personOf(request.headers));
        // A page may show them as the guest that they were.
        const personId = await people.ownerOf(request.params.personId);
        if (personId === null || personId === me.id) {
          throw refusal('not-found', { detail: 'personId' });
        }
        if (!isBlocked) await people.unblock(me.id, personId);
        else {
          const parted = await people.block(me.id, personId, clock.now());
          if (parted === 'too-many') throw refusal('too-many-kept');
          for (const one of parted) live.circles.parted(one.id, one.personId);
        }
        return { isBlocked };
      },
    });
  }
};
