import { formerGuests, meCreate, meUpdate, normaliseName, person } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { setCookies } from '../auth/auth.ts';
import type { Auth, SignedIn } from '../auth/auth.ts';
import { nameSkeleton } from '../names/name-skeleton.ts';
import { isStandIn } from '../names/stand-ins.ts';
import { refusal, signedIn } from './errors.ts';
import type { Count, CountOf } from './limits.ts';
import type { People } from '../storage/people/people.ts';

interface Options {
  readonly auth: Auth;
  readonly people: People;
  readonly countGuest: Count;
  readonly countRename: CountOf;
  /** Told after somebody has been renamed. */
  readonly onRenamed: (person: { readonly id: string }) => void;
}

/** `/api/me`: who is signed in on this device. */
export const meRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, people, countGuest, countRename, onRenamed } = options;
  const response = { 200: person };

  app.get('/api/me', { schema: { summary: 'who I am', response } }, async (request, reply) => {
    const found = signedIn(await auth.sessionOf(request.headers));
    return setCookies(reply, found.cookies).send(found.person);
  });

  app.post(
    '/api/me',
    { schema: { summary: 'become a guest', body: meCreate, response } },
    async (request, reply) => {
      let found: Pick<SignedIn, 'person' | 'cookies'> | null = await auth.sessionOf(
        request.headers,
      );
      if (!found) {
        await countGuest(request);
        found = await auth.createGuest(request.headers);
      }
      return setCookies(reply, found.cookies).send(found.person);
    },
  );

  app.get(
    '/api/me/guests',
    { schema: { summary: 'which guests I was', response: { 200: formerGuests } } },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      return { ids: await people.guestsOf(me.id) };
    },
  );

  app.patch(
    '/api/me',
    { schema: { summary: 'change my name', body: meUpdate, response } },
    async (request) => {
      const me = signedIn(await auth.personOf(request.headers));
      const name = normaliseName(request.body.name);
      if (name === null) throw refusal('name-not-allowed');
      await countRename(me.id);
      if (name === me.name) {
        // Stored, but perhaps not told: the answer to the change may have been lost.
        onRenamed({ id: me.id });
        return me;
      }
      if (isStandIn(name)) throw refusal('name-not-allowed');
      const looks = nameSkeleton(name);
      const others = await people.namesBeside(me.id);
      if (others.some((other) => nameSkeleton(other) === looks)) throw refusal('name-taken');
      await people.rename(me.id, name);
      onRenamed({ id: me.id });
      return { ...me, name };
    },
  );
};
