/**
 * Hashing passwords. Each takes half a second of one of Node's four worker threads, which file access and database
 * handshakes need too: so few run at once, and a short queue gives every address its turn.
 */
import { fairTurns } from '../fair-queue.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { PasswordCost } from './passwords.ts';

/** One of the four threads; files, DNS lookups and handshakes keep the others. */
const AT_ONCE = 1;
const WAITING_MOST = 64;
const WAITING_OF_ONE = 4;
/** About how long one takes; for `retryAfterMs`. */
const EACH_MS = 500;

export type Hashing = ReturnType<typeof createHashing>;

/**
 * @param cost the cost of hashing new passwords; the usual one if not given
 * @param refusal makes the error for a full queue, with the milliseconds after which there may be room
 */
export function createHashing(
  cost: PasswordCost | undefined,
  refusal: (retryAfterMs: number) => Error,
) {
  const inTurn = fairTurns(AT_ONCE, {
    most: WAITING_MOST,
    mostEach: WAITING_OF_ONE,
    refusal: (waiting) => refusal((waiting + 1) * EACH_MS),
  });

  return {
    /**
     * Hashes a new password for storing.
     * @param address the client's, for a fair queue
     */
    hash: (address: string, password: string): Promise<string> =>
      inTurn(address, () => hashPassword(password, cost)),
    /**
     * Verifies a password. Takes equally long if there is no such account.
     * @param address the client's, for a fair queue
     * @param find loads the account; called in turn, so that refused requests cost no query. If it refuses, nothing is compared
     * @returns the account; null if there is none or the password is wrong
     */
    verify: <Found extends { readonly hash: string }>(
      address: string,
      password: string,
      find: () => Promise<Found | null>,
    ): Promise<Found | null> =>
      inTurn(address, async () => {
        const found = await find();
        return (await verifyPassword(password, found?.hash ?? null)) ? found : null;
      }),
  };
}
