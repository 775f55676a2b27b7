import { createHash } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, Where } from 'better-auth';

/** What is stored of a session's token: its SHA-256 as 64 hex digits. 192 random bits need no salt. */
export const tokenHashOf = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

type Store = Omit<DBAdapter, 'transaction'>;
type Row = Record<string, unknown>;

/**
 * Lets the sign-in library's storage keep session tokens as hashes only. Whoever asks by a token gets the rows with that
 * token, as if it were stored; any other read gets the hash, which signs nobody in.
 */
export function withHashedTokens(
  adapterOf: (options: BetterAuthOptions) => DBAdapter,
): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const adapter = adapterOf(options);
    return {
      ...adapter,
      ...hashing(adapter),
      transaction: (work) =>
        adapter.transaction((inner) => work({ ...inner, ...hashing(inner as Store) })),
    };
  };
}

function hashing(store: Store): Store {
  return {
    ...store,
    create: async (asked) => {
      const { token } = asked.data as Row;
      if (asked.model !== 'session' || typeof token !== 'string') return store.create(asked);
      const row = await store.create<Row>({
        ...asked,
        data: { ...asked.data, token: tokenHashOf(token) },
      });
      return { ...row, token } as never;
    },
    findOne: async (asked) => {
      const { where, restore } = translated(asked);
      return restore(await store.findOne<Row>({ ...asked, where })) as never;
    },
    findMany: async (asked) => {
      const { where, restore } = translated(asked);
      return (await store.findMany<Row>({ ...asked, where })).map(restore) as never;
    },
    update: async (asked) => {
      const { where, restore } = translated(asked);
      return restore(await store.update<Row>({ ...asked, where })) as never;
    },
    consumeOne: async (asked) => {
      const { where, restore } = translated(asked);
      return restore(await store.consumeOne<Row>({ ...asked, where })) as never;
    },
    count: (asked) => store.count({ ...asked, where: translated(asked).where }),
    updateMany: (asked) => store.updateMany({ ...asked, where: translated(asked).where }),
    delete: (asked) => store.delete({ ...asked, where: translated(asked).where }),
    deleteMany: (asked) => store.deleteMany({ ...asked, where: translated(asked).where }),
  };
}

/** The conditions with hashes for tokens, and what puts the tokens back into the rows they find. */
function translated(asked: { model: string; where?: Where[] | undefined }) {
  const tokens = new Map<unknown, string>();
  const hashed = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const hash = tokenHashOf(value);
    tokens.set(hash, value);
    return hash;
  };
  const where = (asked.where ?? []).map((condition): Where => {
    if (asked.model !== 'session' || condition.field !== 'token') return condition;
    const { value } = condition;
    return {
      ...condition,
      value: (Array.isArray(value) ? value.map(hashed) : hashed(value)) as never,
    };
  });
  const restore = <Found extends Row | null>(row: Found): Found => {
    const token = row && tokens.get(row['token']);
    return token === undefined || token === null ? row : { ...row, token };
  };
  return { where, restore };
}
