/** Starts a session for a person on this device: by signing in or by a hand-over. */
import type { Answer, GuestChoice, MergedGuest } from '@same-deal/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setCookies } from '../auth/auth.ts';
import type { Auth } from '../auth/auth.ts';
import type { Merging } from '../people/merging.ts';
import { refusal } from './errors.ts';

export type Entrance = ReturnType<typeof createEntrance>;

export function createEntrance(auth: Auth, merging: () => Merging) {
  /** The guest at this device who would come along. */
  async function guestAt(
    request: FastifyRequest,
    userId: string,
    choice: GuestChoice,
  ): Promise<string | null> {
    const me = await auth.personOf(request.headers);
    return choice === 'bring' && me?.isGuest && me.id !== userId ? me.id : null;
  }

  return {
    /** Whether the guest can come along, for those who have something to use up first. Refuses with `merge-running`. */
    async check(request: FastifyRequest, userId: string, choice: GuestChoice): Promise<void> {
      const guestId = await guestAt(request, userId, choice);
      if (guestId !== null) mustBe(await merging().check(guestId, userId));
    },

    /**
     * Merges the guest if wished, makes a session that nobody knew before, and ends the one that was here.
     * @param by what they enter by: when they signed in, where that is not now; and how to give back what is used up,
     *   where they have not entered
     * @returns what came along
     */
    async enter(
      request: FastifyRequest,
      reply: FastifyReply,
      userId: string,
      choice: GuestChoice,
      by: { readonly signedInAt?: Date; readonly giveBack?: () => Promise<void> } = {},
    ): Promise<MergedGuest | null> {
      let entered;
      try {
        const before = await auth.sessionOf(request.headers);
        const guestId = await guestAt(request, userId, choice);
        const merged = guestId === null ? null : mustBe(await merging().merge(guestId, userId));
        const cookies = await auth.signIn(userId, request.headers, by.signedInAt);
        entered = { before, merged, cookies };
      } catch (error) {
        await by.giveBack?.();
        throw error;
      }
      // Before the former session ends: what fails from here on is answered with the new one.
      setCookies(reply, entered.cookies);
      if (entered.before) await auth.endSession(entered.before.sessionToken);
      return entered.merged;
    },
  };
}

function mustBe<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw refusal(answer.error.code, answer.error);
  return answer.data;
}
