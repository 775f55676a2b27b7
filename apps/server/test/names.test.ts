// What people are called in a race: as they are now, no two alike, and a new name changes no race.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameSkeleton } from '../src/names/name-skeleton.ts';
import { bounds } from '../src/storage/bounds.ts';
import { shownNames } from '../src/race/shown-names.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

describe('names that can be taken for one another', () => {
  test.each([
    ['Anna', 'anna', 'case'],
    ['Anna', 'Аnnа', 'Cyrillic'],
    ['Anna', 'ꓮꓠꓠꓮ', 'Lisu'],
    ['Mahler', 'ᎷᎪᎻᏞᎬᎡ', 'Cherokee'],
    ['Anna', 'ᴀɴɴᴀ', 'small capitals'],
    ['Anna', 'Ａｎｎａ', 'full width'],
    ['Anna', '𝐀𝐧𝐧𝐚', 'mathematical letters'],
    ['Anna', 'An na', 'blanks'],
    ['Anna', 'An.na', 'signs'],
    ['Will', 'WiII', 'I for l'],
    ['Bob', 'B0b', 'digits'],
    ['Zoë', 'Zoe', 'marks'],
    ['Tom', 'Torn', 'rn for m'],
    ['Marκ', 'Mark', 'Greek'],
  ])('%s and %s: %s', (one, other) => {
    expect(nameSkeleton(one)).toBe(nameSkeleton(other));
  });

  test.each([
    ['Anna', 'Hanna'],
    ['Anna', 'Anna 2'],
    ['Аня', 'Оля'],
    ['李', '王'],
    ['☆', '♡'],
  ])('%s and %s are not', (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other));
  });

  const seat = (id: string, name = id) => ({ id, name });
  const shown = (seats: ReturnType<typeof seat>[], now: Record<string, string> = {}) => [
    ...shownNames(seats, new Map(Object.entries(now))).values(),
  ];

  test('stay as they are for whoever came first; the others are numbered', () => {
    expect(shown([seat('a', 'Anna'), seat('b', 'Аnna'), seat('c', 'ANNA')])).toEqual([
      'Anna',
      'Аnna 2',
      'ANNA 3',
    ]);
    expect(shown([seat('a', 'Anna'), seat('b', 'Anna 2'), seat('c', 'Anna')])).toEqual([
      'Anna',
      'Anna 2',
      'Anna 3',
    ]);
  });

  test('who takes the name of somebody who sits there gets the number, whatever the seats', () => {
    const names = shownNames([seat('mallory'), seat('ben', 'Ben')], new Map([['mallory', 'Ben']]));
    expect(names.get('ben')).toBe('Ben');
    expect(names.get('mallory')).toBe('Ben 2');
  });
});

describe('a new name', () => {
  let app: TestApp;
  let url: string;
  const tabs: Tab[] = [];
  beforeAll(async () => {
    app = await buildTestApp();
    url = await listen(app.app);
  });
  afterAll(async () => {
    for (const tab of tabs) tab.close();
    await app.close();
  });
  const tab = async () => {
    tabs.push(await openTab(url));
    return tabs.at(-1)!;
  };
  const rename = (who: Tab, name: string) =>
    fetch(`${url}/api/me`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: who.cookie },
      body: JSON.stringify({ name }),
    });

  test('changes no race, however often, and is seen by those who sit with them', async () => {
    const [anna, ben] = [await tab(), await tab()];
    const codes = [await openLobby([anna]), await openLobby([anna])];
    await ben.ask('race:join', { code: codes[0]! });
    const versions = async () =>
      (await app.database.pool.query('select code, version from races order by code')).rows;
    await ben.news('race:updated', ({ players }) => players.length === 2 && !players[0]!.away);
    const before = await versions();
    const receivedBefore = ben.received.length;
    for (let n = 1; n <= 20; n++) expect((await rename(anna, `Anna the ${n}th`)).status).toBe(200);
    await ben.news('race:updated', ({ players }) => players[0]?.name === 'Anna the 20th');
    expect(await versions(), 'no race is written').toEqual(before);
    const sent = ben.received.slice(receivedBefore).filter(({ name }) => name === 'race:updated');
    expect(sent.length, 'once a second at most').toBeLessThan(12);
  });

  test('that another player came with is shown with a number', async () => {
    const [anna, ben] = [await tab(), await tab()];
    await rename(anna, 'Anna');
    await rename(ben, 'АNNА');
    const code = await openLobby([anna, ben]);
    const { players } = await anna.ask('race:enter', { code });
    expect(players.map(({ name }) => name)).toEqual(['Anna', 'АNNА 2']);
  });

  test('that looks like that of somebody in the same race is refused while the race is not over', async () => {
    const [anna, ben] = [await tab(), await tab()];
    await rename(anna, 'Carla');
    const code = await openLobby([anna, ben]);
    const answer = await rename(ben, 'САRLА');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { code: 'name-taken' } });
    expect((await rename(anna, 'CARLA')).status, 'her own').toBe(200);
    await ben.ask('race:leave', { code });
    expect((await rename(ben, 'САRLА')).status, 'somewhere else').toBe(200);
  });

  test('hidden by a moderator is hidden in races', async () => {
    const [anna, ben] = [await tab(), await tab()];
    const code = await openLobby([anna, ben]);
    await app.database.pool.query('update users set name_hidden_at = now() where id = $1', [
      ben.me.id,
    ]);
    const { players } = await anna.ask('race:enter', { code });
    expect(players.map(({ name }) => name)).toEqual([anna.me.name, 'Hidden name']);
  });

  test('P8: hidden is hidden at once on the pages of those who sit there, whoever has left the page', async () => {
    const [anna, ben, cleo] = [await tab(), await tab(), await tab()];
    const code = await openLobby([anna, ben]);
    ben.close();
    await anna.news('race:updated', ({ players }) => players[1]?.away === true);
    await app.database.pool.query(`update users set role = 'moderator' where id = $1`, [
      cleo.me.id,
    ]);
    const moderate = (action: string) =>
      fetch(`${url}/api/moderation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cleo.cookie },
        body: JSON.stringify({ action, playerId: ben.me.id, reason: 'rude' }),
      });
    expect((await moderate('hide-name')).status).toBe(200);
    const seen = (name: string) =>
      anna.news('race:updated', (race) => race.code === code && race.players[1]?.name === name);
    await seen('Hidden name');
    const before = anna.received.length;
    expect((await moderate('show-name')).status).toBe(200);
    await expect
      .poll(() => JSON.stringify(anna.received.slice(before)), { timeout: 10_000 })
      .toContain(ben.me.name);
  });
});

test('P8: nobody sits in more than ten lobbies; leaving one makes room', async () => {
  const app = await buildTestApp();
  const url = await listen(app.app);
  const [anna, ben] = [await openTab(url), await openTab(url)];
  const codes: string[] = [];
  for (let n = 0; n < bounds.lobbies.most; n++) {
    codes.push((await anna.ask('race:create', { variant: 'bisley/thirteen' })).code);
  }
  const { code } = await ben.ask('race:create', { variant: 'bisley/thirteen' });
  const full = { ok: false, error: { code: 'too-many-lobbies' } };
  expect(await anna.request('race:create', { variant: 'bisley/thirteen' })).toEqual(full);
  expect(await anna.request('race:join', { code })).toEqual(full);
  expect((await anna.request('race:join', { code: codes[0]! })).ok, 'her own seat').toBe(true);
  await anna.ask('race:leave', { code: codes[0]! });
  expect((await anna.request('race:join', { code })).ok).toBe(true);
  for (const one of [anna, ben]) one.close();
  await app.close();
});
