import {
  offlinePlay,
  offlinePlayEntered,
  playId,
  playList,
  playListQuery,
  playSnapshot,
} from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Clock } from '../clock.ts';
import type { Live } from '../live/live.ts';
import { figuresAt } from '../play/play-record.ts';
import { offlinePractice } from '../play/offline.ts';
import { written } from '../play/written.ts';
import { refusal, signedIn } from './errors.ts';
import { sendWritten } from './send-written.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
  readonly clock: Clock;
  /** Counts a play that somebody enters. */
  readonly countOffline: (personId: string) => Promise<void>;
}

const LISTED = 50;
/** A full log, each entry as `[65535,2147483647],`. */
const OFFLINE_LIMIT_BYTES = 128 * 1024;

/** `/api/plays`: my plays, and any play one may see. */
export const playRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, live, clock, countOffline } = options;

  app.get(
    '/api/plays',
    {
      schema: {
        summary: 'my plays, newest first, in pages',
        querystring: playListQuery,
        response: { 200: playList },
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const { state } = request.query;
      const page = await live.playStore.listOf(me.id, request.query, LISTED);
      // Figures are stored when a play ends; those that still run are read from their logs.
      const running = page.plays.filter(({ isRunning }) => isRunning).map((play) => play.playId);
      const records = await live.findSettled(running);
      request.entriesReplayed = records.reduce((sum, { play }) => sum + play.entries, 0);
      const figures = new Map(
        records.map((record) => [record.header.id, figuresAt(record, clock.now())]),
      );
      const plays = page.plays.map(({ isRunning: _, ...play }) => {
        const { cardsHome, moves, ending } = figures.get(play.playId) ?? play;
        return { ...play, cardsHome, moves, ending };
      });
      // Some may have been over without anybody having noticed.
      const isAsked = (ending: string | null) => state !== 'in-progress' || ending === null;
      return { next: page.next, plays: plays.filter(({ ending }) => isAsked(ending)) };
    },
  );

  app.post(
    '/api/plays/offline',
    {
      schema: {
        summary: 'submit practice that was played offline; idempotent',
        body: offlinePlay,
        response: { 200: offlinePlayEntered },
      },
      bodyLimit: OFFLINE_LIMIT_BYTES,
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      await countOffline(me.id);
      // Also where it is refused at its last entry.
      request.entriesReplayed = request.body.entries.length;
      const played = await offlinePractice(request.body, me.id, clock.now());
      if (!played.ok) throw refusal(played.error.code, played.error);
      const entered = await live.playStore.enterPractice(played.value);
      if (entered === 'too-many') throw refusal('too-many-plays');
      if (entered === 'taken') throw refusal('forbidden', { detail: 'playId' });
      return { playId: request.body.playId };
    },
  );

  app.get(
    '/api/plays/:playId',
    {
      schema: {
        summary: 'one’s own play, or an ended one whose deal is not live',
        params: z.object({ playId }),
        response: { 200: playSnapshot },
      },
    },
    async (request, reply) => {
      const me = await auth.personOf(request.headers);
      let replayed = 0;
      const table = await live.tableOf(request.params.playId, me?.id ?? null, (entries) => {
        replayed = entries;
      });
      if (!table.ok) {
        // One that is shown counts by its length.
        request.entriesReplayed = replayed;
        throw refusal(table.error.code, table.error);
      }
      const { isYours, playId } = table.data;
      if (!isYours) await live.ghosts.noteSeen(me?.id, { playId });
      return sendWritten(reply, await written(table.data));
    },
  );
};
