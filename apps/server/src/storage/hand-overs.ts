import type { Database } from './database.ts';

export type HandOvers = ReturnType<typeof handOversRepository>;

/** Identifies a hand-over by the SHA-256 of its token or of its bare code. */
export type HandOverKey = { readonly tokenHash: Bytes } | { readonly codeHash: Bytes };
export type Bytes = Uint8Array<ArrayBuffer>;

export interface NewHandOver {
  readonly tokenHash: Bytes;
  readonly codeHash: Bytes;
  readonly userId: string;
  readonly path: string;
  readonly expiresInMs: number;
}

export interface FoundHandOver {
  readonly userId: string;
  readonly name: string;
  readonly path: string;
  readonly state: 'open' | 'used' | 'expired';
}

/** One-time codes that hand a session over to another device. All times are the database's. */
export function handOversRepository(database: Database) {
  return {
    /**
     * Stores a new one, and deletes the person's old ones.
     * @returns false if its token or code exists already; try another
     */
    async create(handOver: NewHandOver): Promise<boolean> {
      const { tokenHash, codeHash, userId, path, expiresInMs } = handOver;
      await database.$executeRaw`
        delete from hand_overs where user_id = ${userId} and expires_at < now() - interval '1 day'`;
      const inserted = await database.$executeRaw`
        insert into hand_overs (token_hash, code_hash, user_id, path, expires_at)
        values (${tokenHash}, ${codeHash}, ${userId}, ${path},
                now() + ${expiresInMs}::int * interval '1 millisecond')
        on conflict do nothing`;
      return inserted === 1;
    },

    /** Finds one without using it, or null. */
    async find(key: HandOverKey): Promise<FoundHandOver | null> {
      const { tokenHash, codeHash } = hashes(key);
      const [found] = await database.$queryRaw<FoundHandOver[]>`
        select h.user_id as "userId", u.name, h.path,
               case when h.used_at is not null then 'used'
                    when h.expires_at <= now() then 'expired'
                    else 'open' end as state
        from hand_overs h join users u on u.id = h.user_id
        where h.token_hash = ${tokenHash} or h.code_hash = ${codeHash}`;
      return found ?? null;
    },

    /** Uses one up; of several at once exactly one succeeds. Null if it is not open (any more). */
    async use(key: HandOverKey): Promise<Pick<FoundHandOver, 'userId' | 'path'> | null> {
      const { tokenHash, codeHash } = hashes(key);
      const [used] = await database.$queryRaw<Pick<FoundHandOver, 'userId' | 'path'>[]>`
        update hand_overs set used_at = now()
        where (token_hash = ${tokenHash} or code_hash = ${codeHash})
          and used_at is null and expires_at > now()
        returning user_id as "userId", path`;
      return used ?? null;
    },
  };
}

function hashes(key: HandOverKey): { tokenHash: Bytes | null; codeHash: Bytes | null } {
  return 'tokenHash' in key
    ? { tokenHash: key.tokenHash, codeHash: null }
    : { tokenHash: null, codeHash: key.codeHash };
}
