import { boardPeriod, gameId, periodBoard, periodQuery, stats } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { entriesBehind } from '../admission/frames.ts';
import type { Auth } from '../auth/auth.ts';
import type { Clock } from '../clock.ts';
import { ALL_TIME } from '../daily/boards.ts';
import { dayOf, dayOfText, weekOf } from '../daily/days.ts';
import { statsOf } from '../daily/stats.ts';
import type { Live } from '../live/live.ts';
import { raceStatsOf } from '../people/race-stats.ts';
import { soloStatsOf } from '../play/own-games.ts';
import type { OwnGames } from '../play/own-games.ts';
import { ratingStatsOf } from '../rating/rating-stats.ts';
import type { People } from '../storage/people/people.ts';
import type { Ratings } from '../storage/race/ratings.ts';
import { signedIn } from './errors.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
  readonly clock: Clock;
  readonly people: Pick<People, 'settledRacesOf'>;
  readonly ratings: Ratings;
  readonly ownGames: OwnGames;
}

/** `/api/boards` and `/api/stats`: dailies over the days, and one's own races. */
export const boardRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { auth, live, clock, people, ratings, ownGames },
) => {
  const { dailies, boards, dailyViews } = live;

  app.get(
    '/api/boards/:game/:period',
    {
      schema: {
        summary:
          'the board of a week, or of all time: by dailies won, then by the sum of percentiles',
        params: z.object({ game: gameId, period: boardPeriod }),
        querystring: periodQuery,
        response: { 200: periodBoard },
      },
    },
    async (request) => {
      const me = await auth.personOf(request.headers);
      await dailies.settleDue();
      const { game, period } = request.params;
      const { week } = request.query;
      const day = week === undefined ? dayOf(clock.now()) : dayOfText(week);
      return boards.period(game, period === 'all' ? ALL_TIME : weekOf(day), me?.id ?? null);
    },
  );

  app.get(
    '/api/stats',
    {
      schema: {
        summary: 'my figures in dailies and races, and streaks, over all and by game',
        response: { 200: stats },
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      await dailies.settleDue();
      const today = dayOf(clock.now());
      const running = await dailyViews.runningTries(await dailies.findAll(today - 1), me.id);
      request.entriesReplayed = running.reduce((sum, figures) => sum + entriesBehind(figures), 0);
      const [tries, races, accuracy, changes, practice, wins, days] = await Promise.all([
        boards.endedTriesOf(me.id),
        people.settledRacesOf(me.id),
        live.analyses.averagesOf(me.id),
        ratings.changesOf(me.id),
        ownGames.practice(me.id),
        ownGames.wins(me.id),
        ownGames.days(me.id),
      ]);
      return {
        stats: statsOf(
          tries,
          today,
          running.map(({ game }) => game),
        ),
        races: raceStatsOf(races, new Set([me.id])),
        accuracy,
        ratings: ratingStatsOf(changes, clock.now()),
        solo: soloStatsOf(practice, wins),
        days: [...days],
      };
    },
  );
};
