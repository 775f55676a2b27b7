import type { FastifyRequest } from 'fastify';
import { addressKey } from '../admission/address.ts';
import type { Hashing } from '../auth/hashing.ts';
import type { Counters } from './limits.ts';

/**
 * Compares a password with the one of an account.
 * @param account what tries are counted by, with the request's address
 * @param find loads the account; called when its turn has come
 * @returns the account; null if there is none or the password is wrong
 */
export type CheckPassword = <Found extends { readonly hash: string }>(
  request: FastifyRequest,
  account: string,
  password: string,
  find: () => Promise<Found | null>,
) => Promise<Found | null>;

/**
 * A try counts when its turn to be compared has come: whoever found no room in the queue has not guessed. Whoever has to
 * wait takes no place in the queue.
 */
export function passwordCheck(guesses: Counters['guesses'], hashing: Hashing): CheckPassword {
  return async (request, account, password, find) => {
    await guesses.check(account, request);
    const found = await hashing.verify(addressKey(request.ip), password, async () => {
      await guesses.count(account, request);
      return find();
    });
    if (found) await guesses.forget(account, request);
    return found;
  };
}
