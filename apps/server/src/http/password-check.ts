import type { FastifyRequest } from 'fastify';
import { addressKey } from '../admission/address.ts';
import type { Hashing } from '../auth/hashing.ts';
import type { Counters } from './limits.ts';

/**
 * Compares passwords with the one of an account.
 * @param account what tries are counted by, with the request's address
 * @param passwords any of them may be the right one; together they are one try
 * @param find loads the account; called when a password's turn has come
 * @returns the account; null if there is none or all are wrong
 */
export type CheckPassword = <Found extends { readonly hash: string }>(
  request: FastifyRequest,
  account: string,
  passwords: readonly string[],
  find: () => Promise<Found | null>,
) => Promise<Found | null>;

/**
 * A try counts when its turn to be compared has come: whoever found no room in the queue has not guessed. Whoever has to
 * wait takes no place in the queue.
 */
export function passwordCheck(guesses: Counters['guesses'], hashing: Hashing): CheckPassword {
  return async (request, account, passwords, find) => {
    await guesses.check(account, request);
    let isCounted = false;
    for (const password of passwords) {
      const found = await hashing.verify(addressKey(request.ip), password, async () => {
        if (!isCounted) await guesses.count(account, request);
        isCounted = true;
        return find();
      });
      if (!found) continue;
      await guesses.forget(account, request);
      return found;
    }
    return null;
  };
}
