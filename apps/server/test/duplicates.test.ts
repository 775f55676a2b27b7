// A duplicate: some deals for a group, each person at their own time, and nothing of them open until all is over.
import { createHash } from 'node:crypto';
import type {
  DuplicateList,
  DuplicateSettings,
  DuplicateSnapshot,
  MyData,
  OpenedDeal,
  PlayList,
} from '@same-deal/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { departuresRepository } from '../src/storage/people/departures.ts';
import { mergesRepository } from '../src/storage/people/merges.ts';
import { retentionRepository } from '../src/storage/retention.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { Player } from './support/races.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase, serve, tabAt } from './support/until-finished.ts';

const HOUR = 3_600_000;
/** Far ahead, so that the database never thinks that a window is over. */
const NOON = Date.UTC(2040, 1, 29, 12);

const start = () => serve(testClock(NOON));

const settings = (more: Partial<DuplicateSettings> = {}): DuplicateSettings => ({
  variants: ['bisley/thirteen', 'sly-fox/standard'],
  deals: 3,
  days: 3,
  undo: 'bounded',
  ...more,
});

/** @param who nobody in particular if left out */
async function get<Body>(url: string, path: string, who?: Tab) {
  const answer = await fetch(url + path, { headers: who ? { cookie: who.cookie } : {} });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const look = async (url: string, code: string, who?: Tab): Promise<DuplicateSnapshot> =>
  (await get<DuplicateSnapshot>(url, `/api/duplicates/${code}`, who)).body;

async function begin(tab: Tab, code: string, deal: number): Promise<Player> {
  const { playId } = await tab.ask('duplicate:start', { code, deal });
  return new Player(tab, await tab.ask('play:open', { playId }));
}

/** Plays a deal to its end: so many moves, then gives up. */
async function playDeal(tab: Tab, code: string, deal: number, moves = 0): Promise<string> {
  const player = await begin(tab, code, deal);
  for (let n = 0; n < moves; n++) await player.move();
  await player.concede();
  return player.playId;
}

const refusalOf = async (asked: Promise<{ ok: boolean; error?: { code: string } }>) =>
  (await asked).error?.code;

test('P1, P2: three people at different times: the same deals, closed until all have played all', async () => {
  const { clock, url, tab, database } = await start();
  const [anna, ben, cora] = [await tab(), await tab(), await tab()];
  const { code } = await anna.ask('duplicate:create', settings());
  const before = await look(url, code);
  expect(before).toMatchObject({
    phase: 'open',
    closesInMs: 72 * HOUR,
    openedBy: anna.me.id,
    isSeated: false,
    canJoin: true,
  });
  expect(before.deals.map(({ variant }) => variant)).toEqual([
    'bisley/thirteen',
    'sly-fox/standard',
    'bisley/thirteen',
  ]);
  const commitments = before.deals.map(({ commitment }) => commitment);
  expect(new Set(commitments).size).toBe(3);
  expect(JSON.stringify(before)).not.toMatch(/pack|salt/);

  await ben.ask('duplicate:join', { code });
  await cora.ask('duplicate:join', { code });
  await ben.ask('duplicate:join', { code });
  const annas = [];
  for (const deal of [3, 1, 2]) annas.push(await playDeal(anna, code, deal, deal));
  expect((await look(url, code, anna)).deals[0]).toMatchObject({
    done: 1,
    results: [{ playerId: anna.me.id, share: null, place: 1 }],
  });

  // A day later: Ben sees that it has been played, and how only when he has.
  await clock.skip(24 * HOUR);
  expect((await look(url, code, ben)).deals[0]).toMatchObject({ done: 1, results: null });
  const bens = await playDeal(ben, code, 1);
  const { deals, standings } = await look(url, code, ben);
  expect(deals[0]!.results).toHaveLength(2);
  expect(deals[0]!.results!.map(({ share }) => share! * 2).reduce((a, b) => a + b)).toBe(2);
  expect(deals[0]!.results!.find(({ playerId }) => playerId === anna.me.id)!.playId).toBeNull();
  expect(deals[0]!.results!.find(({ playerId }) => playerId === ben.me.id)!.playId).toBe(bens);
  expect(standings.map(({ done }) => done).sort()).toEqual([0, 1, 3]);
  for (const playId of annas) {
    for (const path of [`/api/plays/${playId}`, `/api/plays/${playId}/analysis`]) {
      expect(await get(url, path, ben), path).toMatchObject({
        status: 403,
        body: { error: { code: 'deal-is-live' } },
      });
    }
  }
  const own = await get(url, `/api/plays/${bens}/analysis`, ben);
  expect(own, 'nor anybody’s own').toMatchObject({ body: { error: { code: 'deal-is-live' } } });
  expect(await get(url, `/api/duplicates/${code}/deals/1`)).toMatchObject({ status: 403 });
  expect(await refusalOf(ben.request('play:branch', { playId: bens, entries: 0 }))).toBe(
    'deal-is-live',
  );
  expect(await refusalOf(ben.request('play:hint', { playId: bens }))).toBeDefined();
  const list = await get<DuplicateList>(url, '/api/duplicates', ben);
  expect(list.body.duplicates).toMatchObject([{ code, done: 1, deals: 3, players: 3 }]);

  // Another day: Ben's others, and all of Cora's; with her last one it is over, a day before its time.
  await clock.skip(23 * HOUR);
  for (const deal of [2, 3]) await playDeal(ben, code, deal);
  for (const deal of [1, 2]) await playDeal(cora, code, deal);
  expect((await look(url, code)).phase).toBe('open');
  const coras = await playDeal(cora, code, 3);
  const after = await look(url, code, ben);
  expect(after).toMatchObject({ phase: 'closed', closesInMs: 0, canJoin: false });
  for (const { results } of after.deals) {
    expect(results).toHaveLength(3);
    expect(results!.every(({ playId }) => playId !== null)).toBe(true);
    expect(results!.reduce((sum, { share }) => sum + share!, 0)).toBeCloseTo(1.5, 9);
  }
  expect(after.standings.reduce((sum, { score }) => sum + score!, 0)).toBeCloseTo(1.5, 9);
  for (const [n, commitment] of commitments.entries()) {
    const { body } = await get<OpenedDeal>(url, `/api/duplicates/${code}/deals/${n + 1}`);
    const hash = createHash('sha256');
    hash.update(Buffer.from(body.salt, 'hex'));
    hash.update(body.variant);
    hash.update(Uint8Array.from([0, ...body.pack]));
    expect([hash.digest('hex'), body.commitment]).toEqual([commitment, commitment]);
  }
  const replay = await get(url, `/api/plays/${coras}`);
  expect(replay).toMatchObject({ status: 200, body: { duplicate: { code, deal: 3 } } });
  expect(await verifyResults(database)).toMatchObject({ differences: [] });

  const dan = await tab();
  expect(await refusalOf(dan.request('duplicate:join', { code }))).toBe('duplicate-closed');
  expect(await refusalOf(dan.request('duplicate:start', { code, deal: 1 }))).toBe(
    'duplicate-closed',
  );
  const listed = await get<PlayList>(url, '/api/plays', cora);
  const keys = listed.body.plays.map(({ duplicate }) => `${duplicate?.code} ${duplicate?.deal}`);
  expect(keys.sort()).toEqual([1, 2, 3].map((deal) => `${code} ${deal}`));
});

test('P2: the standings say nothing of deals that their reader has not played', async () => {
  const { url, tab } = await start();
  const [anna, ben, cora] = [await tab(), await tab(), await tab()];
  const { code } = await anna.ask('duplicate:create', settings({ deals: 2 }));
  for (const one of [ben, cora]) await one.ask('duplicate:join', { code });
  for (const deal of [1, 2]) {
    for (const [one, moves] of [
      [anna, 1],
      [ben, 0],
    ] as const)
      await playDeal(one, code, deal, moves);
  }
  const told = async (who?: Tab) =>
    new Map(
      (await look(url, code, who)).standings.map((one) => [
        one.playerId,
        [one.score, one.place, one.done],
      ]),
    );
  const nothing = new Map([
    [anna.me.id, [null, 1, 2]],
    [ben.me.id, [null, 1, 2]],
    [cora.me.id, [null, 1, 0]],
  ]);
  expect(await told(cora)).toEqual(nothing);
  expect(await told()).toEqual(nothing);
  const before = await told(anna);
  expect(before.get(anna.me.id)![0]).not.toBeNull();

  // One of the two deals is played: only that one counts for Cora, and for the others both do.
  await playDeal(cora, code, 1);
  const { deals } = await look(url, code, cora);
  expect(deals.map(({ results }) => results?.length)).toEqual([3, undefined]);
  const shares = new Map(deals[0]!.results!.map(({ playerId, share }) => [playerId, share]));
  for (const [id, [score]] of await told(cora)) expect(score).toBe(shares.get(id));
  await playDeal(cora, code, 2);
  expect(await told()).toEqual(await told(anna));
});

test('P7, P10: the clock closes the window: what still runs ends with it, who has not played is below', async () => {
  const { clock, url, tab } = await start();
  const [anna, ben] = [await tab(), await tab()];
  const { code } = await anna.ask('duplicate:create', settings({ deals: 2, days: 1 }));
  await ben.ask('duplicate:join', { code });
  await playDeal(anna, code, 1);
  await clock.skip(24 * HOUR - 60_000);
  const late = await begin(ben, code, 1);
  expect((await look(url, code, ben)).deals[0]!.running).toEqual({
    playId: late.playId,
    closesInMs: 60_000,
  });
  await late.move();
  await clock.skip(60_000);
  expect(await refusalOf(ben.request('duplicate:start', { code, deal: 2 }))).toBe(
    'duplicate-closed',
  );
  expect((await look(url, code)).phase, 'what came in time is still being stored').toBe('open');
  await clock.skip(2001);
  await ben.news('play:ended', ({ playId }) => playId === late.playId);
  const closed = await look(url, code, ben);
  expect(closed.phase).toBe('closed');
  const his = closed.deals[0]!.results!.find(({ playerId }) => playerId === ben.me.id);
  expect(his).toMatchObject({ ending: 'cap', elapsedMs: 60_000, moves: 1 });
  expect(closed.deals[1], 'nobody has played it').toMatchObject({ done: 0, results: [] });
  expect(closed.standings.reduce((sum, { score }) => sum + score!, 0)).toBe(1);
  expect((await get(url, `/api/plays/${late.playId}`, anna)).status).toBe(200);
});

test('scores stay as they are when somebody goes who has taken a seat and not played', async () => {
  const { clock, database, url, tab } = await start();
  const [anna, ben, cora, dan] = [await tab(), await tab(), await tab(), await tab()];
  const { code } = await anna.ask('duplicate:create', settings({ deals: 2, days: 1 }));
  for (const one of [ben, cora, dan]) await one.ask('duplicate:join', { code });
  for (const one of [anna, ben]) await playDeal(one, code, 1);
  await clock.skip(24 * HOUR + 2001);
  const scores = async () =>
    (await look(url, code)).standings.map(({ score }) => score).sort((a, b) => a! - b!);
  const before = await scores();
  expect(before).toHaveLength(4);
  // One deletes everything, the other is a guest whom nobody has seen for a long time.
  await fetch(`${url}/api/me`, {
    method: 'DELETE',
    headers: { cookie: cora.cookie, 'content-type': 'application/json' },
    body: '{"sure":true}',
  });
  const { rules } = retentionRepository(database.prisma);
  for (const { sweep } of rules.filter(({ what }) => what.includes('guests'))) {
    await sweep(new Date(Date.now() + 1000 * HOUR), 1000, '');
  }
  expect(await scores()).toEqual(before);
});

test('P8: who takes part, and how much one person may open', async () => {
  const { clock, url, tab, database } = await start();
  const [anna, ben] = [await tab(), await tab()];
  const small = settings({ deals: 2, variants: ['bisley/thirteen'] });
  const { code } = await anna.ask('duplicate:create', small);
  expect(await refusalOf(ben.request('duplicate:start', { code, deal: 1 }))).toBe(
    'not-in-duplicate',
  );
  expect(await refusalOf(anna.request('duplicate:start', { code, deal: 3 }))).toBe('not-found');
  await database.prisma.block.create({ data: { blockerId: anna.me.id, blockedId: ben.me.id } });
  expect(await refusalOf(ben.request('duplicate:join', { code }))).toBe('duplicate-full');
  for (let n = 2; n <= 10; n++) {
    // The same again at once would be the same one.
    await clock.skip(121_000);
    await anna.ask('duplicate:create', small);
  }
  await clock.skip(121_000);
  expect(await refusalOf(anna.request('duplicate:create', small))).toBe('too-many-duplicates');
  expect((await get(url, '/api/duplicates/ABC234')).status).toBe(404);
  // A try begun is found again, on whichever device, and however often it is asked for at once.
  const phone = await tab(anna.cookie);
  const asked = [anna, phone, anna].map((one) => one.ask('duplicate:start', { code, deal: 2 }));
  const found = await Promise.all(asked);
  expect(new Set(found.map(({ playId }) => playId)).size).toBe(1);
});

test('of one’s own duplicates every open one is listed, the soonest to end first, however many are over', async () => {
  const { clock, url, tab, database } = await start();
  const anna = await tab();
  const some = (kind: string, n: number) =>
    Array.from({ length: n }, (_, place) => ({
      ...{ code: `${kind}${String(place).padStart(3, '0')}`, undo: 'none' },
      openedAt: new Date(clock.now() - 9 * HOUR),
    }));
  const made = await database.prisma.duplicate.createManyAndReturn({
    data: [
      ...some('OPEN', 40).map((one, n) => ({
        ...one,
        closesAt: new Date(clock.now() + (n + 1) * HOUR),
      })),
      ...some('OVER', 40).map((one, n) => ({
        ...one,
        closesAt: new Date(clock.now() + 99 * HOUR),
        settledAt: new Date(clock.now() - n * HOUR),
      })),
    ],
  });
  await database.prisma.duplicateSeat.createMany({
    data: made.map(({ id }) => ({ duplicateId: id, userId: anna.me.id, joinedAt: new Date() })),
  });
  const { body } = await get<DuplicateList>(url, '/api/duplicates', anna);
  const codes = body.duplicates.map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith('OPEN'))).toEqual(
    some('OPEN', 40).map(({ code }) => code),
  );
  expect(codes.filter((code) => code.startsWith('OVER')).sort()).toEqual(
    some('OVER', 30).map(({ code }) => code),
  );
});

