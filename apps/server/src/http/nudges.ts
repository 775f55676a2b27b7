import {
  nudgeSettings,
  nudgeWishes,
  playerId,
  pushSubscription,
  seenNudge,
  waitingNudges,
} from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Clock } from '../clock.ts';
import { isZone } from '../nudge/local-time.ts';
import type { Push } from '../nudge/push.ts';
import { deviceNameOf } from '../people/device-name.ts';
import type { Nudges } from '../storage/nudge/nudges.ts';
import type { People } from '../storage/people/people.ts';
import { refusal, signedIn } from './errors.ts';

interface Options {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly nudges: Nudges;
  readonly people: Pick<People, 'haveMet'>;
  readonly push: Pick<Push, 'publicKey' | 'mayBeAt'>;
}

/** `/api/nudges`: which ones one wants, on which devices, and what has not been seen. */
export const nudgeRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, clock, nudges, people, push } = options;
  const answer = { response: { 200: nudgeSettings } };

  async function settingsOf(personId: string, sessionId: string) {
    const { devices, ...settings } = await nudges.settingsOf(personId);
    return {
      key: push.publicKey,
      ...settings,
      devices: devices.map((device) => ({
        id: device.id,
        ...deviceNameOf(device.userAgent),
        isThis: device.sessionId === sessionId,
      })),
    };
  }

  app.get(
    '/api/nudges',
    {
      schema: {
        summary: 'which nudges I want, when it is quiet, and the devices that take them',
        ...answer,
      },
    },
    async (request) => {
      const { person, sessionId } = signedIn(await auth.deviceOf(request.headers));
      return settingsOf(person.id, sessionId);
    },
  );

  app.patch(
    '/api/nudges',
    {
      schema: {
        summary: 'set which nudges I want, and when it is quiet',
        body: nudgeWishes,
        ...answer,
      },
    },
    async (request) => {
      const { person, sessionId } = signedIn(await auth.deviceOf(request.headers));
      const { zone, ...wishes } = request.body;
      // What a browser calls its zone nobody can change: an unknown one leaves the one before.
      const known = zone !== undefined && isZone(zone) ? { zone } : {};
      await nudges.change(person.id, { ...wishes, ...known }, clock.now());
      return settingsOf(person.id, sessionId);
    },
  );

  const rival = { params: z.object({ personId: playerId }), ...answer };

  app.put(
    '/api/nudges/rivals/:personId',
    {
      schema: {
        summary: 'be nudged when somebody I raced, or share a circle with, has played a daily',
        ...rival,
      },
    },
    async (request) => {
      const { person, sessionId } = signedIn(await auth.deviceOf(request.headers));
      const { personId } = request.params;
      // Nothing is revealed about strangers. Nobody is told that they are blocked: they are just not nudged.
      if (!(await people.haveMet(person.id, personId))) {
        throw refusal('not-found', { detail: 'personId' });
      }
      if (!(await nudges.follow(person.id, personId, clock.now()))) throw refusal('too-many-kept');
      return settingsOf(person.id, sessionId);
    },
  );

  app.delete(
    '/api/nudges/rivals/:personId',
    { schema: { summary: 'be nudged about that person no more', ...rival } },
    async (request) => {
      const { person, sessionId } = signedIn(await auth.deviceOf(request.headers));
      await nudges.unfollow(person.id, request.params.personId);
      return settingsOf(person.id, sessionId);
    },
  );

  app.post(
    '/api/nudges/devices',
    { schema: { summary: 'this device takes nudges', body: pushSubscription, ...answer } },
    async (request) => {
      const { person, sessionId } = signedIn(await auth.deviceOf(request.headers));
      if (!push.mayBeAt(request.body.endpoint))
        throw refusal('bad-request', { detail: 'endpoint' });
      if (!(await nudges.subscribe(person.id, sessionId, request.body, clock.now()))) {
        throw refusal('too-many-kept');
      }
      return settingsOf(person.id, sessionId);
    },
  );

  app.delete(
    '/api/nudges/devices/:deviceId',
    {
      schema: {
        summary: 'that device takes none any more',
        params: z.object({ deviceId: z.uuid() }),
        ...answer,
      },
    },
    async (request) => {
      const { person, sessionId } = signedIn(await auth.deviceOf(request.headers));
      if (!(await nudges.unsubscribe(person.id, request.params.deviceId))) {
        throw refusal('not-found', { detail: 'device' });
      }
      return settingsOf(person.id, sessionId);
    },
  );

  app.get(
    '/api/nudges/waiting',
    {
      schema: {
        summary: 'what I was nudged about and have not seen, newest first',
        response: { 200: waitingNudges },
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      return { nudges: await nudges.waiting(me.id, clock.now()) };
    },
  );

  app.post(
    '/api/nudges/seen',
    {
      schema: {
        summary: 'I know of it: it is neither sent nor shown any more',
        body: seenNudge,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const { kind, subject } = request.body;
      await nudges.seen(me.id, kind, subject, clock.now());
      return {};
    },
  );
};
