// People one has raced: how it went, inviting them again, and having nothing to do with somebody any more.
import type { PlayList, Rival } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, noSocketLimits } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import type { TestNode } from './support/nodes.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

type Node = TestNode & { clock: ReturnType<typeof testClock> };
let database: TestDatabase;
let nodes: [Node, Node];
const tabs: Tab[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const node = async (name: string): Promise<Node> => {
    const clock = testClock();
    return { ...(await startNode(database, name, { clock, socketLimits: noSocketLimits })), clock };
  };
  nodes = [await node('one'), await node('two')];
});
afterAll(async () => {
  for (const tab of tabs) tab.close();
  for (const node of nodes) await node.close();
  await database.drop();
});

async function tabAt(node: Node, cookie?: string): Promise<Tab> {
  const tab = await openTab(node.url, cookie);
  tabs.push(tab);
  return tab;
}
const passCountdown = async () => {
  await Promise.all(nodes.map(({ clock }) => clock.skip(5000)));
};

async function asked(
  tab: Tab,
  method: string,
  path: string,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${nodes[1].url}${path}`, { method, headers: { cookie: tab.cookie } });
  return { status: answer.status, body: await answer.json() };
}
const rivalsOf = async (tab: Tab): Promise<Rival[]> =>
  ((await asked(tab, 'GET', '/api/people')).body as { people: Rival[] }).people;

/**
 * A settled race, in which everybody gave up at once: a tie, but for what is set right afterwards.
 * @param cardsHome of the players, if they differ
 */
async function raceOf(players: readonly Tab[], cardsHome?: readonly number[]): Promise<string> {
  const { code, tables } = await startRace(players, {}, passCountdown);
  for (const [n, tab] of players.entries()) await new Player(tab, tables[n]!).concede();
  await players[0]!.news('race:updated', (race) => race.code === code && race.phase === 'settled');
  for (const [n, cards] of (cardsHome ?? []).entries()) {
    await database.pool.query('update plays set cards_home = $1 where id = $2', [
      cards,
      tables[n]!.playId,
    ]);
  }
  return code;
}

describe.runIf(hasValkey())('people I raced', () => {
  test('are listed with wins, losses and ties, whom I raced last first; a person’s page has the races', async () => {
    const [anna, ben, cleo] = [await tabAt(nodes[0]), await tabAt(nodes[1]), await tabAt(nodes[0])];
    const first = await raceOf([anna, ben], [9, 4]);
    const second = await raceOf([anna, cleo, ben], [3, 5, 5]);
    const third = await raceOf([ben, anna]);
    const ofAnna = await rivalsOf(anna);
    expect(ofAnna).toMatchObject([
      { id: ben.me.id, name: ben.me.name, wins: 1, losses: 1, ties: 1, isBlocked: false },
      { id: cleo.me.id, wins: 0, losses: 1, ties: 0 },
    ]);
    const ofCleo = await rivalsOf(cleo);
    expect(ofCleo).toHaveLength(2);
    expect(ofCleo.find(({ id }) => id === ben.me.id)).toMatchObject({
      wins: 0,
      losses: 0,
      ties: 1,
    });
    expect(ofCleo.find(({ id }) => id === anna.me.id)).toMatchObject({ wins: 1, losses: 0 });
    const page = await asked(anna, 'GET', `/api/people/${ben.me.id}`);
    expect(page.body).toMatchObject({
      ...ofAnna[0],
      races: [
        { code: third, outcome: 'tied', yourPlace: 1, theirPlace: 1, players: 2 },
        { code: second, outcome: 'lost', yourPlace: 3, theirPlace: 1, players: 3 },
        { code: first, outcome: 'won', yourPlace: 1, theirPlace: 2, variant: 'bisley/thirteen' },
      ],
    });
  });

  test('a race that still runs tells nothing, and strangers do not exist', async () => {
    const [anna, ben] = [await tabAt(nodes[0]), await tabAt(nodes[0])];
    const { tables } = await startRace([anna, ben], {}, passCountdown);
    expect(await rivalsOf(anna)).toEqual([]);
    const unknown = { status: 404, body: { error: { code: 'not-found' } } };
    expect(await asked(anna, 'GET', `/api/people/${ben.me.id}`)).toMatchObject(unknown);
    expect(await asked(anna, 'GET', '/api/people/nobody')).toMatchObject(unknown);
    expect(await asked(anna, 'PUT', '/api/people/nobody/block')).toMatchObject(unknown);
    expect(await asked(anna, 'PUT', `/api/people/${anna.me.id}/block`)).toMatchObject(unknown);
    for (const [n, tab] of [anna, ben].entries()) await new Player(tab, tables[n]!).concede();
    const nobody = await fetch(`${nodes[0].url}/api/people`);
    expect(nobody.status).toBe(401);
  });
});

describe.runIf(hasValkey())('racing again', () => {
  test('an invitation reaches every device of the person, on any node, whatever is open there, and nobody else', async () => {
    const [anna, ben] = [await tabAt(nodes[0]), await tabAt(nodes[0])];
    await raceOf([anna, ben]);
    const elsewhere = await tabAt(nodes[1], ben.cookie);
    const stranger = await tabAt(nodes[1]);
    const code = await openLobby([anna], { variant: 'alhambra/standard' });
    expect(await anna.ask('race:invite', { code, personId: ben.me.id })).toEqual({});
    const from = { id: anna.me.id, name: anna.me.name };
    const invitation = { code, variant: 'alhambra/standard', from };
    expect(await ben.news('race:invited')).toEqual(invitation);
    expect(await elsewhere.news('race:invited')).toEqual(invitation);
    expect((await ben.ask('race:join', { code })).players).toHaveLength(2);
    for (const tab of [stranger, anna]) {
      expect(tab.received.filter(({ name }) => name === 'race:invited')).toEqual([]);
    }
  });

  test('a name that a moderator has hidden is told nobody, by whatever way', async () => {
    const [anna, ben] = [await tabAt(nodes[0]), await tabAt(nodes[0])];
    await raceOf([anna, ben]);
    await database.pool.query('update users set name_hidden_at = now() where id = $1', [ben.me.id]);
    const code = await openLobby([ben]);
    await ben.ask('race:invite', { code, personId: anna.me.id });
    expect((await anna.news('race:invited')).from.name).toBe('Hidden name');
    expect(await rivalsOf(anna)).toMatchObject([{ name: 'Hidden name' }]);
    await asked(anna, 'PUT', `/api/people/${ben.me.id}/block`);
    for (const path of ['/api/people', `/api/people/${ben.me.id}`]) {
      const { body } = await asked(anna, 'GET', path);
      expect(JSON.stringify(body)).toContain('Hidden name');
      expect(JSON.stringify(body)).not.toContain(ben.me.name);
    }
  });

  test('P8: only from a seat in an open lobby, and only people one has raced', async () => {
    const [anna, ben, wanda] = [
      await tabAt(nodes[0]),
      await tabAt(nodes[1]),
      await tabAt(nodes[0]),
    ];
    const settled = await raceOf([anna, ben]);
    const code = await openLobby([anna]);
    const codeOf = async (tab: Tab, race: string, personId: string) => {
      const answer = await tab.request('race:invite', { code: race, personId });
      return answer.ok ? 'sent' : answer.error.code;
    };
    expect(await codeOf(ben, code, anna.me.id)).toBe('not-in-race');
    expect(await codeOf(anna, settled, ben.me.id)).toBe('race-not-open');
    expect(await codeOf(anna, 'ZZZZZZ', ben.me.id)).toBe('not-found');
    expect(await codeOf(anna, code, wanda.me.id)).toBe('not-found');
    expect(await codeOf(anna, code, anna.me.id)).toBe('not-found');
    expect(await codeOf(anna, code, ben.me.id)).toBe('sent');
  });

  test('P8: nobody is invited without end', async () => {
    const service = await buildTestApp();
    const url = await listen(service.app);
    const tab = await openTab(url);
    const code = await openLobby([tab]);
    const codes = [];
    for (let n = 0; n < 20; n++) {
      const answer = await tab.request('race:invite', { code, personId: 'somebody' });
      codes.push(answer.ok ? 'sent' : answer.error.code);
    }
    expect(codes).toContain('too-many-requests');
    tab.close();
    await service.close();
  });
});

describe.runIf(hasValkey())('somebody who is blocked', () => {
  test('cannot invite, and gets the same answer as before; whoever blocks can be asked by others', async () => {
    const [anna, ben, cleo] = [await tabAt(nodes[0]), await tabAt(nodes[1]), await tabAt(nodes[1])];
    await raceOf([anna, ben, cleo]);
    expect(await asked(ben, 'PUT', `/api/people/${anna.me.id}/block`)).toEqual({
      status: 200,
      body: { isBlocked: true },
    });
    const code = await openLobby([anna]);
    expect(await anna.ask('race:invite', { code, personId: ben.me.id })).toEqual({});
    const other = await openLobby([cleo]);
    await cleo.ask('race:invite', { code: other, personId: ben.me.id });
    await ben.news('race:invited', (invitation) => invitation.code === other);
    expect(ben.received.filter(({ name }) => name === 'race:invited')).toHaveLength(1);
    // The one who blocks sees it, the other does not.
    expect((await rivalsOf(ben)).map(({ id, isBlocked }) => [id, isBlocked])).toEqual(
      expect.arrayContaining([
        [anna.me.id, true],
        [cleo.me.id, false],
      ]),
    );
    expect((await rivalsOf(anna)).every(({ isBlocked }) => !isBlocked)).toBe(true);
    // And it can be taken back.
    await asked(ben, 'DELETE', `/api/people/${anna.me.id}/block`);
    await anna.ask('race:invite', { code, personId: ben.me.id });
    await ben.news('race:invited', (invitation) => invitation.code === code);
  });

  test('gets no seat where the other is host, as if the race were locked; may watch, and is left alone elsewhere', async () => {
    const [anna, ben, cleo] = [await tabAt(nodes[0]), await tabAt(nodes[1]), await tabAt(nodes[0])];
    await asked(anna, 'PUT', `/api/people/${ben.me.id}/block`);
    // Blocked without ever having raced: listed all the same, or it could not be taken back.
    expect(await rivalsOf(anna)).toMatchObject([
      { id: ben.me.id, isBlocked: true, lastRacedAt: null },
    ]);
    const code = await openLobby([anna]);
    const refused = { ok: false, error: { code: 'race-locked' } };
    expect(await ben.request('race:join', { code })).toEqual(refused);
    expect(await ben.request('race:enter', { code })).toMatchObject({ ok: true });
    const theirs = await openLobby([cleo, ben]);
    expect(await anna.request('race:join', { code: theirs })).toMatchObject({ ok: true });
    const own = await openLobby([ben]);
    expect(await anna.request('race:join', { code: own })).toMatchObject({ ok: true });
    await asked(anna, 'DELETE', `/api/people/${ben.me.id}/block`);
    expect(await ben.request('race:join', { code })).toMatchObject({ ok: true });
    expect(await rivalsOf(anna)).toEqual([]);
  });
});

describe.runIf(hasValkey())('my games', () => {
  test('come in pages, those in progress and those that have ended apart, newest first, none twice and none left out', async () => {
    const anna = await tabAt(nodes[0]);
    const made: string[] = [];
    for (let n = 0; n < 120; n++) {
      made.push((await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '7' })).playId);
    }
    const over = made.filter((_, n) => n % 3 === 0);
    for (const playId of over) await anna.ask('play:concede', { playId, expected: 1 });
    // Many of one moment: the order must still be a total one.
    await database.pool.query(
      `update plays set starts_at = date_trunc('second', starts_at) where user_id = $1`,
      [anna.me.id],
    );
    async function all(state: string): Promise<PlayList['plays']> {
      const plays: PlayList['plays'] = [];
      let query = state;
      for (let pages = 0; pages < 10; pages++) {
        const page = (await asked(anna, 'GET', `/api/plays?${query}`)).body as PlayList;
        plays.push(...page.plays);
        if (page.next === null) return plays;
        query = `${state}&before=${page.next}`;
      }
      throw new Error('there is no last page');
    }
    const ids = (plays: PlayList['plays']) => plays.map(({ playId }) => playId).sort();
    const finished = await all('state=finished');
    expect(ids(finished)).toEqual([...over].sort());
    expect(finished.every(({ ending }) => ending === 'conceded')).toBe(true);
    const going = await all('state=in-progress');
    expect(ids(going)).toEqual(made.filter((id) => !over.includes(id)).sort());
    expect(going.every(({ ending }) => ending === null)).toBe(true);
    const everything = await all('');
    expect(ids(everything)).toEqual([...made].sort());
    const times = everything.map(({ startedAt }) => startedAt);
    expect(times).toEqual([...times].sort().reverse());
    const bad = await asked(anna, 'GET', '/api/plays?before=1_nonsense');
    expect(bad).toMatchObject({ status: 400, body: { error: { code: 'bad-request' } } });
  });
});
