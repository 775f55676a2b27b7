import {
  archiveQuery,
  boardName,
  boardQuery,
  daily,
  dailyArchive,
  dailyBoard,
  dailyKey,
  dailyList,
  dailyTimes,
  openedDeal,
} from '@same-deal/protocol';
import type { DailyKey } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { entriesOfTries } from '../admission/frames.ts';
import type { Auth } from '../auth/auth.ts';
import type { Clock } from '../clock.ts';
import type { StoredDaily } from '../daily/dailies.ts';
import { dayOf, dayOfText, lastClosedDay, textOfDay } from '../daily/days.ts';
import { streakOf } from '../daily/streak.ts';
import type { Live } from '../live/live.ts';
import { dataOf, refusal, signedIn } from './errors.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
  readonly clock: Clock;
}

/** `/api/dailies`: the dailies of today and tomorrow, their boards, and what is open of the closed ones. */
export const dailyRoutes: FastifyPluginAsyncZod<Options> = async (app, { auth, live, clock }) => {
  const { dailies, boards, dailyViews, circles } = live;

  /** The daily, with everything settled that is due. */
  async function found({ day, game }: DailyKey): Promise<StoredDaily> {
    await dailies.settleDue();
    const one = await dailies.find({ day: dayOfText(day), game });
    if (!one) throw refusal('not-found', { detail: 'day' });
    return one;
  }

  app.get(
    '/api/dailies',
    {
      schema: {
        summary: 'today’s and tomorrow’s dailies, my tries and streak',
        response: { 200: dailyList },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      await dailies.settleDue();
      const today = dayOf(clock.now());
      const all = async (day: number) =>
        Promise.all(
          (await dailies.findAll(day)).map((one) => dailyViews.viewOf(one, me?.id ?? null)),
        );
      const [now, tomorrow, yesterday] = await Promise.all([
        all(today),
        all(today + 1),
        all(today - 1),
      ]);
      request.entriesReplayed = entriesOfTries([...now, ...tomorrow, ...yesterday]);
      // Whoever plays on after midnight has not missed the day.
      const running = yesterday.some(({ mine }) => mine?.ending === null) ? [today - 1] : [];
      return {
        day: textOfDay(today),
        today: now,
        tomorrow,
        yesterday: yesterday.filter(({ phase }) => phase === 'closing'),
        streak: me && streakOf([...(await boards.daysPlayedBy(me.id)), ...running], today),
      };
    },
  );

  app.get(
    '/api/dailies/archive',
    {
      schema: {
        summary: 'closed days, newest first, in pages',
        querystring: archiveQuery,
        response: { 200: dailyArchive },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      await dailies.settleDue();
      const { before } = request.query;
      const last = lastClosedDay(clock.now());
      const day = before === undefined ? last : Math.min(last, dayOfText(before) - 1);
      return boards.archive(day, me?.id ?? null);
    },
  );

  app.get(
    '/api/dailies/:day/:game',
    {
      schema: {
        summary: 'one daily and my try; once it is closed, its par',
        params: dailyKey,
        response: { 200: daily },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      const view = await dailyViews.viewOf(await found(request.params), me?.id ?? null);
      request.entriesReplayed = entriesOfTries([view]);
      return view;
    },
  );

  app.get(
    '/api/dailies/:day/:game/boards/:board',
    {
      schema: {
        summary:
          'the first hundred, my place, those around me, people I raced; with `?circle=`, its people',
        params: dailyKey.extend({ board: boardName }),
        querystring: boardQuery,
        response: { 200: dailyBoard },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      const one = await found(request.params);
      const { circle } = request.query;
      if (circle !== undefined)
        return dataOf(await circles.board(circle, signedIn(me).id, one, request.params.board));
      return boards.read(one, request.params.board, me?.id ?? null);
    },
  );

  app.get(
    '/api/dailies/:day/:game/times',
    {
      schema: {
        summary: 'distribution of winning times',
        params: dailyKey,
        response: { 200: dailyTimes },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      return boards.times(await found(request.params), me?.id ?? null);
    },
  );

  app.get(
    '/api/dailies/:day/:game/deal',
    {
      schema: {
        summary: 'salt, pack order and commitment of a closed daily',
        params: dailyKey,
        response: { 200: openedDeal },
      },
    },
    async (request) => {
      const opened = await dailies.openedDeal(request.params);
      if (!opened.ok) throw refusal(opened.error.code, opened.error);
      const me = await auth.personOf(request.headers);
      await live.ghosts.noteSeen(me?.id, { daily: request.params });
      return opened.data;
    },
  );
};