test.runIf(hasValkey())('P5: two starts at once on two nodes are one try', async () => {
  const database = await newDatabase();
  const nodes = [await startNode(database, 'one'), await startNode(database, 'two')];
  for (const node of nodes) onTestFinished(() => node.close());
  const anna = await tabAt(nodes[0]!.url);
  const other = await tabAt(nodes[1]!.url, anna.cookie);
  const { code } = await anna.ask('duplicate:create', settings({ deals: 2 }));
  for (const deal of [1, 2]) {
    const asked = [anna, other].map((one) => one.ask('duplicate:start', { code, deal }));
    const [one, two] = await Promise.all(asked);
    expect(one).toEqual(two);
  }
  expect(await database.prisma.play.count()).toBe(2);
});

describe('P12: who somebody turns out to be', () => {
  test('a guest’s seats and tries come along; of two tries at a deal the earlier counts', async () => {
    const { clock, url, tab, database } = await start();
    const [anna, guest, account] = [await tab(), await tab(), await tab()];
    const { code } = await anna.ask('duplicate:create', settings({ deals: 2 }));
    const second = await guest.ask('duplicate:create', settings({ deals: 2 }));
    for (const one of [guest, account]) await one.ask('duplicate:join', { code });
    const first = await playDeal(guest, code, 1);
    await clock.skip(HOUR);
    const later = await playDeal(account, code, 1);
    const only = await playDeal(guest, code, 2);
    await database.pool.query('update users set is_anonymous = false where id = $1', [
      account.me.id,
    ]);
    const merges = mergesRepository(database.prisma);
    expect(await merges.merge(guest.me.id, account.me.id)).toMatchObject({ kind: 'merged' });
    const { deals, standings } = await look(url, code, account);
    expect(standings.map(({ playerId }) => playerId).sort()).toEqual(
      [anna.me.id, account.me.id].sort(),
    );
    const mine = deals.map(({ results }) => results!.map(({ playId }) => playId));
    expect(mine).toEqual([[first], [only]]);
    expect(mine.flat()).not.toContain(later);
    const { body } = await get<DuplicateList>(url, '/api/duplicates', account);
    expect(body.duplicates.map((one) => one.code).sort()).toEqual([code, second.code].sort());
    expect((await look(url, second.code)).openedBy).toBe(account.me.id);
  });

  test('both at one deal at this moment: refused by name', async () => {
    const { tab, database } = await start();
    const [guest, account] = [await tab(), await tab()];
    const { code } = await guest.ask('duplicate:create', settings({ deals: 2 }));
    await account.ask('duplicate:join', { code });
    for (const one of [guest, account]) await begin(one, code, 2);
    await database.pool.query('update users set is_anonymous = false where id = $1', [
      account.me.id,
    ]);
    const merges = mergesRepository(database.prisma);
    expect(await merges.merge(guest.me.id, account.me.id)).toEqual({
      kind: 'running',
      what: `duplicate ${code} 2`,
    });
  });

  test('who leaves for good leaves their results to the others’ field, and nobody waits for them', async () => {
    const { url, tab, database } = await start();
    const [anna, ben, cora] = [await tab(), await tab(), await tab()];
    const { code } = await anna.ask('duplicate:create', settings({ deals: 2 }));
    for (const one of [ben, cora]) await one.ask('duplicate:join', { code });
    const mine = await get<MyData>(url, '/api/me/export', ben);
    expect(mine.body.duplicates).toMatchObject([{ code, openedByMe: false }]);
    await playDeal(anna, code, 1);
    await departuresRepository(database.prisma).leaveForGood(cora.me.id);
    await departuresRepository(database.prisma).leaveForGood(anna.me.id);
    const { standings, openedBy } = await look(url, code, ben);
    expect(standings, 'who had not begun has left no seat').toHaveLength(2);
    expect(openedBy).toBeNull();
    for (const deal of [1, 2]) await playDeal(ben, code, deal);
    expect((await look(url, code)).phase).toBe('closed');
  });
});

test('one that nobody played goes with its deals; what was played stays', async () => {
  const { tab, database } = await start();
  const anna = await tab();
  const { code } = await anna.ask('duplicate:create', settings({ deals: 3 }));
  const played = await anna.ask('duplicate:create', settings({ deals: 2 }));
  await begin(anna, played.code, 1);
  const rules = retentionRepository(database.prisma).rules;
  const never = new Date(NOON + 1000 * 24 * HOUR);
  for (const { what, sweep } of rules) {
    if (/duplicates|practice/.test(what)) await sweep(never, 100, '');
  }
  expect(await database.prisma.duplicate.findMany({ select: { code: true } })).toEqual([
    { code: played.code },
  ]);
  expect(code).not.toBe(played.code);
  expect(await database.prisma.deal.count({ where: { kind: 'duplicate' } })).toBe(2);
  expect(await database.prisma.play.count(), 'a try is no practice').toBe(1);
});
