import type { PoolClient } from 'pg';
import { vi } from 'vitest';
import type { TestDatabase } from './database.ts';

type Connected = Parameters<TestDatabase['pool']['connect']>[0];
type Ask = (...asked: unknown[]) => Promise<unknown>;

const textOf = ([asked]: readonly unknown[]): string =>
  typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '');

/**
 * The database takes the next change whose statement is like that, alone or in a transaction; but its answer is lost, and
 * with it the line.
 * @param refusals how often it cannot be reached after that
 * @returns whether that has happened
 */
export function loseCommit(
  pool: TestDatabase['pool'],
  about: RegExp,
  refusals = 0,
): { readonly isLost: boolean } {
  const state = { isLost: false };
  const [query, connect] = [pool.query.bind(pool) as Ask, pool.connect.bind(pool)];
  const lose = (): never => {
    state.isLost = true;
    asking.mockRestore();
    connecting.mockRestore();
    refuse(pool, refusals);
    throw new Error('Connection terminated unexpectedly');
  };
  const asking = vi.spyOn(pool, 'query').mockImplementation((async (...asked: unknown[]) => {
    const answer = await query(...asked);
    return about.test(textOf(asked)) ? lose() : answer;
  }) as never);
  const connecting = vi.spyOn(pool, 'connect').mockImplementation((async (done: never) => {
    // As the pool itself does for a single statement.
    if (done) return connect(done);
    const client = await connect();
    loseCommitOf(client, about, lose);
    return client;
  }) as never);
  return state;
}

function refuse(pool: TestDatabase['pool'], times: number): void {
  if (times === 0) return;
  const connect = pool.connect.bind(pool);
  let left = times;
  const connecting = vi.spyOn(pool, 'connect').mockImplementation((async (done?: Connected) => {
    if (left-- <= 0) {
      connecting.mockRestore();
      return done ? connect(done) : connect();
    }
    const error = new Error('Connection terminated unexpectedly');
    if (!done) throw error;
    done(error, undefined, () => {});
  }) as never);
}

function loseCommitOf(client: PoolClient, about: RegExp, lose: () => never): void {
  const own = client.query;
  const ask = own.bind(client) as Ask;
  let isAbout = false;
  client.query = (async (...asked: unknown[]) => {
    const answer = await ask(...asked);
    const text = textOf(asked);
    isAbout ||= about.test(text);
    if (!/^\s*(commit|rollback)\s*$/i.test(text)) return answer;
    client.query = own;
    return isAbout && /commit/i.test(text) ? lose() : answer;
  }) as never;
}
