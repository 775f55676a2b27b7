import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';
import { untilStored } from '../transaction.ts';

export type TicketKind = 'register' | 'authenticate' | 'link';

export interface FoundTicket {
  readonly userId: string | null;
  readonly email: string | null;
  readonly state: 'open' | 'used' | 'expired';
}

export type Tickets = ReturnType<typeof ticketsRepository>;

/** One-time secrets for signing in, stored as hashes. All times are the database's, but for when one was used. */
export function ticketsRepository(database: Database) {
  return {
    /** Stores a new one, and deletes those that expired more than a day ago. */
    async create(
      kind: TicketKind,
      secret: string,
      expiresInMs: number,
      { userId = null, email = null }: { userId?: string | null; email?: string | null } = {},
    ): Promise<void> {
      await database.$executeRaw`
        delete from sign_in_tickets where expires_at < now() - interval '1 day'`;
      await database.$executeRaw`
        insert into sign_in_tickets (hash, kind, user_id, email, expires_at)
        values (${sha256(secret)}, ${kind}, ${userId}, ${email},
                now() + ${expiresInMs}::int * interval '1 millisecond')`;
    },

    /** Finds one without using it, or null. */
    async find(kind: TicketKind, secret: string): Promise<FoundTicket | null> {
      const [found] = await database.$queryRaw<FoundTicket[]>`
        select user_id as "userId", email,
               case when used_at is not null then 'used'
                    when expires_at <= now() then 'expired'
                    else 'open' end as state
        from sign_in_tickets where hash = ${sha256(secret)} and kind = ${kind}`;
      return found ?? null;
    },

    /**
     * Uses one up; of several at once exactly one succeeds. Null if it is not open (any more).
     * @param at by which it can be given back
     */
    async use(
      kind: TicketKind,
      secret: string,
      at = new Date(),
    ): Promise<Pick<FoundTicket, 'userId' | 'email'> | null> {
      const [used] = await database.$queryRaw<Pick<FoundTicket, 'userId' | 'email'>[]>`
        update sign_in_tickets set used_at = ${at}
        where hash = ${sha256(secret)} and kind = ${kind} and used_at is null and expires_at > now()
        returning user_id as "userId", email`;
      return used ?? null;
    },

    /** Opens one again that was used up at a time, and by which nobody has entered; not if it was used since. */
    async giveBack(kind: TicketKind, secret: string, usedAt: Date): Promise<void> {
      await untilStored(
        () => database.$executeRaw`
          update sign_in_tickets set used_at = null
          where hash = ${sha256(secret)} and kind = ${kind} and used_at = ${usedAt}`,
      );
    },
  };
}

const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(text).digest());
