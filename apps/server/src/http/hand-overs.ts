import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  formatHandOverCode,
  HAND_OVER_ALPHABET,
  HAND_OVER_CODE_LENGTH,
  HAND_OVER_EXPIRES_IN_MS,
  handOverAccept,
  handOverAccepted,
  handOverCreate,
  handOverCreated,
  handOverLook,
  handOverSeen,
  normaliseHandOverCode,
} from '@same-deal/protocol';
import type { HandOverLook } from '@same-deal/protocol';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Auth } from '../auth/auth.ts';
import { refusal, signedIn } from './errors.ts';
import type { CountOf, Tries } from './limits.ts';
import type { Bytes, FoundHandOver, HandOverKey, HandOvers } from '../storage/auth/hand-overs.ts';
import type { People } from '../storage/people/people.ts';
import { enterOnce } from './entrance.ts';
import type { Entrance } from './entrance.ts';

interface Options {
  readonly auth: Auth;
  readonly people: People;
  readonly handOvers: HandOvers;
  readonly entrance: Entrance;
  readonly countHandOver: CountOf;
  readonly triesOfHandOvers: Tries;
  /** Somebody goes on at another device. */
  readonly onUsed: (personId: string, path: string) => void;
}

/** `/api/hand-overs`: going on at another device (P6). */
export const handOverRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, people, handOvers, entrance, countHandOver, triesOfHandOvers, onUsed } = options;

  /** A token is too long to be guessed: only codes count. */
  function find(request: FastifyRequest, body: HandOverLook): Promise<FoundHandOver | null> {
    const byKey = () => handOvers.find(keyOf(body));
    return 'token' in body ? byKey() : triesOfHandOvers(request, byKey, (found) => found !== null);
  }

  app.post(
    '/api/hand-overs',
    {
      schema: {
        summary: 'a code with which another device continues',
        body: handOverCreate,
        response: { 200: handOverCreated },
      },
    },
    async (request) => {
      const { person, sessionId } = signedIn(await auth.deviceOf(request.headers));
      await countHandOver(person.id);
      for (;;) {
        const token = randomBytes(24).toString('base64url');
        const code = randomCode();
        const outcome = await handOvers.create({
          tokenHash: sha256(token),
          codeHash: sha256(code),
          userId: person.id,
          sessionId,
          path: request.body.path,
          expiresInMs: HAND_OVER_EXPIRES_IN_MS,
        });
        if (outcome === 'too-many') throw refusal('too-many-kept', { detail: 'hand-overs' });
        if (outcome === 'ended') throw refusal('not-signed-in');
        if (outcome === 'kept') {
          return { token, code: formatHandOverCode(code), expiresInMs: HAND_OVER_EXPIRES_IN_MS };
        }
      }
    },
  );

  app.post(
    '/api/hand-overs/look',
    {
      schema: {
        summary: 'whose a hand-over is',
        body: handOverLook,
        response: { 200: handOverSeen },
      },
    },
    async (request) => {
      const open = mustBeOpen(await find(request, request.body));
      const me = await auth.personOf(request.headers);
      const sameAsYou = me?.id === open.userId;
      return {
        name: open.name,
        path: open.path,
        sameAsYou,
        ...(me?.isGuest && !sameAsYou ? { youAreGuestNamed: me.name } : {}),
      };
    },
  );

  app.post(
    '/api/hand-overs/accept',
    {
      schema: {
        summary: 'continue on this device as its person',
        body: handOverAccept,
        response: { 200: handOverAccepted },
      },
    },
    async (request, reply) => {
      const open = mustBeOpen(await find(request, request.body));
      const key = keyOf(request.body);
      const { guest } = request.body;
      await entrance.check(request, open.userId, guest);
      const once = {
        use: (at: Date) => handOvers.use(key, at),
        giveBack: (at: Date) => handOvers.giveBack(key, at),
      };
      return enterOnce(once, async (used, keep) => {
        if (!used) {
          mustBeOpen(await handOvers.find(key));
          // It was open a moment ago and is not used: it ran out in between.
          throw refusal('hand-over-expired');
        }
        const { userId, path } = used;
        // No younger than the sign-in it comes from: somebody at an open page hands over to themselves.
        const signedInAt = used.signedInAt ?? new Date(0);
        const onEntered = () => {
          keep();
          onUsed(userId, path);
        };
        // Read before: nothing that fails after they have entered would say so.
        const name = (await people.nameOf(userId)) ?? '';
        const how = { signedInAt, onEntered };
        const merged = await entrance.enter(request, reply, userId, guest, how);
        return reply.send({ path, name, merged });
      });
    },
  );
};

function mustBeOpen(found: FoundHandOver | null): FoundHandOver {
  if (!found) throw refusal('hand-over-unknown');
  if (found.state !== 'open') throw refusal(`hand-over-${found.state}`);
  return found;
}

/** A code that cannot be one gets a hash nothing has, so that it is refused like every other unknown one. */
function keyOf(body: HandOverLook): HandOverKey {
  return 'token' in body
    ? { tokenHash: sha256(body.token) }
    : { codeHash: sha256(normaliseHandOverCode(body.code) ?? '') };
}

function randomCode(): string {
  const letter = () => HAND_OVER_ALPHABET[randomInt(HAND_OVER_ALPHABET.length)];
  return Array.from({ length: HAND_OVER_CODE_LENGTH }, letter).join('');
}

function sha256(text: string): Bytes {
  return Uint8Array.from(createHash('sha256').update(text).digest());
}
