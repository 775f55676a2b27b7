// An entry that ends a ranked try locks its play, then its person; whoever claims, hides or leaves locks the person, then
// their plays. PostgreSQL breaks such a circle by ending one of the two, which then has to be done again.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import type { StoredDaily } from '../src/daily/dailies.ts';
import { accountsRepository } from '../src/storage/auth/accounts.ts';
import { dailiesRepository } from '../src/storage/daily/dailies.ts';
import { departuresRepository } from '../src/storage/people/departures.ts';
import { mergesRepository } from '../src/storage/people/merges.ts';
import type { WriteOutcome } from '../src/play/journal.ts';
import { faultOf } from '../src/storage/database.ts';
import { moderationRepository } from '../src/storage/people/moderation.ts';
import { nodesRepository } from '../src/storage/nodes.ts';
import { peopleRepository } from '../src/storage/people/people.ts';
import { playsRepository } from '../src/storage/play/plays.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';

let database: TestDatabase;
let node: string;
beforeAll(async () => {
  database = await createTestDatabase();
  node = await nodesRepository(database, 'a secret').join('one', false);
});
afterAll(() => database.drop());

const rows = async (sql: string, ...values: unknown[]) =>
  (await database.pool.query(sql, values)).rows as Record<string, unknown>[];

async function person(isGuest: boolean): Promise<string> {
  const id = randomUUID();
  const sql = 'insert into users (id, name, email, is_anonymous) values ($1, $1, $1, $2)';
  await rows(sql, id, isGuest);
  return id;
}
let day = 40_000;
async function daily(): Promise<{ id: string; dealId: string }> {
  const [id, dealId] = [randomUUID(), randomUUID()];
  await rows(
    `insert into deals (id, variant, kind, pack) values ($1, 'bisley/thirteen', 'daily', '')`,
    dealId,
  );
  await rows(
    `insert into dailies (id, day, game, deal_id, closes_at, created_at)
     values ($1, $2, 'bisley', $3, now() + interval '1 day', now())`,
    id,
    day++,
    dealId,
  );
  return { id, dealId };
}
async function begin(userId: string, { id, dealId }: { id: string; dealId: string }) {
  const playId = randomUUID();
  await rows(
    `insert into plays (id, deal_id, user_id, undo, starts_at, closes_at, daily_id, ranked)
     values ($1, $2, $3, 'bounded', now(), now() + interval '1 day', $4, true)`,
    playId,
    dealId,
    userId,
    id,
  );
  return playId;
}
const ended = {
  ending: 'conceded' as const,
  moves: 0,
  undos: 0,
  cardsHome: 0,
  cardsHomeAtMs: 0,
  elapsedMs: 1000,
};
/** As the node does it: whoever finds the play held by somebody else tries again in a moment. */
async function concede(playId: string): Promise<WriteOutcome> {
  for (;;) {
    const entry = { playId, number: 1, code: 0xfffe, elapsedMs: 1000, ended };
    const [outcome] = await playsRepository(database).append(node, [entry]).catch(contended);
    if (outcome !== 'busy') return outcome!;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
function contended(error: unknown): WriteOutcome[] {
  if (faultOf(error) !== 'contention') throw error;
  return ['busy'];
}

/** Does something to a person in between the two locks of an entry that ends a try of theirs. */
async function whileEnding(
  playId: string,
  userId: string,
  change: () => Promise<unknown>,
): Promise<unknown> {
  const entry = await database.pool.connect();
  try {
    // The other one is the first to notice, and so the one that is undone.
    await entry.query(`begin; set local deadlock_timeout = '30s'`);
    await entry.query('update plays set undos = 0 where id = $1', [playId]);
    const changed = change();
    // It fails by itself below; unheard until then.
    changed.catch(() => undefined);
    await expect
      .poll(() =>
        rows(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
                        and datname = current_database()`),
      )
      .toHaveLength(1);
    await entry.query('select from users where id = $1 for share', [userId]);
    await entry.query('commit');
    return await changed;
  } finally {
    entry.release(true);
  }
}

describe('P4: in the moment in which a ranked try ends', () => {
  const passkeyOf = (userId: string) => ({
    id: userId,
    userId,
    name: 'Chrome on Linux',
    publicKey: Uint8Array.of(1),
    counter: 0,
    transports: [],
  });

  test.each<[string, (id: string) => Promise<unknown>, unknown]>([
    [
      'its guest chooses a password',
      (id) => accountsRepository(database.prisma).setPassword(id, id.slice(0, 24), 'hash'),
      true,
    ],
    [
      'its guest makes a passkey',
      (id) => accountsRepository(database.prisma).addPasskey(passkeyOf(id)),
      true,
    ],
    [
      'its guest adds an address',
      (id) => accountsRepository(database.prisma).setEmail(id, `${id}@example.org`),
      true,
    ],
    [
      'its player leaves the boards',
      (id) => peopleRepository(database).setOffBoards(id, true),
      undefined,
    ],
    [
      'its player is banned',
      (playerId) =>
        moderationRepository(database.prisma).act(null, { action: 'ban', playerId, reason: 'x' }),
      true,
    ],
    [
      'its player leaves for good',
      (id) => departuresRepository(database.prisma).leaveForGood(id),
      expect.objectContaining({ kind: 'gone' }),
    ],
  ])('%s: both happen', async (_title, change, outcome) => {
    const id = await person(true);
    const playId = await begin(id, await daily());
    expect(await whileEnding(playId, id, () => change(id))).toEqual(outcome);
  });

  test('a banned guest becomes its player: both happen', async () => {
    const [guest, account] = [await person(true), await person(false)];
    await rows('update users set banned_at = now() where id = $1', guest);
    const playId = await begin(account, await daily());
    const merge = () => mergesRepository(database.prisma).merge(guest, account);
    expect(await whileEnding(playId, account, merge)).toMatchObject({ kind: 'merged' });
    const [after] = await rows('select banned_at from users where id = $1', account);
    expect(after!['banned_at']).toBeInstanceOf(Date);
  });
});

describe('many times at once, in whatever order they come', { timeout: 120_000 }, () => {
  const ROUNDS = scaled(4, 40);

  test('tries end while guests become accounts: none is lost, and one is ranked', async () => {
    const merges = mergesRepository(database.prisma);
    for (let n = 0; n < ROUNDS; n++) {
      const [guest, account] = [await person(true), await person(false)];
      const today = await daily();
      const mine = await begin(guest, today);
      const theirs = n % 2 === 0 ? await begin(account, today) : null;
      if (theirs) await concede(theirs);
      const others = await Promise.all(
        [guest, account, account].map(async (id) => begin(id, await daily())),
      );
      const done = await Promise.all([
        concede(mine),
        ...others.map(concede),
        merges.merge(guest, account),
      ]);
      expect(done.slice(0, -1)).toEqual(['written', 'written', 'written', 'written']);
      expect(done.at(-1)).toMatchObject({ kind: 'merged', merged: { plays: 2 } });
      const plays = await rows('select ranked from plays where daily_id = $1', today.id);
      expect(plays.filter(({ ranked }) => ranked)).toHaveLength(1);
      const results = await rows(
        `select r.user_id, p.ranked from results r join plays p on p.id = r.play_id
         where r.user_id = any($1)`,
        [guest, account],
      );
      expect(results).toEqual(Array(4).fill({ user_id: account, ranked: true }));
    }
  });

  test('a try begins while its guest becomes an account: it is the account’s, and the only ranked one', async () => {
    const merges = mergesRepository(database.prisma);
    const dailies = dailiesRepository(database);
    for (let n = 0; n < 3 * ROUNDS; n++) {
      const [guest, account] = [await person(true), await person(false)];
      const { id, dealId } = await daily();
      const today = { id, dealId, day } as StoredDaily;
      // The account begins too, after all: whoever comes first.
      const start = (userId: string) =>
        dailies.startTry({ id: randomUUID(), daily: today, userId, startsAt: Date.now() });
      const [mine, merged] = await Promise.all([start(guest), merges.merge(guest, account)]);
      expect(merged).toMatchObject({ kind: 'merged' });
      expect(await start(account)).toBe(mine);
      expect(await start(guest)).toBe(mine);
      expect(await rows('select id, user_id from plays where daily_id = $1', id)).toEqual([
        { id: mine, user_id: account },
      ]);
    }
  });

  test('tries end while their players claim, or leave for good', async () => {
    const departures = departuresRepository(database.prisma);
    const accounts = accountsRepository(database.prisma);
    for (let n = 0; n < ROUNDS; n++) {
      const [stays, goes] = [await person(true), await person(false)];
      const [kept, left] = [await begin(stays, await daily()), await begin(goes, await daily())];
      const done = await Promise.all([
        concede(kept),
        concede(left),
        accounts.setPassword(stays, stays.slice(0, 24), 'hash'),
        departures.leaveForGood(goes),
      ]);
      expect(done).toMatchObject(['written', 'written', true, { kind: 'gone' }]);
      const standings = await rows(
        'select user_id, standing from results where play_id = any($1) order by play_id = $2',
        [kept, left],
        kept,
      );
      expect(standings).toEqual([
        { user_id: expect.not.stringContaining(goes), standing: 1 },
        { user_id: stays, standing: 2 },
      ]);
    }
  });
});
