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
     * @param how when they signed in, where that is not now; and what to call as soon as they have entered, whatever fails
     *   after that
     * @returns what came along
     */
    async enter(
      request: FastifyRequest,
      reply: FastifyReply,
      userId: string,
      choice: GuestChoice,
      how: { readonly signedInAt?: Date; readonly onEntered?: () => void } = {},
    ): Promise<MergedGuest | null> {
      const before = await auth.sessionOf(request.headers);
      const guestId = await guestAt(request, userId, choice);
      const merged = guestId === null ? null : mustBe(await merging().merge(guestId, userId));
      // Before the former session ends: what fails from here on is answered with the new one.
      setCookies(reply, await auth.signIn(userId, request.headers, how.signedInAt));
      how.onEntered?.();
      if (before) await auth.endSession(before.sessionToken);
      return merged;
    },
  };
}

/** What is good once: a hand-over, or a link to sign in. */
interface GoodOnce<Used> {
  /** Uses it up at a time by which it can be given back; null if it is not open. */
  readonly use: (at: Date) => Promise<Used | null>;
  /** Opens it again, if it was used up at that time. */
  readonly giveBack: (at: Date) => Promise<void>;
}

/**
 * Uses up what is good once, and enters by it. It is given back where nobody has entered: where this fails before
 * `onEntered` is called, or where the answer of using it up is lost.
 * @param enter refuses, if need be, where it is not open
 */
export async function enterOnce<Used, Entered>(
  { use, giveBack }: GoodOnce<Used>,
  enter: (used: Used | null, onEntered: () => void) => Promise<Entered>,
): Promise<Entered> {
  const at = new Date();
  let isToGiveBack = true;
  const keep = () => void (isToGiveBack = false);
  try {
    const used = await use(at);
    // Somebody else has used it.
    if (used === null) keep();
    return await enter(used, keep);
  } catch (error) {
    if (isToGiveBack) await giveBack(at);
    throw error;
  }
}

function mustBe<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw refusal(answer.error.code, answer.error);
  return answer.data;
}
