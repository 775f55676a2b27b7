import { playAnalysis, playId } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { addressKey } from '../admission/address.ts';
import type { Auth } from '../auth/auth.ts';
import type { Live } from '../live/live.ts';
import { refusal } from './errors.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
}

/** `/api/plays/:playId/analysis`: where a play of an opened deal, or of one's own practice, was lost. */
export const analysisRoutes: FastifyPluginAsyncZod<Options> = async (app, { auth, live }) => {
  app.get(
    '/api/plays/:playId/analysis',
    {
      schema: {
        summary: 'where a play of an opened deal, or of one’s own practice, was lost',
        params: z.object({ playId }),
        response: { 200: playAnalysis },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      const { playId } = request.params;
      const [record] = await live.findSettled([playId]);
      if (!record) throw refusal('not-found', { detail: 'playId' });
      request.entriesReplayed = record.play.entries;
      const closed = await live.refusalToOpen(record, me?.id ?? null);
      if (closed) throw refusal(closed.code, closed);
      if (record.header.ownerId !== me?.id) await live.ghosts.noteSeen(me?.id, { playId });
      const answer = await live.analyses.analyse(record, me?.id ?? addressKey(request.ip));
      if (!answer.ok) throw refusal(answer.error.code, answer.error);
      return answer.data;
    },
  );
};
