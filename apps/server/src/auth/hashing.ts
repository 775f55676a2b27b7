/**
 * Hashing passwords: half a second of a thread each, so few at once, and a short queue in which every address has its
 * turn. Node's own threads are four, and files and database handshakes wait for the same ones.
 */
import { fairQueue } from '../fair-queue.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { PasswordCost } from './passwords.ts';

/** Of the four threads one: files, names and handshakes keep the others. */
const AT_ONCE = 1;
const WAITING_MOST = 64;
const WAITING_OF_ONE = 4;
/** About what one takes; for saying when to come back. */
const EACH_MS = 500;

export type Hashing = ReturnType<typeof createHashing>;

/**
 * @param cost what new passwords are hashed with; the usual if not given
 * @param refusal the error for whom there is no room, with the milliseconds after which there may be
 */
export function createHashing(
  cost: PasswordCost | undefined,
  refusal: (retryAfterMs: number) => Error,
) {
  const queue = fairQueue<() => void>({ most: WAITING_MOST, mostEach: WAITING_OF_ONE });
  let running = 0;

  /** Runs the work in its turn. */
  function inTurn<Done>(whose: string, work: () => Promise<Done>): Promise<Done> {
    return new Promise((resolve, reject) => {
      const run = () => {
        running += 1;
        work()
          .then(resolve, reject)
          .finally(() => {
            running -= 1;
            queue.next()?.();
          });
      };
      if (running < AT_ONCE) run();
      else if (!queue.add(whose, run)) reject(refusal((queue.size() + 1) * EACH_MS));
    });
  }

  return {
    /** Makes what is stored of a password. @param whose who has to wait for their turn: an address */
    hash: (whose: string, password: string): Promise<string> =>
      inTurn(whose, () => hashPassword(password, cost)),
    /**
     * Whose password this is; null if it is not. The same work where nobody is found to compare with.
     * @param find loads the account, once it is its turn: for those without room the database does nothing
     */
    verify: <Found extends { readonly hash: string }>(
      whose: string,
      password: string,
      find: () => Promise<Found | null>,
    ): Promise<Found | null> =>
      inTurn(whose, async () => {
        const found = await find();
        return (await verifyPassword(password, found?.hash ?? null)) ? found : null;
      }),
  };
}
