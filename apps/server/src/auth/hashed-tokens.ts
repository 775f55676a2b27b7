import { createHash } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, Where } from 'better-auth';

/** The stored form of a session's token: its SHA-256 as 64 hex digits. 192 random bits need no salt. */
export const tokenHashOf = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

type Store = Omit<DBAdapter, 'transaction'>;
type Row = Record<string, unknown>;

/**
 * Makes the sign-in library's storage adapter store session tokens as hashes only. A query by token returns rows with
 * that token, as if it were stored; any other query returns the hash, which signs nobody in.
 */
export function withHashedTokens(
  adapterOf: (options: BetterAuthOptions) => DBAdapter,
): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const adapter = adapterOf(options);
    return {
      ...adapter,
      ...hashingStore(adapter),
      transaction: (work) =>
        adapter.transaction((inner) => work({ ...inner, ...hashingStore(inner as Store) })),
    };
  };
}

function hashingStore(store: Store): Store {
  return {
    ...store,
    create: async (args) => {
      const { token } = args.data as Row;
      if (args.model !== 'session' || typeof token !== 'string') return store.create(args);
      const row = await store.create<Row>({
        ...args,
        data: { ...args.data, token: tokenHashOf(token) },
      });
      return { ...row, token } as never;
    },
    findOne: async (args) => {
      const { where, restore } = withHashes(args);
      return restore(await store.findOne<Row>({ ...args, where })) as never;
    },
    findMany: async (args) => {
      const { where, restore } = withHashes(args);
      return (await store.findMany<Row>({ ...args, where })).map(restore) as never;
    },
    update: async (args) => {
      const { where, restore } = withHashes(args);
      return restore(await store.update<Row>({ ...args, where })) as never;
    },
    consumeOne: async (args) => {
      const { where, restore } = withHashes(args);
      return restore(await store.consumeOne<Row>({ ...args, where })) as never;
    },
    count: (args) => store.count({ ...args, where: withHashes(args).where }),
    updateMany: (args) => store.updateMany({ ...args, where: withHashes(args).where }),
    delete: (args) => store.delete({ ...args, where: withHashes(args).where }),
    deleteMany: (args) => store.deleteMany({ ...args, where: withHashes(args).where }),
  };
}

/** The conditions with tokens replaced by hashes, and a function that puts the tokens back into the rows found. */
function withHashes(args: { model: string; where?: Where[] | undefined }) {
  const tokens = new Map<unknown, string>();
  const hashed = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const hash = tokenHashOf(value);
    tokens.set(hash, value);
    return hash;
  };
  const where = (args.where ?? []).map((condition): Where => {
    if (args.model !== 'session' || condition.field !== 'token') return condition;
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
