// "Race me later": a race against recordings, over the wire. It counts for nothing but on the page of what was raced.
import { encodeEntry, parseMove } from '@same-deal/engine';
import type { GhostField } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { won, wonChance } from './support/won-chance.ts';

const clock = testClock();
let service: TestApp;
let url: string;
beforeAll(async () => {
  service = await buildTestApp({ clock, chance: wonChance });
  url = await listen(service.app);
});
afterAll(() => service.close());

const moves = won.moves.split(' ').map((text) => encodeEntry(parseMove('bisley/thirteen', text)!));
/** Plays so much of the game that was won. */
async function play(tab: Tab, playId: string, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++)
    await tab.ask('play:move', { playId, expected: n + 1, move: moves[n]! });
}
const get = async (tab: Tab, path: string) =>
  (await device(service.app).get(path, { cookie: tab.cookie })) as unknown as {
    status: number;
    body: Record<string, unknown>;
    text: string;
  };
const fieldOf = async (tab: Tab, code: string) =>
  JSON.parse((await get(tab, `/api/races/${code}/ghosts`)).text) as GhostField;

/** Anna has won after 200 s, with half of her moves made after 100 s; Ben has given up. */
async function recordedRace(): Promise<{ code: string; anna: Tab; ben: Tab; playIds: string[] }> {
  const [anna, ben] = [await openTab(url), await openTab(url)];
  const { code, tables } = await startRace([anna, ben], { proved: false }, () => clock.skip(5000));
  const playIds = tables.map(({ playId }) => playId);
  await clock.skip(100_000);
  await play(anna, playIds[0]!, 0, 20);
  await ben.ask('play:concede', { playId: playIds[1]!, expected: 1 });
  await clock.skip(100_000);
  await play(anna, playIds[0]!, 20, moves.length);
  await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');
  return { code, anna, ben, playIds };
}

/** From the link to T0, alone. */
async function raceLater(
  tab: Tab,
  of: { race: string },
): Promise<{ code: string; playId: string }> {
  const { code } = await tab.ask('race:ghosts', of);
  await tab.ask('race:enter', { code });
  await tab.ask('race:start', { code });
  await tab.news('race:updated', (race) => race.code === code && race.phase === 'countdown');
  await clock.skip(5000);
  const { playId } = await tab.news('play:opened', ({ raceCode }) => raceCode === code);
  return { code, playId };
}

const settled = (tab: Tab, code: string) =>
  tab.news('race:updated', (race) => race.code === code && race.phase === 'settled');

