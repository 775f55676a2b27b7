import {
  circleCode,
  circleCreate,
  circleDateAnswer,
  circleDateCreate,
  circleDoor,
  circleDuel,
  circleFound,
  circleHandOn,
  circleId,
  circleJoin,
  circleList,
  circleRace,
  circleRaceOpened,
  circleRename,
  circleSnapshot,
  circleTable,
  circleWeek,
  circleWishes,
  playerId,
  utcDay,
} from '@same-deal/protocol';
import { gameList, gameOf } from '@same-deal/engine';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { originOf } from '../admission/origin.ts';
import type { Auth } from '../auth/auth.ts';
import { calendarOf } from '../circle/ics.ts';
import type { Clock } from '../clock.ts';
import { dayOfText } from '../daily/days.ts';
import type { Live } from '../live/live.ts';
import { dataOf, isThere, refusal, signedIn } from './errors.ts';
import type { CountOf, Tries } from './limits.ts';

interface Options {
  readonly auth: Auth;
  readonly live: Live;
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
  /** Counts what reaches other people: new circles, races and appointments. */
  readonly countCircle: CountOf;
  readonly tries: Tries;
}

const nothing = { 200: z.object({}) };

/** `/api/circles`: mine, one as I may see it, its tables, and everything that changes it. */
export const circleRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, live, clock, publicUrl, countCircle, tries } = options;
  const { circles } = live;
  const params = z.object({ id: circleId });
  const me = async (request: Pick<FastifyRequest, 'headers'>) =>
    signedIn(await auth.personOf(request.headers));

  app.get(
    '/api/circles',
    { schema: { summary: 'my circles and invitations', response: { 200: circleList } } },
    async (request) => circles.listOf((await me(request)).id),
  );

  app.post(
    '/api/circles',
    {
      schema: {
        summary: 'make a circle, and invite people I have raced',
        body: circleCreate,
        response: { 200: circleFound },
      },
    },
    async (request) => {
      const person = await me(request);
      await countCircle(person.id);
      return dataOf(await circles.create(person, request.body));
    },
  );

  app.get(
    '/api/circles/codes/:code',
    {
      schema: {
        summary: 'what a circle’s link shows: its name, host and size',
        params: z.object({ code: circleCode }),
        response: { 200: circleDoor },
      },
    },
    async (request) => {
      const person = await auth.personOf(request.headers);
      const door = () => circles.door(request.params.code, person?.id ?? null);
      return dataOf(await tries(request, door, isThere));
    },
  );

  app.post(
    '/api/circles/join',
    {
      schema: {
        summary: 'join a circle by the code of its link',
        body: circleJoin,
        response: { 200: circleFound },
      },
    },
    async (request) => {
      const { id } = await me(request);
      return dataOf(await tries(request, () => circles.join(request.body.code, id), isThere));
    },
  );

  app.get(
    '/api/circles/:id',
    {
      schema: {
        summary: 'a circle as a member may see it',
        params,
        response: { 200: circleSnapshot },
      },
    },
    async (request) => dataOf(await circles.snapshot(request.params.id, (await me(request)).id)),
  );

  app.patch(
    '/api/circles/:id',
    {
      schema: { summary: 'rename it, as its host', params, body: circleRename, response: nothing },
    },
    async (request) => {
      const { id } = await me(request);
      return dataOf(await circles.rename(request.params.id, id, request.body.name));
    },
  );

  app.delete(
    '/api/circles/:id',
    { schema: { summary: 'close it, as its host', params, response: nothing } },
    async (request) => dataOf(await circles.close(request.params.id, (await me(request)).id)),
  );

  app.post(
    '/api/circles/:id/code',
    { schema: { summary: 'renew its link, as its host', params, response: nothing } },
    async (request) => dataOf(await circles.renew(request.params.id, (await me(request)).id)),
  );

  app.post(
    '/api/circles/:id/host',
    {
      schema: {
        summary: 'hand it on to another member, as its host',
        params,
        body: circleHandOn,
        response: nothing,
      },
    },
    async (request) => {
      const { id } = await me(request);
      return dataOf(await circles.handOn(request.params.id, id, request.body.personId));
    },
  );

  // What I was asked: to come, or not.
  app.post(
    '/api/circles/:id/invitation',
    { schema: { summary: 'accept an invitation', params, response: { 200: circleFound } } },
    async (request) => dataOf(await circles.accept(request.params.id, (await me(request)).id)),
  );
  app.delete(
    '/api/circles/:id/invitation',
    { schema: { summary: 'decline an invitation', params, response: nothing } },
    async (request) => dataOf(await circles.decline(request.params.id, (await me(request)).id)),
  );

  app.patch(
    '/api/circles/:id/me',
    {
      schema: {
        summary: 'what others see of me there',
        params,
        body: circleWishes,
        response: nothing,
      },
    },
    async (request) => {
      const { id } = await me(request);
      return dataOf(await circles.wish(request.params.id, id, request.body));
    },
  );
  app.delete(
    '/api/circles/:id/me',
    { schema: { summary: 'leave it', params, response: nothing } },
    async (request) => dataOf(await circles.leave(request.params.id, (await me(request)).id)),
  );

  const ofMember = params.extend({ personId: playerId });
  app.delete(
    '/api/circles/:id/members/:personId',
    { schema: { summary: 'remove a member, as its host', params: ofMember, response: nothing } },
    async (request) => {
      const { id, personId } = request.params;
      return dataOf(await circles.remove(id, (await me(request)).id, personId));
    },
  );

  app.get(
    '/api/circles/:id/weeks',
    { schema: { summary: 'its table of all weeks', params, response: { 200: circleTable } } },
    async (request) => dataOf(await circles.all(request.params.id, (await me(request)).id)),
  );
  app.get(
    '/api/circles/:id/weeks/:day',
    {
      schema: {
        summary: 'its table of the week in which a day lies',
        params: params.extend({ day: utcDay }),
        response: { 200: circleWeek },
      },
    },
    async (request) => {
      const { id, day } = request.params;
      return dataOf(await circles.week(id, (await me(request)).id, dayOfText(day)));
    },
  );
  app.get(
    '/api/circles/:id/people/:first/:second',
    {
      schema: {
        summary: 'two of its members against one another',
        params: params.extend({ first: playerId, second: playerId }),
        response: { 200: circleDuel },
      },
    },
    async (request) => {
      const { id, first, second } = request.params;
      return dataOf(await circles.duel(id, (await me(request)).id, first, second));
    },
  );

  app.post(
    '/api/circles/:id/race',
    {
      schema: {
        summary: 'open a race, and invite every member who is here',
        params,
        body: circleRace,
        response: { 200: circleRaceOpened },
      },
    },
    async (request) => {
      const person = await me(request);
      await countCircle(person.id);
      return dataOf(await circles.race(request.params.id, person, request.body));
    },
  );

  app.post(
    '/api/circles/:id/dates',
    { schema: { summary: 'arrange a race', params, body: circleDateCreate, response: nothing } },
    async (request) => {
      const { id } = await me(request);
      await countCircle(id);
      return dataOf(await circles.arrange(request.params.id, id, request.body));
    },
  );

  const ofDate = params.extend({ dateId: z.uuid().toLowerCase() });
  app.delete(
    '/api/circles/:id/dates/:dateId',
    { schema: { summary: 'cancel an arranged race', params: ofDate, response: nothing } },
    async (request) => {
      const { id, dateId } = request.params;
      return dataOf(await circles.cancel(id, dateId, (await me(request)).id));
    },
  );
  app.put(
    '/api/circles/:id/dates/:dateId/me',
    {
      schema: {
        summary: 'whether I come to an arranged race',
        params: ofDate,
        body: circleDateAnswer,
        response: nothing,
      },
    },
    async (request) => {
      const { id, dateId } = request.params;
      const person = await me(request);
      return dataOf(await circles.answer(id, dateId, person.id, request.body.comes));
    },
  );
  app.post(
    '/api/circles/:id/dates/:dateId/race',
    {
      schema: {
        summary: 'the lobby of an arranged race, from ten minutes before its time on',
        params: ofDate,
        response: { 200: circleRaceOpened },
      },
    },
    async (request) => {
      const { id, dateId } = request.params;
      return dataOf(await circles.openDate(id, dateId, await me(request)));
    },
  );

  app.get(
    '/api/circles/:id/dates/:dateId/date.ics',
    { schema: { summary: 'an arranged race for a calendar', params: ofDate } },
    async (request, reply) => {
      const { id, dateId } = request.params;
      const date = await circles.dateFor(id, dateId, (await me(request)).id);
      if (!date) throw refusal('not-found', { detail: 'date' });
      const origin = publicUrl ?? originOf(request);
      if (origin === null) throw refusal('bad-request', { detail: 'host' });
      const game = gameList.find((one) => one.id === gameOf(date.variant));
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="same-deal.ics"')
        .send(
          calendarOf({
            uid: `${dateId}@same-deal`,
            title: `${date.name}: ${game?.title ?? 'Same Deal'}`,
            url: new URL(`/circle/${id}`, origin).href,
            at: date.at,
            minutes: game?.capMinutes ?? 30,
            now: clock.now(),
          }),
        );
    },
  );
};
