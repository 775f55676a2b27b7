import type { Account } from '@same-deal/protocol';
import { Prisma } from '../../generated/prisma/client.ts';
import { withinBound } from '../bounds.ts';
import type { Database } from '../database.ts';
import { despiteDeadlocks } from '../transaction.ts';

/** better-auth's provider id for an account with a password. */
const PASSWORD = 'credential';

export type Accounts = ReturnType<typeof accountsRepository>;

export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface NewPasskey extends StoredPasskey {
  readonly name: string;
}

/** One of a person's ways of signing in. */
export type Way = 'password' | 'email' | { readonly passkey: string };
export type Removal = 'removed' | 'unknown' | 'last-way-in';

/** Ways of signing in. A person who has one is no longer a guest: both change in one transaction. */
export function accountsRepository(database: Database) {
  return {
    async waysOf(userId: string): Promise<Account> {
      const user = await database.user.findUniqueOrThrow({
        where: { id: userId },
        include: { passkeys: { orderBy: { createdAt: 'asc' } } },
      });
      return {
        username: user.username,
        email: user.emailVerified ? user.email : null,
        passkeys: user.passkeys.map(({ id, name, createdAt, usedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          usedAt: usedAt?.toISOString() ?? null,
        })),
      };
    },

    /** The person with a username, in its normal form, and the hash of their password. */
    async findByUsername(username: string): Promise<{ id: string; hash: string } | null> {
      const user = await database.user.findUnique({
        where: { username },
        select: { id: true, accounts: { where: { providerId: PASSWORD } } },
      });
      const hash = user?.accounts[0]?.password;
      return user && hash ? { id: user.id, hash } : null;
    },

    /** The hash of a person's password, if they have one. */
    async passwordHashOf(userId: string): Promise<string | null> {
      const row = await database.account.findFirst({ where: { userId, providerId: PASSWORD } });
      return row?.password ?? null;
    },

    /** @returns false if the username is taken, or the person has been merged or deleted */
    setPassword: (userId: string, username: string, hash: string): Promise<boolean> =>
      unlessTaken(() =>
        database.$transaction([
          database.user.update({
            where: activePerson(userId),
            data: { username, isAnonymous: false },
          }),
          database.account.deleteMany({ where: { userId, providerId: PASSWORD } }),
          database.account.create({
            data: {
              id: crypto.randomUUID(),
              accountId: userId,
              providerId: PASSWORD,
              userId,
              password: hash,
            },
          }),
        ]),
      ),

    async passkey(id: string): Promise<StoredPasskey | null> {
      const row = await database.passkey.findUnique({ where: { id } });
      return row && { ...row, counter: Number(row.counter) };
    },

    /**
     * @returns false if the passkey is registered already, the person has been merged or deleted, or has as many as they
     *   may
     */
    addPasskey: (passkey: NewPasskey): Promise<boolean> =>
      unlessTaken(() =>
        withinBound(database, 'passkeys', passkey.userId, async (tx) => {
          await tx.passkey.create({
            data: {
              ...passkey,
              counter: BigInt(passkey.counter),
              transports: [...passkey.transports],
            },
          });
          await tx.user.update({
            where: activePerson(passkey.userId),
            data: { isAnonymous: false },
          });
          return true;
        }),
      ),

    async notePasskeyUse(id: string, counter: number): Promise<void> {
      await database.passkey.updateMany({
        where: { id },
        data: { counter: BigInt(counter), usedAt: new Date() },
      });
    },

    /**
     * Removes one of a person's ways of signing in, unless it is the last one that works.
     * @param sendsEmail whether mail can be sent: without it nobody signs in by e-mail
     */
    removeWay: (userId: string, way: Way, sendsEmail: boolean): Promise<Removal> =>
      database.$transaction(async (tx) => {
        // Of two concurrent removals, each would otherwise count on the way that the other removes.
        await tx.$queryRaw`select id from users where id = ${userId} for no key update`;
        const { username, email, emailVerified, passkeys } = await tx.user.findUniqueOrThrow({
          where: { id: userId },
          include: { passkeys: { select: { id: true } } },
        });
        const passkeyIds = new Set(passkeys.map(({ id }) => id));
        const has = { password: username !== null, email: emailVerified };
        if (typeof way === 'string' ? !has[way] : !passkeyIds.has(way.passkey)) return 'unknown';

        passkeyIds.delete(typeof way === 'string' ? '' : way.passkey);
        const canSignIn =
          passkeyIds.size > 0 ||
          (has.password && way !== 'password') ||
          (has.email && way !== 'email' && sendsEmail);
        if (!canSignIn) return 'last-way-in';

        if (way === 'password') {
          await tx.user.update({ where: { id: userId }, data: { username: null } });
          await tx.account.deleteMany({ where: { userId, providerId: PASSWORD } });
        } else if (way === 'email') {
          const placeholder = `${userId}@nowhere.invalid`;
          const data = { email: placeholder, emailVerified: false };
          await tx.user.update({ where: { id: userId }, data });
          await tx.signInTicket.deleteMany({ where: { email } });
        } else await tx.passkey.delete({ where: { id: way.passkey } });
        return 'removed';
      }),

    /** The id of the person with this verified address. */
    async findByEmail(email: string): Promise<string | null> {
      const user = await database.user.findUnique({ where: { email, emailVerified: true } });
      return user?.id ?? null;
    },

    /** @returns false if the address is taken, or the person has been merged or deleted */
    setEmail: (userId: string, email: string): Promise<boolean> =>
      unlessTaken(() =>
        database.user.update({
          where: activePerson(userId),
          data: { email, emailVerified: true, isAnonymous: false },
        }),
      ),
  };
}

/** Selects a person who has been neither merged nor deleted. */
const activePerson = (id: string) => ({ id, mergedIntoId: null, deletedAt: null });

const TAKEN = 'P2002';
const NOT_FOUND = 'P2025';

/** @returns false if a unique constraint or a bound refused the change, or there was no row to change */
async function unlessTaken(change: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await despiteDeadlocks(change)) !== 'too-many';
  } catch (error) {
    const code = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : '';
    if (code === TAKEN || code === NOT_FOUND) return false;
    throw error;
  }
}