describe('P7 P12: a race against recordings', () => {
  test('alone: ghosts move in their own time, and the result joins the original race as a late one', async () => {
    const { code, anna, ben, playIds } = await recordedRace();
    /** The race's own page, but for how long ago it was. */
    const original = async () => ({
      ...(JSON.parse((await get(anna, `/api/races/${code}`)).text) as object),
      sinceStartMs: 0,
      closesInMs: 0,
    });
    const before = await original();
    const wanda = await openTab(url);
    expect(await fieldOf(wanda, code)).toMatchObject({
      of: { race: code },
      ghosts: [{ ending: 'won' }, { ending: 'conceded', cardsHome: 0 }],
      known: false,
      late: [],
    });
    expect((await fieldOf(anna, code)).known).toBe(true);

    const later = await raceLater(wanda, { race: code });
    const lobby = await wanda.ask('race:enter', { code: later.code });
    expect(lobby.ghostOf).toEqual({ race: code });
    expect(lobby.ghosts!.map(({ progress }) => [progress!.moves, progress!.ending])).toEqual([
      [0, null],
      [0, null],
    ]);
    // Its deal is live, though the same cards are open elsewhere.
    expect((await get(wanda, `/api/races/${later.code}/deal`)).status).toBe(409);
    expect(await anna.request('play:open', { playId: later.playId })).toMatchObject({ ok: false });

    // Nobody moves but the clock: Anna's first moves are made, as late as a busy machine let them be, and Ben is done.
    await clock.skip(150_000);
    const progressed = await wanda.news(
      'race:progressed',
      ([code, , , ghosts]) => code === later.code && (ghosts?.length ?? 0) > 0,
    );
    expect(progressed[2].every(([, moves]) => moves === 0)).toBe(true);
    const ended = await wanda.news(
      'race:updated',
      (race) => race.code === later.code && race.ghosts?.[1]?.progress?.ending === 'conceded',
    );
    expect(ended.ghosts![0]!.progress).toMatchObject({ moves: 20, ending: null, place: 1 });
    expect(ended.ghosts!.every(({ playId }) => playId === null)).toBe(true);

    await play(wanda, later.playId, 0, moves.length);
    const result = await settled(wanda, later.code);
    expect(result.players[0]!.progress).toMatchObject({ place: 1, ending: 'won' });
    // As they ended, though it was not over yet.
    expect(result.ghosts!.map(({ progress }) => progress!.ending)).toEqual(['won', 'conceded']);
    expect(result.ghosts!.map(({ progress }) => progress!.place)).toEqual([2, 2]);
    expect(result.ghosts!.map(({ playId }) => playId)).toEqual(playIds);

    // It changes nothing but that page.
    expect(await original()).toEqual(before);
    const { late } = await fieldOf(ben, code);
    expect(late).toMatchObject([
      { name: wanda.me.name, code: later.code, playId: later.playId, ending: 'won', clean: true },
    ]);
    const stats = JSON.parse((await get(wanda, '/api/stats')).text) as {
      races: { game: string | null; played: number }[];
    };
    expect(stats.races.find(({ game }) => game === null)!.played).toBe(0);
    expect(JSON.parse((await get(wanda, '/api/people')).text)).toMatchObject({ people: [] });

    // A second time she knows it; and against a race against recordings one races the recordings.
    const again = await raceLater(wanda, { race: later.code });
    expect((await fieldOf(wanda, again.code)).of).toEqual({ race: code });
    await wanda.ask('race:leave', { code: again.code });
    await settled(wanda, again.code);
    const both = (await fieldOf(wanda, code)).late;
    expect(both.map(({ clean, ending }) => [clean, ending])).toEqual([
      [true, 'won'],
      [false, 'conceded'],
    ]);
    for (const tab of [anna, ben, wanda]) tab.close();
  });

  test('names nobody as late who is kept off the boards, or banned', async () => {
    const { code, anna, ben } = await recordedRace();
    const wanda = await openTab(url);
    const later = await raceLater(wanda, { race: code });
    await wanda.ask('race:leave', { code: later.code });
    await settled(wanda, later.code);
    const set = (what: string) =>
      service.database.pool.query(`update users set ${what} where id = $1`, [wanda.me.id]);
    const late = async () => (await fieldOf(anna, code)).late.map(({ name }) => name);
    expect(await late()).toEqual([wanda.me.name]);
    await set('off_boards = true');
    expect(await late()).toEqual([]);
    await set('off_boards = false');
    expect(await late()).toEqual([wanda.me.name]);
    await set('banned_at = now()');
    expect(await late()).toEqual([]);
    for (const tab of [anna, ben, wanda]) tab.close();
  });

  const look = async (tab: Tab, path: string) => expect((await get(tab, path)).status).toBe(200);
  test.each<[string, (tab: Tab, code: string, playId: string) => Promise<unknown>]>([
    ['its deal', (tab, code) => look(tab, `/api/races/${code}/deal`)],
    ['a replay', (tab, _code, playId) => look(tab, `/api/plays/${playId}`)],
    ['an analysis', (tab, _code, playId) => look(tab, `/api/plays/${playId}/analysis`)],
    ['all its tables', (tab, code) => tab.ask('race:tables', { code })],
  ])('of one who has looked at %s is not clean, and says so before', async (_what, lookAt) => {
    const { code, anna, ben, playIds } = await recordedRace();
    const wanda = await openTab(url);
    await lookAt(wanda, code, playIds[0]!);
    expect((await fieldOf(wanda, code)).known).toBe(true);
    const later = await raceLater(wanda, { race: code });
    await wanda.ask('race:leave', { code: later.code });
    await settled(wanda, later.code);
    expect((await fieldOf(wanda, code)).late).toMatchObject([{ clean: false }]);
    const { seenDeals } = JSON.parse((await get(wanda, '/api/me/export')).text) as {
      seenDeals: object[];
    };
    expect(seenDeals).toMatchObject([{ deal: code, variant: 'bisley/thirteen' }]);
    // It goes with her; what she played stays, as somebody's.
    const gone = await device(service.app).delete(
      '/api/me',
      { sure: true },
      { cookie: wanda.cookie },
    );
    expect(gone.status).toBe(200);
    const { late } = await fieldOf(anna, code);
    expect(late).toMatchObject([{ clean: false, code: later.code }]);
    expect(late[0]!.name).not.toBe(wanda.me.name);
    const { rows } = await service.database.pool.query(
      'select from seen_deals where user_id = $1',
      [wanda.me.id],
    );
    expect(rows).toEqual([]);
    for (const tab of [anna, ben, wanda]) tab.close();
  });

  test('is not clean either for the account that a guest who knew the deal becomes', async () => {
    const { code, anna, ben } = await recordedRace();
    const [guest, account] = [await openTab(url), await openTab(url)];
    await get(guest, `/api/races/${code}/deal`);
    const body = { username: 'late-comer', password: 'four words and a card' };
    const claimed = await device(service.app).post('/api/account/password', body, {
      cookie: account.cookie,
    });
    const cookie = String(claimed.headers['set-cookie']).split(';')[0]!;
    const knows = async () => (await fieldOf({ ...account, cookie }, code)).known;
    expect(await knows()).toBe(false);
    const merged = await device(service.app).post(
      '/api/sign-in/password',
      { ...body, guest: 'bring' },
      { cookie: guest.cookie },
    );
    expect(merged.status).toBe(200);
    expect(await knows()).toBe(true);
    for (const tab of [anna, ben, guest, account]) tab.close();
  });

  test('leaves damaged recordings out, and is refused while the race runs', async () => {
    const { code, anna, ben, playIds } = await recordedRace();
    await service.database.pool.query('delete from entries where play_id = $1 and number = 3', [
      playIds[0],
    ]);
    for (const tab of [anna, ben]) tab.close();
    // A node that has read it when it was whole goes on showing it; another one does not.
    await service.app.close();
    service = await buildTestApp({ clock, chance: wonChance, database: service.database });
    url = await listen(service.app);
    const [wanda, carl] = [await openTab(url), await openTab(url)];
    expect((await fieldOf(wanda, code)).ghosts).toHaveLength(1);
    const running = await startRace([wanda, carl], { proved: false }, () => clock.skip(5000));
    const refused = await wanda.request('race:ghosts', { race: running.code });
    expect(refused).toMatchObject({ ok: false, error: { code: 'race-not-settled' } });
    expect((await get(wanda, `/api/races/${running.code}/ghosts`)).status).toBe(409);
    for (const tab of [wanda, carl]) tab.close();
  });
});
