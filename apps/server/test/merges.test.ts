// A guest signs in to an account: what every table holds afterwards, on whichever node it is looked at.
import { randomUUID } from 'node:crypto';
import type { PlaySummary, SignedIn, Stats } from '@same-deal/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moderationRepository } from '../src/storage/people/moderation.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import type { TestNode } from './support/nodes.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { wonChance } from './support/won-chance.ts';

const PASSWORD = 'four words and a card';
type Node = TestNode & { clock: ReturnType<typeof testClock> };
let database: TestDatabase;
let nodes: [Node, Node];
const tabs: Tab[] = [];

async function nodeCalled(name: string): Promise<Node> {
  const clock = testClock();
  return { ...(await startNode(database, name, { clock, chance: wonChance })), clock };
}
beforeAll(async () => {
  database = await createTestDatabase();
  nodes = await Promise.all([nodeCalled('one'), nodeCalled('two')]);
});
beforeEach(() => () => {
  for (const tab of tabs.splice(0)) tab.close();
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

const passCountdown = () => Promise.all(nodes.map(({ clock }) => clock.skip(5000)));
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
const post = (node: Node, path: string, body: object, cookie = '') =>
  fetch(node.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

/** A guest, at a node. */
async function guestAt(node: Node, cookie?: string): Promise<Tab> {
  const tab = await openTab(node.url, cookie);
  tabs.push(tab);
  return tab;
}
/** An account, at a node; by the username it is signed in to. */
async function accountAt(node: Node): Promise<{ tab: Tab; username: string }> {
  const answer = await post(node, '/api/me', {});
  const username = `u${randomUUID().slice(0, 8)}`;
  const body = { username, password: PASSWORD };
  const claimed = await post(node, '/api/account/password', body, cookieOf(answer));
  expect(claimed.status).toBe(200);
  return { tab: await guestAt(node, cookieOf(claimed)), username };
}
/** The guest's device signs in to the account. */
const signIn = (node: Node, guest: Tab, username: string, choice = 'bring') =>
  post(
    node,
    '/api/sign-in/password',
    { username, password: PASSWORD, guest: choice },
    guest.cookie,
  );

const rows = async (sql: string, ...values: unknown[]) =>
  (await database.pool.query(sql, values)).rows as Record<string, unknown>[];
const ownerOf = async (playId: string) =>
  (await rows('select user_id from plays where id = $1', playId))[0]?.['user_id'];
const playsOf = async (node: Node, cookie: string) => {
  const answer = await fetch(`${node.url}/api/plays`, { headers: { cookie } });
  return ((await answer.json()) as { plays: PlaySummary[] }).plays;
};
const practise = async (tab: Tab) => {
  const { playId } = await tab.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
  return new Player(tab, await tab.ask('play:open', { playId }));
};

/** Every row of every table, to compare before and after. */
async function everything(): Promise<string> {
  const tables = await rows(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('_prisma_migrations', 'nodes', 'holdings') order by 1`,
  );
  const all = await Promise.all(
    tables.map(({ name }) =>
      rows(`select to_jsonb(t) - 'last_used_at' as row from ${String(name)} t order by 1::text`),
    ),
  );
  return JSON.stringify(all);
}

describe.runIf(hasValkey())('P12: signing in with a guest on the device', () => {
  test('every play goes on as the account’s where it was, also on the node that holds it in memory', async () => {
    const ann = await accountAt(nodes[1]);
    const guest = await guestAt(nodes[0]);
    const game = await practise(guest);
    for (let n = 0; n < 3; n++) await game.move();
    const answer = await signIn(nodes[1], guest, ann.username);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      person: { id: ann.tab.me.id, name: ann.tab.me.name, isGuest: false },
      merged: { name: guest.me.name, plays: 1, sharedRaces: 0 },
    } satisfies SignedIn);
    expect(await ownerOf(game.playId)).toBe(ann.tab.me.id);
    // The first node has the play in memory as the guest's.
    const here = await guestAt(nodes[0], cookieOf(answer));
    const table = await here.ask('play:open', { playId: game.playId });
    const goneOn = new Player(here, table);
    expect(goneOn.play.position).toEqual(game.play.position);
    expect(table.isYours).toBe(true);
    await goneOn.move();
    // And the account's other device, on the other node, follows.
    const there = new Player(ann.tab, await ann.tab.ask('play:open', { playId: game.playId }));
    expect(there.play.position).toEqual(goneOn.play.position);
    const listed = await playsOf(nodes[1], ann.tab.cookie);
    expect(listed.map(({ playId }) => playId)).toEqual([game.playId]);
  });

  test('P12: the account is told which guests it was, and nobody else is', async () => {
    const [ann, guest, other] = [
      await accountAt(nodes[0]),
      await guestAt(nodes[0]),
      await guestAt(nodes[0]),
    ];
    const guestsOf = async ({ cookie }: Tab) =>
      (await fetch(`${nodes[0].url}/api/me/guests`, { headers: { cookie } })).json();
    expect(await guestsOf(ann.tab)).toEqual({ ids: [] });
    await signIn(nodes[0], guest, ann.username);
    expect(await guestsOf(ann.tab)).toEqual({ ids: [guest.me.id] });
    expect(await guestsOf(other)).toEqual({ ids: [] });
  });

  test('left behind, the guest’s games stay the guest’s', async () => {
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[0]);
    const game = await practise(guest);
    const answer = await signIn(nodes[0], guest, ann.username, 'leave');
    expect(await answer.json()).toMatchObject({ merged: null });
    expect(await ownerOf(game.playId)).toBe(guest.me.id);
  });

  test('the guest’s sessions and lines end on every node, and nothing of them signs in again', async () => {
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[0]);
    const elsewhere = await guestAt(nodes[1], guest.cookie);
    const handOver = await post(nodes[0], '/api/hand-overs', { path: '/' }, guest.cookie);
    const { token } = (await handOver.json()) as { token: string };
    const answer = await signIn(nodes[0], guest, ann.username);
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toBe(guest.cookie);
    for (const tab of [guest, elsewhere]) {
      await expect.poll(() => tab.socket.connected).toBe(false);
      tab.close();
    }
    const me = await fetch(`${nodes[1].url}/api/me`, { headers: { cookie: guest.cookie } });
    expect(me.status).toBe(401);
    const used = await post(nodes[1], '/api/hand-overs/accept', { token, guest: 'leave' });
    expect(used.status).toBe(404);
    expect(await rows('select id from sessions where user_id = $1', guest.me.id)).toEqual([]);
  });

  test('a lobby keeps one seat, and a running race goes on in the account’s', async () => {
    const ann = await accountAt(nodes[1]);
    const guest = await guestAt(nodes[0]);
    const ben = await guestAt(nodes[1]);
    // The guest is host of a lobby in which the account sits too, and plays a race with Ben.
    const lobby = await openLobby([guest, ann.tab]);
    const { code, tables } = await startRace(
      [guest, ben],
      {},
      async () => void (await passCountdown()),
    );
    const game = new Player(guest, tables[0]!);
    await game.move();
    const answer = await signIn(nodes[0], guest, ann.username);
    expect(answer.status).toBe(200);
    const afterLobby = await ben.ask('race:enter', { code: lobby });
    expect(afterLobby.players.map(({ id }) => id)).toEqual([ann.tab.me.id]);
    expect(afterLobby.hostId).toBe(ann.tab.me.id);
    const news = await ben.news(
      'race:updated',
      (race) => race.code === code && race.players.some(({ id }) => id === ann.tab.me.id),
    );
    expect(news.players.map(({ id, name }) => [id, name])).toEqual([
      [ann.tab.me.id, ann.tab.me.name],
      [ben.me.id, ben.me.name],
    ]);
    expect(news.players[0]?.progress?.moves).toBe(1);
    const here = await guestAt(nodes[1], cookieOf(answer));
    const goneOn = new Player(here, await here.ask('play:open', { playId: game.playId }));
    expect(goneOn.play.position).toEqual(game.play.position);
    await goneOn.move();
    await ben.news('race:progressed', ([, , players]) =>
      players.some(([seat, moves]) => seat === 0 && moves === 2),
    );
    await goneOn.concede();
    await new Player(ben, tables[1]!).concede();
    const settled = await ben.news(
      'race:updated',
      (race) => race.code === code && race.phase === 'settled',
    );
    expect(settled.players[0]?.progress).toMatchObject({ ending: 'conceded', moves: 2 });
  });

  test('a race that both played in keeps both seats and counts for nothing; the account lists both plays', async () => {
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[1]);
    const ben = await guestAt(nodes[0]);
    const { code, tables } = await startRace(
      [guest, ann.tab, ben],
      {},
      async () => void (await passCountdown()),
    );
    for (const [n, tab] of [guest, ann.tab, ben].entries())
      await new Player(tab, tables[n]!).concede();
    const before = await ben.news(
      'race:updated',
      (race) => race.code === code && race.phase === 'settled',
    );
    expect(before.unrated).toBe(false);
    const answer = await signIn(nodes[1], guest, ann.username);
    expect(await answer.json()).toMatchObject({ merged: { plays: 0, sharedRaces: 1 } });
    const race = await ben.ask('race:enter', { code });
    expect(race.unrated).toBe(true);
    expect(race.players.map(({ id, name, progress }) => [id, name, progress?.ending])).toEqual(
      [guest, ann.tab, ben].map(({ me }) => [me.id, me.name, 'conceded']),
    );
    const [stored] = await rows('select value, settled_at from races where code = $1', code);
    expect(stored).toMatchObject({ value: { unrated: true }, settled_at: expect.any(Date) });
    expect(await rows('select merged_into_id from users where id = $1', guest.me.id)).toEqual([
      { merged_into_id: ann.tab.me.id },
    ]);
    const listed = await playsOf(nodes[0], ann.tab.cookie);
    expect(listed.filter(({ raceCode }) => raceCode === code)).toHaveLength(2);
    // It is in nobody's tally.
    const people = await fetch(`${nodes[0].url}/api/people`, { headers: { cookie: ben.cookie } });
    expect(people.status).toBe(200);
    expect(await people.text()).not.toContain(ann.tab.me.id);
    // Nor when both seats are nobody's any more.
    const playedBy = async ({ cookie }: Tab) => {
      const stats = await fetch(`${nodes[0].url}/api/stats`, { headers: { cookie } });
      return ((await stats.json()) as Stats).races[0]?.played;
    };
    expect(await playedBy(ben)).toBe(0);
    const headers = { 'content-type': 'application/json', cookie: cookieOf(answer) };
    const request = { method: 'DELETE', headers, body: '{"sure":true}' };
    expect((await fetch(`${nodes[1].url}/api/me`, request)).status).toBe(200);
    expect(await playedBy(ben)).toBe(0);
  });

  test('of two tries at one daily the earlier is the ranked one, and the boards follow', async () => {
    const [daily] = await rows(
      `with deal as (insert into deals (variant, kind, pack, salt, commitment)
         values ('bisley/thirteen', 'daily', '\\x00', '\\x00', '\\x00') returning id)
       insert into dailies (day, game, deal_id, closes_at, created_at)
       select 30000, 'bisley', id, now() + interval '1 day', now() from deal returning id, deal_id`,
    );
    const tryOf = async (userId: string, minute: number, moves: number | null) => {
      const [play] = await rows(
        `insert into plays (id, deal_id, user_id, undo, starts_at, closes_at, daily_id, ranked,
           ended_at, ending, moves, undos, cards_home, cards_home_at_ms, elapsed_ms)
         values (gen_random_uuid(), $1, $2, 'bounded', now() - $3 * interval '1 minute',
           now() + interval '1 day', $4, true, case when $5::int is null then null else now() end,
           case when $5::int is null then null else 'conceded' end, $5, 0, 0, 0, 1000) returning id`,
        daily!['deal_id'],
        userId,
        minute,
        daily!['id'],
        moves,
      );
      return play!['id'];
    };
    for (const [guestMinute, accountMinute] of [
      [20, 10],
      [10, 20],
    ] as const) {
      const ann = await accountAt(nodes[0]);
      const guest = await guestAt(nodes[0]);
      const guests = await tryOf(guest.me.id, guestMinute, 7);
      const accounts = await tryOf(ann.tab.me.id, accountMinute, 9);
      expect((await signIn(nodes[0], guest, ann.username)).status).toBe(200);
      const kept = guestMinute > accountMinute ? guests : accounts;
      const after = await rows('select id, ranked from plays where user_id = $1', ann.tab.me.id);
      expect(after).toHaveLength(2);
      expect(after.filter(({ ranked }) => ranked)).toEqual([{ id: kept, ranked: true }]);
      expect(
        await rows('select play_id, standing from results where user_id = any($1)', [
          ann.tab.me.id,
          guest.me.id,
        ]),
      ).toEqual([{ play_id: kept, standing: 2 }]);
    }
    // Both running: refused by name.
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[0]);
    await tryOf(guest.me.id, 5, null);
    await tryOf(ann.tab.me.id, 4, null);
    const before = await everything();
    const answer = await signIn(nodes[0], guest, ann.username);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({
      error: { code: 'merge-running', detail: 'daily bisley 2052-02-20' },
    });
    expect(await everything()).toBe(before);
  });

  test('whom the guest blocked the account blocks, and a ban comes along', async () => {
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[0]);
    const [ben, cat] = [await guestAt(nodes[0]), await guestAt(nodes[0])];
    await rows(
      `insert into blocks (blocker_id, blocked_id) values ($1, $2), ($3, $1), ($1, $4), ($4, $2)`,
      guest.me.id,
      ben.me.id,
      cat.me.id,
      ann.tab.me.id,
    );
    await rows('update users set banned_at = now() where id = $1', guest.me.id);
    expect((await signIn(nodes[0], guest, ann.username)).status).toBe(200);
    const blocks = await rows(
      'select blocker_id, blocked_id from blocks where $1 in (blocker_id, blocked_id) or $2 in (blocker_id, blocked_id) order by blocked_id = $1',
      ann.tab.me.id,
      guest.me.id,
    );
    expect(blocks).toEqual([
      { blocker_id: ann.tab.me.id, blocked_id: ben.me.id },
      { blocker_id: cat.me.id, blocked_id: ann.tab.me.id },
    ]);
    const [after] = await rows('select banned_at from users where id = $1', ann.tab.me.id);
    expect(after!['banned_at']).toBeInstanceOf(Date);
  });

  test('P8: a block or a ban by the guest’s id is the account’s; nothing else is asked of the guest', async () => {
    const ann = await accountAt(nodes[0]);
    const [guest, ben] = [await guestAt(nodes[0]), await guestAt(nodes[0])];
    const { tables } = await startRace([guest, ann.tab, ben], {}, async () => {
      await passCountdown();
    });
    for (const [n, tab] of [guest, ann.tab, ben].entries())
      await new Player(tab, tables[n]!).concede();
    await ben.news('race:updated', (race) => race.phase === 'settled');
    const answer = await signIn(nodes[0], guest, ann.username);
    expect(answer.status).toBe(200);
    const asBen = async (method: string, path: string) => {
      const { status } = await fetch(nodes[1].url + path, {
        method,
        headers: { cookie: ben.cookie },
      });
      return status;
    };
    // The race that both were in keeps the guest's seat.
    const block = `/api/people/${guest.me.id}/block`;
    const blocks = () => rows('select blocked_id from blocks where blocker_id = $1', ben.me.id);
    expect(await asBen('PUT', block)).toBe(200);
    expect(await blocks()).toEqual([{ blocked_id: ann.tab.me.id }]);
    expect(await asBen('DELETE', block)).toBe(200);
    expect(await blocks()).toEqual([]);
    const own = await fetch(nodes[1].url + block, {
      method: 'PUT',
      headers: { cookie: cookieOf(answer) },
    });
    expect(own.status, 'nobody blocks themself').toBe(404);
    expect(await asBen('PUT', `/api/nudges/rivals/${guest.me.id}`)).toBe(404);
    const moderation = moderationRepository(database.prisma);
    const bannedOf = async () =>
      (await rows('select banned_at from users where id = $1', ann.tab.me.id))[0]?.['banned_at'];
    const decide = (action: 'ban' | 'unban') =>
      moderation.act(null, { action, playerId: guest.me.id, reason: 'seen' });
    expect(await decide('ban')).toBe(true);
    expect(await bannedOf()).toBeInstanceOf(Date);
    expect((await moderation.log())[0]).toMatchObject({ action: 'ban', playerId: ann.tab.me.id });
    expect(await decide('unban')).toBe(true);
    expect(await bannedOf()).toBeNull();
  });

  test('a seat in a lobby or a quick match does not come along where it could not be taken for a block', async () => {
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[0]);
    const [ben, cat] = [await guestAt(nodes[0]), await guestAt(nodes[0])];
    const lobby = await openLobby([ben, guest, cat]);
    const own = await openLobby([guest, ben]);
    const quick: string[] = [];
    for (const one of [guest, ben]) {
      const { code } = await one.ask('race:quick', { game: 'bisley' });
      await one.ask('race:enter', { code });
      quick.push(code);
    }
    expect(quick[1]).toBe(quick[0]);
    await rows(
      'insert into blocks (blocker_id, blocked_id) values ($1, $2)',
      ben.me.id,
      ann.tab.me.id,
    );
    expect(await ann.tab.request('race:join', { code: lobby })).toMatchObject({
      error: { code: 'race-locked' },
    });
    expect((await signIn(nodes[0], guest, ann.username)).status).toBe(200);
    const seatsOf = async (code: string) =>
      (await cat.ask('race:enter', { code })).players.map(({ id }) => id);
    expect(await seatsOf(lobby)).toEqual([ben.me.id, cat.me.id]);
    expect(await seatsOf(own), 'who hosts is kept out of nothing').toEqual([
      ann.tab.me.id,
      ben.me.id,
    ]);
    expect(await seatsOf(quick[0]!)).toEqual([ben.me.id]);
    await ben.ask('race:leave', { code: quick[0]! });
  });

  test('no table still holds the guest but for the seats that stay', async () => {
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[0]);
    await practise(guest);
    await openLobby([guest]);
    await post(nodes[0], '/api/hand-overs', { path: '/' }, guest.cookie);
    expect((await signIn(nodes[0], guest, ann.username)).status).toBe(200);
    const columns = await rows(
      `select table_name as t, column_name as c from information_schema.columns
       where table_schema = 'public' and table_name <> '_prisma_migrations'`,
    );
    const found: string[] = [];
    for (const { t, c } of columns as { t: string; c: string }[]) {
      const hits = await rows(
        `select 1 from ${t} where ${c}::text like '%' || $1 || '%'`,
        guest.me.id,
      );
      // News between nodes is transient.
      if (hits.length > 0) found.push(`${t}.${c}`);
    }
    // The guest's own row, and the placeholder of an address that is made of its id.
    expect(found.filter((name) => name !== 'users.email')).toEqual(['users.id']);
  });
});

describe.runIf(hasValkey())('P6: a hand-over to a device with a guest', () => {
  const handOver = async (node: Node, from: Tab): Promise<string> => {
    const answer = await post(node, '/api/hand-overs', { path: '/' }, from.cookie);
    return ((await answer.json()) as { token: string }).token;
  };
  const accept = (node: Node, at: Tab, token: string) =>
    post(node, '/api/hand-overs/accept', { token, guest: 'bring' }, at.cookie);

  test('merges by the same rules: races come along as well, to another guest too', async () => {
    const anna = await guestAt(nodes[0]);
    const laptop = await guestAt(nodes[1]);
    const ben = await guestAt(nodes[0]);
    const { code, tables } = await startRace(
      [laptop, ben],
      {},
      async () => void (await passCountdown()),
    );
    const game = new Player(laptop, tables[0]!);
    await game.move();
    const answer = await accept(nodes[1], laptop, await handOver(nodes[0], anna));
    expect(await answer.json()).toEqual({
      path: '/',
      name: anna.me.name,
      merged: { name: laptop.me.name, plays: 1, sharedRaces: 0 },
    });
    const here = await guestAt(nodes[0], cookieOf(answer));
    expect(here.me.id).toBe(anna.me.id);
    const goneOn = new Player(here, await here.ask('play:open', { playId: game.playId }));
    expect(goneOn.play.position).toEqual(game.play.position);
    await goneOn.concede();
    await new Player(ben, tables[1]!).concede();
    await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
  });

  test('while both are in one race that runs: refused by name, and the code is still good', async () => {
    const anna = await guestAt(nodes[0]);
    const laptop = await guestAt(nodes[0]);
    const { code, tables } = await startRace(
      [laptop, anna],
      {},
      async () => void (await passCountdown()),
    );
    const token = await handOver(nodes[0], anna);
    const before = await everything();
    const answer = await accept(nodes[0], laptop, token);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({
      error: { code: 'merge-running', detail: `race ${code}` },
    });
    expect(await everything()).toBe(before);
    for (const [n, tab] of [laptop, anna].entries()) await new Player(tab, tables[n]!).concede();
    expect((await accept(nodes[0], laptop, token)).status).toBe(200);
    // Her seats are hers as well when she becomes an account herself.
    const ann = await accountAt(nodes[0]);
    expect((await signIn(nodes[0], anna, ann.username)).status).toBe(200);
    expect(
      await rows('select merged_into_id from users where id = any($1)', [laptop.me.id, anna.me.id]),
    ).toEqual([{ merged_into_id: ann.tab.me.id }, { merged_into_id: ann.tab.me.id }]);
    const listed = await playsOf(nodes[1], ann.tab.cookie);
    expect(listed.filter(({ raceCode }) => raceCode === code)).toHaveLength(2);
  });
});

describe.runIf(hasValkey())('P8: what cannot be merged', () => {
  test('a race that both are in and that still runs: refused by name, and nothing has changed', async () => {
    const ann = await accountAt(nodes[0]);
    const guest = await guestAt(nodes[1]);
    await practise(guest);
    const { code, tables } = await startRace(
      [guest, ann.tab],
      {},
      async () => void (await passCountdown()),
    );
    const before = await everything();
    const answer = await signIn(nodes[1], guest, ann.username);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({
      error: { code: 'merge-running', detail: `race ${code}` },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await everything()).toBe(before);
    // Left behind, nothing stands in the way; and once it has ended nothing does either.
    for (const [n, tab] of [guest, ann.tab].entries()) await new Player(tab, tables[n]!).concede();
    expect((await signIn(nodes[1], guest, ann.username)).status).toBe(200);
  });

  test('a guest is merged once: of several at once exactly one does it', async () => {
    const accounts = [await accountAt(nodes[0]), await accountAt(nodes[1])];
    const guest = await guestAt(nodes[0]);
    const game = await practise(guest);
    const answers = await Promise.all(
      [...accounts, ...accounts].map(({ username }, n) => signIn(nodes[n % 2]!, guest, username)),
    );
    const bodies = (await Promise.all(answers.map((one) => one.json()))) as Partial<SignedIn>[];
    const merged = bodies.filter((body) => body.merged);
    expect(merged).toHaveLength(1);
    expect(await ownerOf(game.playId)).toBe(merged[0]!.person!.id);
    for (const [n, { status }] of answers.entries()) {
      if (status === 200) continue;
      expect(bodies[n]).toEqual({ error: { code: 'merged-already' } });
    }
    // Afterwards the guest is nobody, so signing in with the old cookie merges nothing.
    const again = await signIn(nodes[0], guest, accounts[0]!.username);
    expect(await again.json()).toMatchObject({ merged: null });
  });

  test('an account is no guest: signing in to another one merges nothing', async () => {
    const [ann, ben] = [await accountAt(nodes[0]), await accountAt(nodes[0])];
    const game = await practise(ann.tab);
    const answer = await signIn(nodes[0], ann.tab, ben.username);
    expect(await answer.json()).toMatchObject({ merged: null });
    expect(await ownerOf(game.playId)).toBe(ann.tab.me.id);
  });
});
