import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import { withinBound } from '../bounds.ts';
import type { Database } from '../database.ts';
import { untilStored } from '../transaction.ts';

export type HandOvers = ReturnType<typeof handOversRepository>;

/** Identifies a hand-over by the SHA-256 of its token or of its bare code. */
export type HandOverKey = { readonly tokenHash: Bytes } | { readonly codeHash: Bytes };
export type Bytes = Uint8Array<ArrayBuffer>;

export interface NewHandOver {
  readonly tokenHash: Bytes;
  readonly codeHash: Bytes;
  readonly userId: string;
  /** The session that makes it, and with which it ends. */
  readonly sessionId: string;
  readonly path: string;
  readonly expiresInMs: number;
}

export interface UsedHandOver {
  readonly userId: string;
  readonly path: string;
  /** When its person signed in at the device that has made it; null if that is not known. */
  readonly signedInAt: Date | null;
}

export interface FoundHandOver {
  readonly userId: string;
  readonly name: string;
  readonly path: string;
  readonly state: 'open' | 'used' | 'expired';
}

/** One-time codes that hand a session over to another device. All times are the database's, but for when one was used. */
export function handOversRepository(database: Database) {
  return {
    /**
     * Stores a new one, and deletes the person's old ones.
     * @returns `taken` if its token or code exists already: try another; `ended` if the session does not any more;
     *   `too-many` if they have made as many lately as they may
     */
    async create(handOver: NewHandOver): Promise<'kept' | 'taken' | 'ended' | 'too-many'> {
      const { tokenHash, codeHash, userId, sessionId, path, expiresInMs } = handOver;
      await database.$executeRaw`
        delete from hand_overs where user_id = ${userId} and expires_at < now() - interval '1 day'`;
      const made = await withinBound(database, 'handOvers', userId, async (tx) => {
        const [{ isThere, isKept }] = await tx.$queryRaw<[{ isThere: boolean; isKept: boolean }]>`
        with maker as materialized (
          select id from sessions where id = ${sessionId} for key share
        ), kept as (
          insert into hand_overs (token_hash, code_hash, user_id, session_id, path, expires_at)
          select ${tokenHash}, ${codeHash}, ${userId}, id, ${path},
                 now() + ${expiresInMs}::int * interval '1 millisecond' from maker
          on conflict do nothing returning id
        )
        select exists(select from maker) as "isThere", exists(select from kept) as "isKept"`;
        return isKept ? 'kept' : isThere ? 'taken' : 'ended';
      });
      return made ?? 'ended';
    },

    /** Finds one without using it, or null. */
    async find(key: HandOverKey): Promise<FoundHandOver | null> {
      const { tokenHash, codeHash } = hashes(key);
      const [found] = await database.$queryRaw<FoundHandOver[]>`
        select h.user_id as "userId", h.path,
               case when u.name_hidden_at is null then u.name else ${HIDDEN_NAME} end as name,
               case when h.used_at is not null then 'used'
                    when h.expires_at <= now() then 'expired'
                    else 'open' end as state
        from hand_overs h join users u on u.id = h.user_id
        where h.token_hash = ${tokenHash} or h.code_hash = ${codeHash}`;
      return found ?? null;
    },

    /**
     * Uses one up; of several at once exactly one succeeds. Null if it is not open (any more).
     * @param at by which it can be given back
     */
    async use(key: HandOverKey, at: Date): Promise<UsedHandOver | null> {
      const { tokenHash, codeHash } = hashes(key);
      const [used] = await database.$queryRaw<UsedHandOver[]>`
        update hand_overs h set used_at = ${at}
        where (token_hash = ${tokenHash} or code_hash = ${codeHash})
          and used_at is null and expires_at > now()
        returning user_id as "userId", path, (
          select coalesce(s.signed_in_at, s.created_at) from sessions s where s.id = h.session_id
        ) as "signedInAt"`;
      return used ?? null;
    },

    /** Opens one again that was used up at a time, and by which nobody has entered; not if it was used since. */
    async giveBack(key: HandOverKey, usedAt: Date): Promise<void> {
      const { tokenHash, codeHash } = hashes(key);
      await untilStored(
        () => database.$executeRaw`
          update hand_overs set used_at = null
          where (token_hash = ${tokenHash} or code_hash = ${codeHash}) and used_at = ${usedAt}`,
      );
    },
  };
}

function hashes(key: HandOverKey): { tokenHash: Bytes | null; codeHash: Bytes | null } {
  return 'tokenHash' in key
    ? { tokenHash: key.tokenHash, codeHash: null }
    : { tokenHash: null, codeHash: key.codeHash };
}
