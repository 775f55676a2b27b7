// Circles over HTTP: who gets in, what each may see, points of a week, races that are arranged, and what stays of somebody.
import { STAND_INS } from '@same-deal/protocol';
import type {
  CircleDoor,
  CircleList,
  CircleSnapshot,
  CircleTable,
  CircleWeek,
  DailyBoard,
  MyData,
} from '@same-deal/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { REMOVED_KEPT } from '../src/circle/circle.ts';
import { departuresRepository } from '../src/storage/people/departures.ts';
import { mergesRepository } from '../src/storage/people/merges.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { openLobby, Player } from './support/races.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase, serve, tabAt } from './support/until-finished.ts';
import type { Service } from './support/until-finished.ts';

const HOUR = 3_600_000;
/** A Wednesday, far ahead, so that the database never thinks that a race is over. */
const NOON = Date.UTC(2040, 1, 29, 12);
const today = '2040-02-29';

const start = () => serve(testClock(NOON));

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** @returns what is answered, or the code of what it is refused with */
async function ask<Body>(
  url: string,
  who: Tab,
  method: Method,
  path: string,
  body?: object,
): Promise<Body & { readonly error?: { readonly code: string; readonly startsInMs?: number } }> {
  const answer = await fetch(`${url}/api/circles${path}`, {
    method,
    headers: {
      cookie: who.cookie,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  return (await answer.json()) as Body & { error?: { code: string } };
}
const refusalOf = async (...of: Parameters<typeof ask>) => (await ask(...of)).error?.code;

async function make(url: string, host: Tab, ...others: readonly Tab[]): Promise<string> {
  const { id } = await ask<{ id: string }>(url, host, 'POST', '', { name: 'Ours' });
  const { code } = await look(url, host, id);
  for (const one of others) await ask(url, one, 'POST', '/join', { code });
  return id;
}
const look = (url: string, who: Tab, id: string) => ask<CircleSnapshot>(url, who, 'GET', `/${id}`);
/** Of people who joined in the same moment. */
const idsOf = (tabs: readonly Tab[]) => tabs.map(({ me }) => me.id).sort();
const membersOf = ({ members }: CircleSnapshot) => members.map(({ playerId }) => playerId).sort();
const block = (node: Service, one: Tab, other: Tab) =>
  node.database.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [
    one.me.id,
    other.me.id,
  ]);

const putBlock = async (url: string, by: Tab, of: Tab): Promise<number> => {
  const headers = { cookie: by.cookie, 'content-type': 'application/json' };
  const to = `${url}/api/people/${of.me.id}/block`;
  return (await fetch(to, { method: 'PUT', headers, body: '{}' })).status;
};

/** Plays a daily: so many moves, then gives up. */
async function playDaily(tab: Tab, day = today, game = 'bisley', moves = 0): Promise<string> {
  const { playId } = await tab.ask('daily:start', { day, game });
  const player = new Player(tab, await tab.ask('play:open', { playId }));
  for (let n = 0; n < moves; n++) await player.move();
  await player.concede();
  return playId;
}
/** So that they may invite one another. */
const meet = async (one: Tab, other: Tab, node: Service): Promise<void> => {
  const code = await openLobby([one, other]);
  await one.ask('race:start', { code });
  await node.clock.skip(6_000);
};

describe('who gets in', () => {
  test('P8: by the link, once; what the host does holds, and strangers see nothing', async () => {
    const { url, tab } = await start();
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, ben);
    const circle = await look(url, ben, id);
    const { code, members, isHost } = circle;
    expect(membersOf(circle)).toEqual(idsOf([anna, ben]));
    expect(members.map((one) => one.isHere)).toEqual([true, true]);
    expect(isHost).toBe(false);
    expect(await refusalOf(url, cora, 'GET', `/${id}`)).toBe('not-found');
    const door = await ask<CircleDoor>(url, cora, 'GET', `/codes/${code}`);
    expect(door).toEqual({ name: 'Ours', host: anna.me.name, members: 2, id: null });

    expect(await refusalOf(url, ben, 'PATCH', `/${id}`, { name: 'Theirs' })).toBe('not-host');
    expect(await refusalOf(url, anna, 'PATCH', `/${id}`, { name: '\u202e' })).toBe(
      'name-not-allowed',
    );
    await ask(url, anna, 'PATCH', `/${id}`, { name: 'Us' });
    await ask(url, anna, 'POST', `/${id}/code`);
    expect(await refusalOf(url, cora, 'POST', '/join', { code })).toBe('not-found');
    const renewed = await look(url, anna, id);
    expect(renewed.name).toBe('Us');
    await ask(url, cora, 'POST', '/join', { code: renewed.code });
    await ask(url, anna, 'DELETE', `/${id}/members/${cora.me.id}`);
    expect(await refusalOf(url, cora, 'POST', '/join', { code: renewed.code })).toBe(
      'circle-removed',
    );
    await ask(url, anna, 'POST', `/${id}/host`, { personId: ben.me.id });
    expect((await look(url, ben, id)).isHost).toBe(true);
    await ask(url, ben, 'DELETE', `/${id}/me`);
    expect((await look(url, anna, id)).isHost).toBe(true);
    await ask(url, anna, 'DELETE', `/${id}`);
    expect(await refusalOf(url, anna, 'GET', `/${id}`)).toBe('not-found');
  });

  test('news: everybody in it is told that it has changed, and no more than its id', async () => {
    const { url, tab, clock } = await start();
    const [anna, ben] = [await tab(), await tab()];
    const id = await make(url, anna, ben);
    await clock.skip(1_100);
    ben.received.length = 0;
    await ask(url, anna, 'PATCH', `/${id}`, { name: 'Us' });
    expect(await ben.news('circle:changed')).toEqual({ id });
  });

  test('and nobody where nothing has changed: all their pages would ask again', async () => {
    const { url, tab, clock } = await start();
    const [anna, ben] = [await tab(), await tab()];
    const id = await make(url, anna, ben);
    const { name, code } = await look(url, anna, id);
    await clock.skip(1_100);
    ben.received.length = 0;
    await ask(url, anna, 'PATCH', `/${id}/me`, { showsLane: true });
    await ask(url, anna, 'PATCH', `/${id}`, { name });
    await ask(url, anna, 'POST', '/join', { code });
    await clock.skip(1_100);
    await ask(url, anna, 'PATCH', `/${id}/me`, { showsLane: false });
    await ben.news('circle:changed');
    expect(ben.received.filter((one) => one.name === 'circle:changed')).toHaveLength(1);
  });

  test('P8: blocked people are not shown to one another, and who the host has blocked does not get in', async () => {
    const node = await start();
    const { url, tab } = node;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    await block(node, ben, cora);
    for (const [who, others] of [
      [anna, [anna, ben, cora]],
      [ben, [anna, ben]],
      [cora, [anna, cora]],
    ] as const) {
      expect(membersOf(await look(url, who, id))).toEqual(idsOf(others));
    }
    for (const one of [anna, ben, cora]) await playDaily(one);
    const bens = JSON.stringify([
      await look(url, ben, id),
      await ask<CircleTable>(url, ben, 'GET', `/${id}/weeks`),
    ]);
    expect(bens).not.toContain(cora.me.id);
    expect((await look(url, anna, id)).week.rows).toHaveLength(3);
    const both = `/${id}/people/${ben.me.id}/${cora.me.id}`;
    expect(await refusalOf(url, ben, 'GET', both)).toBe('not-found');
    const { code } = await look(url, anna, id);
    const door = (who: Tab) => ask<CircleDoor>(url, who, 'GET', `/codes/${code}`);
    expect([(await door(anna)).members, (await door(ben)).members]).toEqual([3, 2]);
    // As host he learns no more of her by her id than that she is not in it.
    await ask(url, anna, 'POST', `/${id}/host`, { personId: ben.me.id });
    const removes = await refusalOf(url, ben, 'DELETE', `/${id}/members/${cora.me.id}`);
    const handsOn = await refusalOf(url, ben, 'POST', `/${id}/host`, { personId: cora.me.id });
    expect([removes, handsOn]).toEqual(['not-found', 'not-found']);
    expect(await refusalOf(url, cora, 'GET', `/${id}`)).toBe('not-found');
    await ask(url, ben, 'POST', `/${id}/host`, { personId: anna.me.id });
    expect(membersOf(await look(url, anna, id))).toEqual(idsOf([anna, ben]));
    const [dora, emil] = [await tab(), await tab()];
    await block(node, anna, dora);
    await block(node, emil, anna);
    for (const one of [dora, emil])
      expect(await refusalOf(url, one, 'POST', '/join', { code })).toBe('circle-full');
  });

  test('make it daily: both press, and one circle of two comes of it; strangers invite nobody', async () => {
    const node = await start();
    const { url, tab } = node;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    await meet(anna, ben, node);
    const daily = (other: Tab) => ({ name: 'Anna & Ben', people: [other.me.id], daily: true });
    const first = await ask<{ id: string }>(url, anna, 'POST', '', daily(ben));
    const list = () => ask<CircleList>(url, ben, 'GET', '');
    expect((await list()).invitations).toEqual([
      { id: first.id, name: 'Anna & Ben', from: anna.me.name },
    ]);
    const again = await ask<{ id: string }>(url, anna, 'POST', '', daily(ben));
    const second = await ask<{ id: string }>(url, ben, 'POST', '', daily(anna));
    expect([again.id, second.id]).toEqual([first.id, first.id]);
    expect((await look(url, anna, first.id)).members).toHaveLength(2);
    expect((await list()).invitations).toEqual([]);
    await ask(url, cora, 'POST', '', daily(ben));
    expect((await list()).invitations).toEqual([]);
  });

  test('an invitation is accepted or declined', async () => {
    const node = await start();
    const { url, tab } = node;
    const [anna, ben] = [await tab(), await tab()];
    await meet(anna, ben, node);
    const invite = (name: string) =>
      ask<{ id: string }>(url, anna, 'POST', '', { name, people: [ben.me.id] });
    // Not the one that was made just now, into which nobody was asked.
    await ask(url, anna, 'POST', '', { name: 'Ours', people: [] });
    const [one, two] = [await invite('Ours'), await invite('Yours')];
    expect((await invite('Ours')).id, 'asked again').toBe(one.id);
    await ask(url, ben, 'POST', `/${one.id}/invitation`);
    await ask(url, ben, 'DELETE', `/${two.id}/invitation`);
    expect(await refusalOf(url, ben, 'POST', `/${two.id}/invitation`)).toBe('not-found');
    const { circles, invitations } = await ask<CircleList>(url, ben, 'GET', '');
    expect(invitations).toEqual([]);
    expect(circles).toMatchObject([{ id: one.id, members: 2, isHost: false }]);
  });

  test.runIf(hasValkey())(
    'P8: everybody at once at two nodes: never 51 people, never two hosts',
    async () => {
      const database = await newDatabase();
      const nodes = [await startNode(database, 'one'), await startNode(database, 'two')];
      for (const node of nodes) onTestFinished(() => node.close());
      const [one, two] = [nodes[0]!.url, nodes[1]!.url];
      const host = await tabAt(one);
      const id = await make(one, host);
      const { code } = await look(one, host, id);
      await database.pool.query(
        `insert into users (id, name, email) select 'p' || n, 'N', 'p' || n || '@example.org' from generate_series(1, 46) n`,
      );
      await database.pool.query(
        `insert into circle_members (circle_id, user_id, joined_at) select $1::uuid, 'p' || n, now() from generate_series(1, 46) n`,
        [id],
      );
      const more = await Promise.all([one, two, one, two, one, two].map((url) => tabAt(url)));
      const refused = await Promise.all(
        more.map((tab, n) => refusalOf(n % 2 ? two : one, tab, 'POST', '/join', { code })),
      );
      expect(refused.filter((why) => why === undefined)).toHaveLength(3);
      expect(refused.filter((why) => why === 'circle-full')).toHaveLength(3);
      const inside = more.filter((_, n) => refused[n] === undefined);
      // The host hands on, goes and is replaced at once; whoever leaves does so for good.
      await Promise.all([
        ask(one, host, 'POST', `/${id}/host`, { personId: inside[0]!.me.id }),
        ask(two, inside[0]!, 'DELETE', `/${id}/me`),
        ask(two, host, 'DELETE', `/${id}/me`),
      ]);
      const left = await look(two, inside[1]!, id);
      expect(left.members).toHaveLength(48);
      expect(left.members.filter(({ isHost }) => isHost)).toHaveLength(1);
      // Half of everybody else leaves at the same time, at both nodes; none of it is lost.
      await Promise.all(
        inside.slice(1).map((tab, n) => ask(n % 2 ? two : one, tab, 'DELETE', `/${id}/me`)),
      );
      const rows = await database.prisma.circleMember.count({
        where: { circleId: id, leftAt: null },
      });
      expect(rows).toBe(46);
    },
  );
});

describe('attacks', () => {
  test.each([
    ['a member blocks the host', false],
    ['the host blocks a member', true],
  ])(
    'P8: where %s the member is out of the circle, and everybody is told that it has changed',
    async (_what, byHost) => {
      const node = await start();
      const { url, tab, clock } = node;
      const [anna, ben, cora] = [await tab(), await tab(), await tab()];
      const id = await make(url, anna, ben, cora);
      // In this one neither of them is host: there they only do not see one another.
      const beside = await make(url, cora, anna, ben);
      await clock.skip(1_100);
      for (const one of [anna, ben, cora]) one.received.length = 0;
      const [by, of] = byHost ? [anna, ben] : [ben, anna];
      expect(await putBlock(url, by, of)).toBe(200);
      await clock.skip(1_100);
      for (const one of [anna, ben, cora])
        expect(await one.news('circle:changed', (news) => news.id === id)).toEqual({ id });
      expect(await refusalOf(url, ben, 'GET', `/${id}`)).toBe('not-found');
      for (const one of [anna, cora])
        expect(membersOf(await look(url, one, id))).toEqual(idsOf([anna, cora]));
      expect(membersOf(await look(url, cora, beside))).toEqual(idsOf([anna, ben, cora]));
      const { code } = await look(url, anna, id);
      expect(await refusalOf(url, ben, 'POST', '/join', { code })).toBe('circle-full');
    },
  );

  test('P8: a host who leaves, hands on or goes for good leaves nobody in with whom the next one has a block', async () => {
    const node = await start();
    const { url, tab, clock, database } = node;
    const [anna, ben, cora, dora] = [await tab(), await tab(), await tab(), await tab()];
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const id = await make(url, anna);
      const { code } = await look(url, anna, id);
      for (const one of [ben, cora, dora]) {
        await clock.skip(1);
        await ask(url, one, 'POST', '/join', { code });
      }
      ids.push(id);
    }
    expect(await putBlock(url, cora, ben)).toBe(200);
    await ask(url, anna, 'DELETE', `/${ids[0]}/me`);
    await ask(url, anna, 'POST', `/${ids[1]}/host`, { personId: ben.me.id });
    await departuresRepository(database.prisma).leaveForGood(anna.me.id, clock.now());
    for (const id of ids) {
      expect(await refusalOf(url, cora, 'GET', `/${id}`)).toBe('not-found');
      expect(membersOf(await look(url, dora, id))).toEqual(idsOf([ben, dora]));
    }
  });

  test('a name that was hidden with its host’s stays hidden when somebody else is host, until they give it another', async () => {
    const node = await start();
    const { url, tab, database } = node;
    const [anna, ben] = [await tab(), await tab()];
    const [left, handed, gone] = [
      await make(url, anna, ben),
      await make(url, anna, ben),
      await make(url, anna, ben),
    ];
    const guest = await tab();
    const merged = await make(url, guest, ben);
    const shown = async (id: string) => (await look(url, ben, id)).name;
    const hide = `update users set name_hidden_at = now() where id = any($1)`;
    await database.pool.query(hide, [[anna.me.id, guest.me.id]]);
    for (const id of [left, handed, gone, merged]) expect(await shown(id)).toBe(STAND_INS.hidden);
    await ask(url, anna, 'DELETE', `/${left}/me`);
    await ask(url, anna, 'POST', `/${handed}/host`, { personId: ben.me.id });
    await departuresRepository(database.prisma).leaveForGood(anna.me.id);
    const account = await tab();
    await database.pool.query('update users set is_anonymous = false where id = $1', [
      account.me.id,
    ]);
    const merges = mergesRepository(database.prisma);
    expect(await merges.merge(guest.me.id, account.me.id)).toMatchObject({ kind: 'merged' });
    for (const id of [left, handed, gone, merged]) expect(await shown(id)).toBe(STAND_INS.hidden);
    await ask(url, ben, 'PATCH', `/${left}`, { name: 'Us' });
    expect(await shown(left)).toBe('Us');
  });

  test('P8: a host removes whom a block has hidden since before blocks ended anything', async () => {
    const node = await start();
    const { url, tab } = node;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    await block(node, ben, anna);
    expect(await refusalOf(url, anna, 'DELETE', `/${id}/members/${ben.me.id}`)).toBeUndefined();
    expect(await refusalOf(url, ben, 'GET', `/${id}`)).toBe('not-found');
    expect(membersOf(await look(url, cora, id))).toEqual(idsOf([anna, cora]));
  });

  test('P8: blocking and joining at once leave nobody in whom the host has blocked', async () => {
    const { url, tab } = await start();
    const anna = await tab();
    const id = await make(url, anna);
    const { code } = await look(url, anna, id);
    for (let n = 0; n < 6; n++) {
      const one = await tab();
      const [by, of] = n % 2 ? [anna, one] : [one, anna];
      await Promise.all([ask(url, one, 'POST', '/join', { code }), putBlock(url, by, of)]);
      expect(await refusalOf(url, one, 'GET', `/${id}`)).toBe('not-found');
    }
  });

  test('P8: two hundred who come and go, leave for good or are removed keep no friend out', async () => {
    const { url, tab, clock, database } = await start();
    const [anna, ben, cora, dora] = [await tab(), await tab(), await tab(), await tab()];
    const id = await make(url, anna);
    const { code } = await look(url, anna, id);
    // Of before: some have left, some were removed by the host.
    await database.pool.query(
      `insert into users (id, name, email) select 'p' || n, 'N', 'p' || n || '@example.org' from generate_series(1, 400) n`,
    );
    await database.pool.query(
      `insert into circle_members (circle_id, user_id, joined_at, left_at, removed_at)
      select $1::uuid, 'p' || n, $2, $2, case when n > 200 then $2::timestamptz end from generate_series(1, 400) n`,
      [id, new Date(clock.now() - HOUR)],
    );
    await ask(url, dora, 'POST', '/join', { code });
    await ask(url, anna, 'DELETE', `/${id}/members/${dora.me.id}`);
    expect(await refusalOf(url, ben, 'POST', '/join', { code })).toBeUndefined();
    await ask(url, ben, 'DELETE', `/${id}/me`);
    await ask(url, cora, 'POST', '/join', { code });
    await departuresRepository(database.prisma).leaveForGood(cora.me.id, clock.now());
    const kept = await database.prisma.circleMember.findMany({ where: { circleId: id } });
    expect(kept.filter(({ removedAt }) => removedAt === null).map((one) => one.userId)).toEqual([
      anna.me.id,
    ]);
    expect(kept.length - 1).toBe(REMOVED_KEPT);
    // The last one of them among those.
    expect(await refusalOf(url, dora, 'POST', '/join', { code })).toBe('circle-removed');
    expect(await refusalOf(url, ben, 'POST', '/join', { code })).toBeUndefined();
  });

  test('P8: of two hundred whose results count who left first gives way to the next one', async () => {
    const { url, tab, clock, database } = await start();
    const [anna, ben] = [await tab(), await tab()];
    const id = await make(url, anna);
    const { code } = await look(url, anna, id);
    await playDaily(anna);
    await database.pool.query(
      `insert into users (id, name, email) select 'p' || n, 'N', 'p' || n || '@example.org' from generate_series(1, 199) n`,
    );
    await database.pool.query(
      `insert into plays (deal_id, user_id, daily_id, ranked, undo, starts_at, ended_at, ending,
        moves, undos, cards_home, cards_home_at_ms, elapsed_ms)
      select deal_id, 'p' || n, daily_id, true, undo, starts_at, ended_at, ending,
        moves, undos, cards_home, cards_home_at_ms, elapsed_ms
      from plays, generate_series(1, 199) n where user_id = $1`,
      [anna.me.id],
    );
    await database.pool.query(
      `insert into circle_members (circle_id, user_id, joined_at, left_at)
      select $1::uuid, 'p' || n, $2::timestamptz, $2::timestamptz + interval '2 days' - n * interval '1 minute'
      from generate_series(1, 199) n`,
      [id, new Date(clock.now())],
    );
    await clock.skip(3 * 24 * HOUR);
    expect(await refusalOf(url, ben, 'POST', '/join', { code })).toBeUndefined();
    const kept = await database.prisma.circleMember.findMany({ where: { circleId: id } });
    const ids = kept.map(({ userId }) => userId);
    expect(ids).toHaveLength(200);
    expect(ids).toContain(ben.me.id);
    expect(ids).not.toContain('p199');
  });

  test('who leaves without a result that counts leaves nothing behind, and what counts stays', async () => {
    const { url, tab, clock, database } = await start();
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    const at = new Date(NOON + 30 * HOUR).toISOString();
    await ask(url, anna, 'POST', `/${id}/dates`, { at, variant: 'bisley/thirteen' });
    const [date] = (await look(url, cora, id)).dates;
    await ask(url, cora, 'PUT', `/${id}/dates/${date!.id}/me`, { comes: true });
    for (const one of [anna, ben]) await playDaily(one);
    await clock.skip(24 * HOUR);
    // Of the day of leaving nothing counts.
    await playDaily(cora, '2040-03-01');
    for (const one of [ben, cora]) await ask(url, one, 'DELETE', `/${id}/me`);
    const kept = await database.prisma.circleMember.findMany({ where: { circleId: id } });
    expect(kept.map(({ userId }) => userId).sort()).toEqual(idsOf([anna, ben]));
    expect(await database.prisma.circleDatePerson.count({ where: { userId: cora.me.id } })).toBe(0);
    const { rows } = (await look(url, anna, id)).week;
    expect(rows.map(({ played, points }) => [played, points])).toEqual([
      [1, expect.any(Number)],
      [1, expect.any(Number)],
    ]);
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(1);
  });

  test('P8: a circle is no way around a block: no invitation, no race, no date and no nudge of it leads to the other', async () => {
    const node = await start();
    const { url, tab, clock } = node;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    await meet(anna, ben, node);
    // Invited before, and blocked since.
    const named = { name: 'Ours', people: [ben.me.id] };
    const { id: asked } = await ask<{ id: string }>(url, anna, 'POST', '', named);
    const id = await make(url, cora, anna, ben);
    await block(node, anna, ben);
    expect((await ask<CircleList>(url, ben, 'GET', '')).invitations).toEqual([]);
    expect(await refusalOf(url, ben, 'POST', `/${asked}/invitation`)).toBe('circle-full');
    // Nor is anybody invited whom the sender has blocked, or is blocked by.
    for (const [who, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      const daily = { name: 'Us', people: [other.me.id], daily: true };
      const { id: made } = await ask<{ id: string }>(url, who, 'POST', '', daily);
      expect(membersOf(await look(url, who, made))).toEqual([who.me.id]);
      expect((await ask<CircleList>(url, other, 'GET', '')).invitations).toEqual([]);
    }
    await node.database.pool.query(
      `insert into nudge_settings (user_id, kinds, zone) values ($1, '{invitation,circle-date}', 'UTC')`,
      [ben.me.id],
    );
    ben.received.length = 0;
    await ask(url, anna, 'POST', `/${id}/race`, { variant: 'bisley/thirteen' });
    const at = new Date(NOON + HOUR).toISOString();
    await ask(url, anna, 'POST', `/${id}/dates`, { at, variant: 'bisley/thirteen' });
    await clock.skip(1_100);
    const [date] = (await look(url, ben, id)).dates;
    await ask(url, ben, 'PUT', `/${id}/dates/${date!.id}/me`, { comes: true });
    for (const [who, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      const seen = JSON.stringify(await look(url, who, id));
      expect(seen).not.toContain(other.me.id);
    }
    expect(ben.received.some(({ name }) => name === 'race:invited')).toBe(false);
    const { rows } = await node.database.pool.query(
      'select kind, about_id from nudges where user_id = $1',
      [ben.me.id],
    );
    // The date is the circle's, whoever made it.
    expect(rows).toEqual([{ kind: 'circle-date', about_id: null }]);
  });

  test('P8: who was removed does not come back by the link, a new one, or as a guest who turns out to be them', async () => {
    const node = await start();
    const { url, tab, clock, database } = node;
    const [anna, ben, guest] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben);
    await ask(url, anna, 'DELETE', `/${id}/members/${ben.me.id}`);
    await ask(url, anna, 'POST', `/${id}/code`);
    const { code } = await look(url, anna, id);
    expect(await refusalOf(url, ben, 'POST', '/join', { code })).toBe('circle-removed');
    expect(await refusalOf(url, ben, 'POST', `/${id}/invitation`)).toBe('not-found');
    await clock.skip(HOUR);
    await ask(url, guest, 'POST', '/join', { code });
    await ask(url, anna, 'POST', `/${id}/host`, { personId: guest.me.id });
    await database.pool.query('update users set is_anonymous = false where id = $1', [ben.me.id]);
    const merges = mergesRepository(database.prisma);
    expect(await merges.merge(guest.me.id, ben.me.id)).toMatchObject({ kind: 'merged' });
    expect(await refusalOf(url, ben, 'GET', `/${id}`)).toBe('not-found');
    const left = await look(url, anna, id);
    expect(membersOf(left)).toEqual([anna.me.id]);
    expect(left.isHost).toBe(true);
  });
});

describe('points', () => {
  test('P2: before I have played, an answer says who has finished and nothing else', async () => {
    const node = await start();
    const { url, tab, clock } = node;
    const [anna, ben] = [await tab(), await tab()];
    const id = await make(url, anna, ben);
    const bens = await playDaily(ben, today, 'bisley', 3);
    const before = await look(url, anna, id);
    expect(before.today.find(({ game }) => game === 'bisley')).toEqual({
      day: today,
      game: 'bisley',
      phase: 'open',
      finished: [ben.me.id],
      results: null,
    });
    expect(before.week.rows).toEqual([]);
    expect(await ask<CircleTable>(url, anna, 'GET', `/${id}/weeks`)).toEqual({ rows: [] });
    const duel = `/${id}/people/${anna.me.id}/${ben.me.id}`;
    expect(await ask(url, anna, 'GET', duel)).toMatchObject({ ties: 0, second: { wins: 0 } });
    expect((await ask<CircleList>(url, anna, 'GET', '')).circles).toMatchObject([{ waiting: 1 }]);
    // Begun is not finished.
    await anna.ask('daily:start', { day: today, game: 'bisley' });
    expect((await look(url, anna, id)).today[0]!.results).toBeNull();
    const mine = await playDaily(anna);
    const { results } = (await look(url, anna, id)).today.find(({ game }) => game === 'bisley')!;
    expect(results).toHaveLength(2);
    // The other one's replay opens when the daily closes.
    expect(results!.map(({ playId }) => playId).filter(Boolean)).toEqual([mine]);
    expect((await look(url, anna, id)).week.rows.map(({ played }) => played)).toEqual([1, 1]);
    await clock.skip(25 * HOUR);
    const week = await ask<CircleWeek>(url, anna, 'GET', `/${id}/weeks/${today}`);
    expect(week).toMatchObject({ firstDay: '2040-02-27', lastDay: '2040-03-04' });
    expect(week.rows.reduce((sum, { points }) => sum + points, 0)).toBe(1);
    expect(bens).not.toBe(mine);
  });

  test('P2: a board of a circle has its guests, and no row before I have played', async () => {
    const node = await start();
    const { url, tab } = node;
    const [anna, ben, cora, dora] = [await tab(), await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    await block(node, anna, cora);
    for (const one of [ben, cora, dora]) await playDaily(one, today, 'bisley', 2);
    const board = async (who: Tab, name: string, circle = id) => {
      const at = `${url}/api/dailies/${today}/bisley/boards/${name}?circle=${circle}`;
      const answer = await fetch(at, { headers: { cookie: who.cookie } });
      return (await answer.json()) as DailyBoard & { error?: { code: string } };
    };
    const before = await board(anna, 'fastest');
    expect(before).toMatchObject({ tries: 1, top: [], mine: null, circle: { isHidden: true } });
    expect(JSON.stringify(before), 'who it was').not.toContain(ben.me.id);
    await playDaily(anna, today, 'bisley', 1);
    for (const name of ['fastest', 'fewest']) {
      const { top, mine, circle } = await board(anna, name);
      expect(circle).toEqual({ isHidden: false });
      expect(top.map(({ playerId }) => playerId).sort()).toEqual(idsOf([anna, ben]));
      expect(mine?.row).toMatchObject({ isYou: true, playerId: anna.me.id, moves: 1 });
    }
    expect((await board(dora, 'fastest')).error?.code).toBe('not-found');
    const nobody = await fetch(`${url}/api/dailies/${today}/bisley/boards/fastest?circle=${id}`);
    expect(nobody.status).toBe(401);
  });

  test('weeks before this one count in the table of all, and who has left or gone stays in it', async () => {
    const node = await start();
    const { url, tab, clock, database } = node;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    for (const one of [anna, ben, cora]) await playDaily(one);
    await playDaily(anna, today, 'alhambra');
    await clock.skip(8 * 24 * HOUR);
    const next = '2040-03-08';
    for (const one of [anna, ben]) await playDaily(one, next);
    const all = async (who: Tab) => (await ask<CircleTable>(url, who, 'GET', `/${id}/weeks`)).rows;
    const sum = (rows: CircleTable['rows']) => rows.reduce((points, row) => points + row.points, 0);
    const rows = await all(anna);
    expect(sum(rows)).toBe(3 + 1);
    expect(rows.find(({ isYou }) => isYou)).toMatchObject({ played: 3, isMember: true });
    expect(sum(await all(cora)), 'who has not played the last one').toBe(3);
    expect((await look(url, anna, id)).week.rows.map(({ played }) => played)).toEqual([1, 1]);
    await ask(url, ben, 'DELETE', `/${id}/me`);
    await departuresRepository(database.prisma).leaveForGood(cora.me.id, clock.now());
    const after = await all(anna);
    expect(sum(after), 'of the day of leaving nothing counts').toBe(3);
    expect(after.find(({ playerId }) => playerId === ben.me.id)).toMatchObject({ isMember: false });
    expect(after.find(({ playerId }) => playerId === null)).toMatchObject({ played: 1 });
    expect(JSON.stringify(after)).not.toContain(cora.me.id);
  });

  test('P12: who leaves and joins again takes nothing back that they have lost, from nobody', async () => {
    const { url, tab, clock } = await start();
    const [anna, ben] = [await tab(), await tab()];
    const id = await make(url, anna, ben);
    const { code } = await look(url, anna, id);
    for (const one of [anna, ben]) await playDaily(one);
    await clock.skip(8 * 24 * HOUR);
    const all = async () => {
      const { rows } = await ask<CircleTable>(url, anna, 'GET', `/${id}/weeks`);
      return new Map(rows.map(({ playerId, points, played }) => [playerId, [points, played]]));
    };
    const before = await all();
    expect(before.get(ben.me.id)).toEqual([expect.any(Number), 1]);
    await ask(url, ben, 'DELETE', `/${id}/me`);
    await ask(url, ben, 'POST', '/join', { code });
    expect(await all()).toEqual(before);
    await clock.skip(24 * HOUR);
    await ask(url, ben, 'DELETE', `/${id}/me`);
    expect(await all()).toEqual(before);
  });
});

describe('races', () => {
  test('race now: everybody who is here is invited, and its page keeps it', async () => {
    const node = await start();
    const { url, tab, clock } = node;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    await block(node, cora, anna);
    const { code } = await ask<{ code: string }>(url, anna, 'POST', `/${id}/race`, {
      variant: 'bisley/thirteen',
    });
    expect(await ben.news('race:invited')).toMatchObject({ code, from: { id: anna.me.id } });
    expect(cora.received.some(({ name }) => name === 'race:invited')).toBe(false);
    await ben.ask('race:join', { code });
    for (const one of [anna, ben]) {
      await one.ask('race:enter', { code });
      await one.ask('race:ready', { code, ready: true });
    }
    await anna.ask('race:start', { code });
    await clock.skip(6_000);
    for (const one of [anna, ben]) await one.ask('race:leave', { code });
    await anna.news('race:updated', ({ phase }) => phase === 'settled');
    expect((await look(url, ben, id)).races).toMatchObject([
      { code, variant: 'bisley/thirteen', winners: [] },
    ]);
    const { code: again } = await anna.ask('race:rematch', { code });
    const found = await node.database.prisma.race.findUniqueOrThrow({ where: { code: again } });
    expect(found.value).toMatchObject({ circleId: id });
  });

  test('a duplicate opened from a circle is on its page, except of whoever one has blocked; strangers open none', async () => {
    const node = await start();
    const { url, tab, clock } = node;
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben);
    const settings = { variants: ['bisley/thirteen', 'alhambra/standard'], deals: 3, days: 2 };
    const stranger = await cora.request('duplicate:create', { ...settings, circleId: id });
    expect(stranger).toMatchObject({ ok: false, error: { code: 'not-found' } });
    await clock.skip(1_100);
    ben.received.length = 0;
    const { code } = await anna.ask('duplicate:create', { ...settings, circleId: id });
    await clock.skip(1_100);
    expect(await ben.news('circle:changed')).toEqual({ id });
    expect((await look(url, ben, id)).duplicates).toMatchObject([
      { code, deals: 3, games: ['bisley', 'alhambra'], isClosed: false },
    ]);
    await clock.skip(49 * HOUR);
    expect((await look(url, ben, id)).duplicates).toMatchObject([{ code, isClosed: true }]);
    await block(node, ben, anna);
    expect((await look(url, ben, id)).duplicates).toEqual([]);
    // Nothing of the circle is kept when it closes; the duplicate stays.
    await ask(url, anna, 'DELETE', `/${id}`);
    expect(await node.database.prisma.duplicate.findMany({ select: { circleId: true } })).toEqual([
      { circleId: null },
    ]);
  });

  test('every open duplicate of a circle is on its page, the soonest to end first, before the last ones that are over', async () => {
    const { url, tab, clock, database } = await start();
    const anna = await tab();
    const id = await make(url, anna);
    const openedAt = (n: number) => new Date(clock.now() - (30 - n) * HOUR);
    const some = (kind: string, n: number, closesIn: (n: number) => number) =>
      Array.from({ length: n }, (_, place) => ({
        ...{ code: `${kind}22${place + 2}`, circleId: id, undo: 'none', openedAt: openedAt(place) },
        closesAt: new Date(clock.now() + closesIn(place)),
      }));
    await database.prisma.duplicate.createMany({
      data: [...some('AAA', 7, (n) => (9 - n) * HOUR), ...some('BBB', 7, (n) => -(9 - n) * HOUR)],
    });
    const { duplicates } = await look(url, anna, id);
    expect(duplicates!.map(({ code }) => code)).toEqual([
      ...[8, 7, 6, 5, 4, 3, 2].map((n) => `AAA22${n}`),
      ...[8, 7, 6, 5, 4].map((n) => `BBB22${n}`),
    ]);
  });

  test('a race at eight: who comes, a lobby ten minutes before it, a file for the calendar, and one race of many', async () => {
    const { url, tab, clock, database } = await start();
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    const at = new Date(NOON + 8 * HOUR).toISOString();
    const wish = { at, variant: 'bisley/thirteen' };
    expect(
      await refusalOf(url, anna, 'POST', `/${id}/dates`, {
        ...wish,
        at: '2040-02-29T11:00:00.000Z',
      }),
    ).toBe('bad-request');
    await ask(url, anna, 'POST', `/${id}/dates`, wish);
    const [date] = (await look(url, ben, id)).dates;
    expect(date).toMatchObject({
      ...wish,
      coming: [anna.me.id],
      comes: null,
      canCancel: false,
      opensInMs: 8 * HOUR - 600_000,
      raceCode: null,
    });
    const path = `/${id}/dates/${date!.id}`;
    await ask(url, ben, 'PUT', `${path}/me`, { comes: true });
    await ask(url, cora, 'PUT', `${path}/me`, { comes: false });
    const [asked] = (await look(url, cora, id)).dates;
    expect(asked?.comes).toBe(false);
    expect([...(asked?.coming ?? [])].sort()).toEqual(idsOf([anna, ben]));
    const file = await fetch(`${url}/api/circles${path}/date.ics`, {
      headers: { cookie: ben.cookie },
    });
    expect(file.headers.get('content-type')).toContain('text/calendar');
    expect(await file.text()).toContain('DTSTART:20400229T200000Z');
    const odd = { cookie: ben.cookie, 'x-forwarded-host': 'localhost:99999' };
    const refused = await fetch(`${url}/api/circles${path}/date.ics`, { headers: odd });
    expect(refused.status, 'an address that is none').toBe(400);
    const early = await ask(url, ben, 'POST', `${path}/race`);
    expect(early.error).toMatchObject({ code: 'not-started', startsInMs: 8 * HOUR - 600_000 });
    await clock.skip(8 * HOUR - 600_000);
    const opened = await Promise.all(
      [ben, anna, cora].map((who) => ask<{ code: string }>(url, who, 'POST', `${path}/race`)),
    );
    expect(new Set(opened.map(({ code }) => code)).size).toBe(1);
    // Who came first has left again, and nobody else came for half an hour: the lobby is none any more.
    const [{ code }] = opened as [{ code: string }];
    await ben.ask('race:enter', { code });
    await ben.ask('race:exit', { code });
    const isEmpty = async () => {
      await clock.skip(1_000);
      const { value } = await database.prisma.race.findUniqueOrThrow({ where: { code } });
      return (value as { emptySince: number | null }).emptySince !== null;
    };
    await expect.poll(isEmpty).toBe(true);
    await clock.skip(31 * 60_000);
    const anew = await Promise.all(
      [anna, cora].map((who) => ask<{ code: string }>(url, who, 'POST', `${path}/race`)),
    );
    expect(new Set(anew.map((one) => one.code)).size).toBe(1);
    expect(anew[0]!.code).not.toBe(code);
    await clock.skip(71 * 60_000);
    expect((await look(url, anna, id)).dates, 'it is over').toEqual([]);
    expect(await refusalOf(url, anna, 'POST', `${path}/race`)).toBe('not-found');
  });

  test('P8: so many races may be arranged; who has arranged one, and the host, cancel it', async () => {
    const { url, tab } = await start();
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const id = await make(url, anna, ben, cora);
    const wish = (n: number) => ({
      at: new Date(NOON + HOUR + n).toISOString(),
      variant: 'sly-fox/standard',
    });
    const refused = await Promise.all(
      Array.from({ length: 12 }, (_, n) => refusalOf(url, ben, 'POST', `/${id}/dates`, wish(n))),
    );
    expect(refused.filter((why) => why === 'too-many-kept')).toHaveLength(2);
    const [one, two] = (await look(url, cora, id)).dates;
    expect(await refusalOf(url, cora, 'DELETE', `/${id}/dates/${one!.id}`)).toBe('not-host');
    await ask(url, ben, 'DELETE', `/${id}/dates/${one!.id}`);
    await ask(url, anna, 'DELETE', `/${id}/dates/${two!.id}`);
    expect((await look(url, cora, id)).dates).toHaveLength(8);
  });
});

describe('P12: who somebody turns out to be', () => {
  test('P8: a guest in a circle who turns out to be blocked by its host, or to block them, is out of it', async () => {
    const { url, tab, database } = await start();
    const [anna, guest, account] = [await tab(), await tab(), await tab()];
    expect(await putBlock(url, anna, account)).toBe(200);
    const id = await make(url, anna, guest);
    await database.pool.query('update users set is_anonymous = false where id = $1', [
      account.me.id,
    ]);
    const merges = mergesRepository(database.prisma);
    expect(await merges.merge(guest.me.id, account.me.id)).toMatchObject({ kind: 'merged' });
    expect(await refusalOf(url, account, 'GET', `/${id}`)).toBe('not-found');
    expect(membersOf(await look(url, anna, id))).toEqual([anna.me.id]);
  });

  test('a guest’s places come along: host if either was, since the earlier of two days', async () => {
    const node = await start();
    const { url, tab, clock, database } = node;
    const [anna, guest, account] = [await tab(), await tab(), await tab()];
    const theirs = await make(url, guest, anna);
    const shared = await make(url, anna, guest);
    await playDaily(guest);
    await clock.skip(24 * HOUR);
    const { code } = await look(url, anna, shared);
    await ask(url, account, 'POST', '/join', { code });
    await database.pool.query('update users set is_anonymous = false where id = $1', [
      account.me.id,
    ]);
    const merges = mergesRepository(database.prisma);
    expect(await merges.merge(guest.me.id, account.me.id)).toMatchObject({ kind: 'merged' });
    expect((await look(url, account, theirs)).isHost).toBe(true);
    const merged = await look(url, account, shared);
    expect(membersOf(merged)).toEqual(idsOf([anna, account]));
    expect(merged.week.rows).toMatchObject([{ isYou: true, played: 1 }]);
  });

  test('P12: whoever is in more circles than may be joined, as after a merge, has them all listed', async () => {
    const { url, tab, database } = await start();
    const anna = await tab();
    await database.pool.query(
      `with made as (
         insert into circles (name, code, host_id, created_at)
         select 'Ours', 'MANY' || n, $1, now() from generate_series(1, 41) n returning id)
       insert into circle_members (circle_id, user_id, joined_at) select id, $1, now() from made`,
      [anna.me.id],
    );
    const { circles } = await ask<CircleList>(url, anna, 'GET', '');
    expect(circles).toHaveLength(41);
  });

  test('who leaves for good hands on, takes an empty circle along, and finds all of it in their data', async () => {
    const { url, tab, database } = await start();
    const [anna, ben] = [await tab(), await tab()];
    const shared = await make(url, anna, ben);
    const alone = await make(url, anna);
    const mine = await fetch(`${url}/api/me/export`, { headers: { cookie: anna.cookie } });
    const { circles = [] } = (await mine.json()) as MyData;
    expect(circles.map(({ id, isHost }) => isHost && id).sort()).toEqual([alone, shared].sort());
    await departuresRepository(database.prisma).leaveForGood(anna.me.id);
    expect((await look(url, ben, shared)).isHost).toBe(true);
    expect(await database.prisma.circle.findMany({ select: { id: true } })).toEqual([
      { id: shared },
    ]);
  });
});
