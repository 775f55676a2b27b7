import { Readable } from 'node:stream';
import type { GameId } from '@same-deal/engine';
import { accountPreferences, meDelete, mySettings } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { textOfDay } from '../daily/days.ts';
import { setCookies } from '../auth/auth.ts';
import type { Auth } from '../auth/auth.ts';
import type { Live } from '../live/live.ts';
import { deviceNameOf } from '../people/device-name.ts';
import { refusal, signedIn } from './errors.ts';
import { mustBeFresh } from './fresh.ts';
import type { Count } from './limits.ts';
import type { Accounts } from '../storage/auth/accounts.ts';
import type { Departures } from '../storage/people/departures.ts';
import type { Nudges } from '../storage/nudge/nudges.ts';
import type { People } from '../storage/people/people.ts';
import type { Ratings } from '../storage/race/ratings.ts';
import type { Sessions } from '../storage/auth/sessions.ts';

interface Options {
  readonly auth: Auth;
  readonly accounts: Accounts;
  readonly people: People;
  readonly sessions: Sessions;
  readonly departures: Departures;
  readonly live: Live;
  readonly ratings: Ratings;
  readonly nudges: Pick<Nudges, 'settingsOf' | 'storedOf'>;
  readonly countExport: Count;
}

/** Under `/api/me`: what is kept about me, all of it as a file, and being forgotten. */
export const myDataRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, accounts, people, sessions, departures, live, ratings, nudges, countExport } =
    options;
  const settings = { response: { 200: mySettings } };

  app.get(
    '/api/me/settings',
    { schema: { summary: 'whether I am kept off all boards', ...settings } },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const found = signedIn(await people.detailsOf(me.id));
      return { offBoards: found.offBoards };
    },
  );

  app.patch(
    '/api/me/settings',
    {
      schema: { summary: 'keep me off all boards, or not any more', body: mySettings, ...settings },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      await people.setOffBoards(me.id, request.body.offBoards);
      return request.body;
    },
  );

  const preferences = { response: { 200: accountPreferences } };

  app.get(
    '/api/me/preferences',
    { schema: { summary: 'how I like my table, on every device of mine', ...preferences } },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      return people.preferencesOf(me.id);
    },
  );

  app.put(
    '/api/me/preferences',
    { schema: { summary: 'set how I like my table', body: accountPreferences, ...preferences } },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      await people.setPreferences(me.id, request.body);
      return request.body;
    },
  );

  app.get(
    '/api/me/export',
    { schema: { summary: 'all my data as a file' } },
    async (request, reply) => {
      const here = signedIn(await auth.deviceOf(request.headers));
      const found = signedIn(await people.detailsOf(here.person.id));
      await countExport(request);
      const { person, sessionId } = here;
      const [
        account,
        devices,
        blocked,
        preferences,
        reported,
        changes,
        seats,
        seen,
        circles,
        invitations,
        arranged,
        wanted,
        nudged,
      ] = await Promise.all([
        accounts.waysOf(person.id),
        sessions.listOf(person.id),
        people.blockedBy(person.id),
        people.preferencesOf(person.id),
        people.reportedBy(person.id),
        ratings.changesOf(person.id),
        live.seatsOf(person.id),
        live.ghostStore.seenBy(person.id),
        live.circles.ownOf(person.id),
        live.circles.openInvitationsOf(person.id),
        live.circles.arrangedBy(person.id),
        nudges.settingsOf(person.id),
        nudges.storedOf(person.id),
      ]);
      const { offBoards, createdAt } = found;
      const pieces = live.exportOf(
        {
          person: { ...person, account, since: createdAt.toISOString() },
          settings: { offBoards },
          preferences,
          devices: devices.map(({ id, userAgent, ...times }) => ({
            id,
            ...deviceNameOf(userAgent),
            userAgent,
            isThis: id === sessionId,
            signedInAt: times.createdAt.toISOString(),
            lastUsedAt: times.lastUsedAt.toISOString(),
          })),
          blocked,
          duplicates: seats.map(({ code, joinedAt, openedByMe }) => ({
            code,
            joinedAt: joinedAt.toISOString(),
            openedByMe,
          })),
          circles: circles.map(
            ({ joinedAt, leftAt, removedAt, formerStays, dates, ...circle }) => ({
              ...circle,
              joinedAt: joinedAt.toISOString(),
              leftAt: leftAt?.toISOString() ?? null,
              removedAt: removedAt?.toISOString() ?? null,
              formerStays: formerStays.map(([first, before]) => ({
                from: textOfDay(first),
                before: textOfDay(before),
              })),
              dates: dates.map(({ at, comes }) => ({ at: at.toISOString(), comes })),
            }),
          ),
          invitations: {
            received: invitations
              .filter(({ isMine }) => !isMine)
              .map(({ circle, name, otherId, at }) => ({
                circle,
                name,
                fromId: otherId,
                at: at.toISOString(),
              })),
            sent: invitations
              .filter(({ isMine }) => isMine)
              .map(({ circle, name, otherId, at }) => ({
                circle,
                name,
                toId: otherId,
                at: at.toISOString(),
              })),
          },
          arranged: arranged.map(({ at, ...race }) => ({ ...race, at: at.toISOString() })),
          reported: reported.map(({ name, at }) => ({ name, at: at.toISOString() })),
          ratings: changes.map(({ game, code, at, mu, sigma }) => ({
            game: game as GameId,
            race: code,
            at: at.toISOString(),
            mu,
            sigma,
          })),
          nudges: {
            ...wanted,
            devices: wanted.devices.map(({ endpoint, createdAt }) => ({
              endpoint,
              since: createdAt.toISOString(),
            })),
            stored: nudged.map(({ createdAt, ...one }) => ({
              ...one,
              at: createdAt.toISOString(),
            })),
          },
          seenDeals: seen.map(({ at, ...deal }) => ({ ...deal, at: at.toISOString() })),
        },
        live.playStore.idsOf(person.id),
      );
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="same-deal.json"')
        .send(Readable.from(pieces));
    },
  );

  app.delete(
    '/api/me',
    { schema: { summary: 'delete all my data', body: meDelete, response: { 200: z.object({}) } } },
    async (request, reply) => {
      const here = signedIn(await auth.deviceOf(request.headers));
      mustBeFresh(here);
      const me = here.person;
      for (const code of await departures.unsettledRacesOf(me.id)) {
        const stored = await live.races.find(code);
        // Before anything is locked: entries of that race, which lock its plays, wait for nobody who asks again and again.
        if (stored?.race.settledAt === null) throw refusal('race-running', { detail: code });
      }
      const departure = await departures.leaveForGood(me.id);
      if (departure.kind === 'unknown') throw refusal('not-signed-in');
      if (departure.kind === 'race-running') {
        throw refusal('race-running', { detail: departure.code });
      }
      live.closeSessions(departure.sessionIds);
      live.gone(me);
      await Promise.all(departure.raceCodes.map(live.races.changedInStorage));
      return setCookies(reply, await auth.signOut(request.headers)).send({});
    },
  );
};
