// One press each: a rematch seats the sparring partners again, and begins by itself when all of the race before are ready.
import { PLAYERS_MAX } from '@same-deal/protocol';
import type { RaceSeries, Strength } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { NOBODYS_NAME } from '../src/names/stand-ins.ts';
import { partners } from '../src/race/partners.ts';
import * as rules from '../src/race/race.ts';
import type { Race } from '../src/race/race.ts';
import { buildTestApp, noLimits } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { must, person, settings } from './support/race-values.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const T = 1_800_000_000_000;

describe('a rematch', () => {
  const lobby = (others: readonly string[], strengths: readonly Strength[]) =>
    strengths.reduce(
      (race, strength) => must(rules.addPartner(race, 'anna', strength, T)),
      others.reduce(
        (race, id) => must(rules.join(race, person(id), T)),
        rules.openRace(settings, person('anna'), T),
      ),
    );

  test('seats the sparring partners of the race before, ready, and never more than there are seats', () => {
    const former = lobby(['ben'], [3, 1]);
    const rematch = rules.rematchOf(former, person('ben'), T);
    expect(rematch.players).toEqual([
      { ...person('ben'), ready: false },
      { ...partners[3], ready: true },
      { ...partners[1], ready: true },
    ]);
    expect(rematch.hostId).toBe('anna');
    const others = ['b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const full = lobby(others, [1, 2]);
    expect(full.players).toHaveLength(PLAYERS_MAX);
    const all = ['anna', ...others].reduce(
      (race, id) => must(rules.join(race, person(id), T)),
      rules.rematchOf(full, person('anna'), T),
    );
    expect(all.players).toHaveLength(PLAYERS_MAX);
  });

  const ready = (race: Race, ...ids: string[]) =>
    ids.reduce((changed, id) => must(rules.setReady(changed, id, true, T)), race);
  const there =
    (...ids: string[]) =>
    (id: string) =>
      ids.includes(id);
  const both = ready(
    must(rules.join(rules.rematchOf(lobby(['ben'], []), person('anna'), T), person('ben'), T)),
    'anna',
    'ben',
  );
  const asked = ['anna', 'ben'];
  const isThere = there('anna', 'ben', 'cleo');

  test('begins by itself once everybody of the race before is seated, there and ready', () => {
    expect(rules.isComplete(both, asked, isThere, T)).toBe(true);
    const alone = ready(rules.rematchOf(lobby([], [2]), person('anna'), T), 'anna');
    expect(rules.isComplete(alone, ['anna'], isThere, T), 'one person and the computer').toBe(true);
  });

  test.each<[why: string, race: Race, asked: string[], isPresent: (id: string) => boolean]>([
    ['a race that is no rematch', both, [], isThere],
    ['somebody has not come', both, [...asked, 'cleo'], isThere],
    ['somebody is not ready any more', must(rules.setReady(both, 'ben', false, T)), asked, isThere],
    ['somebody has left', must(rules.leave(both, 'ben', T)), asked, isThere],
    ['somebody is away', both, asked, there('anna')],
    ['a newcomer is not ready', must(rules.join(both, person('cleo'), T)), asked, isThere],
    [
      'the settings are other ones',
      must(rules.configure(both, 'anna', { ...settings, undo: 'none' }, T)),
      asked,
      isThere,
    ],
    [
      'one person alone',
      ready(rules.rematchOf(lobby([], []), person('anna'), T), 'anna'),
      ['anna'],
      isThere,
    ],
    ['its host has no seat', { ...both, hostId: 'x' }, asked, isThere],
    [
      'it has been started',
      must(rules.begin(both, { dealId: 'd', commitment: 'c', difficulty: null, plays: {} }, T)),
      asked,
      isThere,
    ],
  ])('does not begin by itself: %s', (_why, race, asked, isPresent) => {
    expect(rules.isComplete(race, asked, isPresent, T)).toBe(false);
  });

  test('waits for nobody who is a sparring partner, or has left for good', () => {
    const seats = [person('anna'), partners[1], { id: 'x', name: NOBODYS_NAME }];
    expect(rules.askedOf(seats)).toEqual(['anna']);
  });
});

describe('by one press each', () => {
  const clock = testClock();
  let node: TestApp;
  let url: string;
  beforeAll(async () => {
    node = await buildTestApp({ clock });
    url = await listen(node.app);
  });
  afterAll(() => node.close());

  /** What the page asks for at *Rematch*. */
  async function press(tab: Tab, code: string): Promise<string> {
    const next = await tab.ask('race:rematch', { code });
    await tab.ask('race:join', { ...next, ready: true });
    return next.code;
  }
  /** A race that everybody has given up before it began. */
  async function settled(tabs: readonly Tab[], strengths: readonly Strength[] = []) {
    const code = await openLobby(tabs, { proved: false });
    for (const strength of strengths) await tabs[0]!.ask('race:partner', { code, strength });
    await tabs[0]!.ask('race:start', { code });
    for (const tab of tabs) await tab.ask('race:leave', { code });
    for (const tab of tabs) {
      await tab.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    }
    return code;
  }
  const phaseNews = (tab: Tab, code: string, phase: string) =>
    tab.news('race:updated', (race) => race.code === code && race.phase === phase);
  const close = (tabs: readonly Tab[]) => tabs.forEach((tab) => tab.close());

  test('P1: with the computer alone, the partners are seated again, and the countdown begins', async () => {
    const anna = await openTab(url);
    const code = await settled([anna], [2, 3]);
    const next = await press(anna, code);
    const { players, asked } = await phaseNews(anna, next, 'countdown');
    expect(players.map(({ id, partner }) => [id, partner])).toEqual([
      [anna.me.id, null],
      [partners[2].id, 2],
      [partners[3].id, 3],
    ]);
    expect(asked).toBeUndefined();
    // As a second device may, a moment later.
    expect(await anna.ask('race:join', { code: next, ready: true })).toMatchObject({ code: next });
    await clock.skip(5000);
    expect((await anna.news('play:opened', ({ raceCode }) => raceCode === next)).isYours).toBe(
      true,
    );
    close([anna]);
  });

  test('P1: with the last of the others the countdown begins, once, whoever comes first', async () => {
    const tabs = [await openTab(url), await openTab(url), await openTab(url)];
    const [anna, ben, cleo] = tabs as [Tab, Tab, Tab];
    const code = await settled(tabs, [1]);
    const next = await press(cleo, code);
    const lobby = await cleo.ask('race:enter', { code: next });
    expect(lobby).toMatchObject({ phase: 'open', hostId: anna.me.id, asked: 2 });
    await Promise.all([anna, ben].map((tab) => press(tab, code)));
    for (const tab of tabs) await phaseNews(tab, next, 'countdown');
    await clock.skip(5000);
    const tables = await Promise.all(
      tabs.map((tab) => tab.news('play:opened', ({ raceCode }) => raceCode === next)),
    );
    for (const { start } of tables) expect(start).toEqual(tables[0]!.start);
    const { rows } = await node.database.pool.query(
      'select count(*)::int as plays from plays where race_id = (select id from races where code = $1)',
      [next],
    );
    expect(rows).toEqual([{ plays: 4 }]);
    close(tabs);
  });

  test('nobody is started who is away, or is not ready any more; when they are, it begins', async () => {
    const tabs = [await openTab(url), await openTab(url)];
    const [anna, ben] = tabs as [Tab, Tab];
    const code = await settled(tabs);
    const next = await press(anna, code);
    await anna.ask('race:exit', { code: next });
    await press(ben, code);
    await ben.ask('race:ready', { code: next, ready: false });
    await anna.ask('race:enter', { code: next });
    const waiting = await ben.ask('race:enter', { code: next });
    expect(waiting.phase).toBe('open');
    expect(waiting.players.map(({ ready, away }) => [ready, away])).toEqual([
      [true, false],
      [false, false],
    ]);
    await anna.ask('race:exit', { code: next });
    await ben.ask('race:ready', { code: next, ready: true });
    await ben.news(
      'race:updated',
      ({ code, players }) => code === next && players[0]!.away && players[1]?.ready === true,
    );
    await anna.ask('race:enter', { code: next });
    await phaseNews(ben, next, 'countdown');
    close(tabs);
  });

  test('nobody is ready by that press for other settings than those of the race before', async () => {
    const tabs = [await openTab(url), await openTab(url)];
    const [anna, ben] = tabs as [Tab, Tab];
    const code = await settled(tabs);
    const next = await press(anna, code);
    const { settings: same } = await anna.ask('race:enter', { code: next });
    const changed = { ...same, undo: 'none' as const, rated: true };
    await anna.ask('race:configure', { code: next, settings: changed });
    await anna.ask('race:ready', { code: next, ready: true });
    await press(ben, code);
    const lobby = await ben.ask('race:enter', { code: next });
    expect(lobby.players.map(({ id, ready }) => [id, ready])).toEqual([
      [anna.me.id, true],
      [ben.me.id, false],
    ]);
    expect(await anna.request('race:start', { code: next })).toMatchObject({
      error: { code: 'players-not-ready' },
    });
    // Who has seen them says so, and it begins; pressing again says nothing.
    await press(ben, code);
    expect((await ben.ask('race:enter', { code: next })).phase).toBe('open');
    await ben.ask('race:ready', { code: next, ready: true });
    await phaseNews(ben, next, 'countdown');
    close(tabs);
  });

  test('where one of them does not come the host starts, and others may join', async () => {
    const tabs = [await openTab(url), await openTab(url), await openTab(url)];
    const [anna, ben, cleo] = tabs as [Tab, Tab, Tab];
    const code = await settled(tabs);
    const next = await press(anna, code);
    await press(ben, code);
    const dan = await openTab(url);
    await dan.ask('race:join', { code: next });
    await dan.ask('race:ready', { code: next, ready: true });
    expect(await dan.ask('race:enter', { code: next })).toMatchObject({ phase: 'open', asked: 1 });
    await anna.ask('race:start', { code: next });
    const { players } = await phaseNews(ben, next, 'countdown');
    expect(players.map(({ id }) => id)).toEqual([anna, ben, dan].map(({ me }) => me.id));
    close([...tabs, dan, cleo]);
  });

  test('the next race of a series begins by itself as well', async () => {
    const tabs = [await openTab(url), await openTab(url)];
    const series: RaceSeries = { bestOf: 3, variants: ['bisley/thirteen'] };
    const code = await openLobby(tabs, { proved: false, series });
    await tabs[0]!.ask('race:start', { code });
    for (const tab of tabs) await tab.ask('race:leave', { code });
    await phaseNews(tabs[1]!, code, 'settled');
    const [next] = await Promise.all(tabs.map((tab) => press(tab, code)));
    const { line } = await phaseNews(tabs[0]!, next!, 'countdown');
    expect(line?.series?.number).toBe(2);
    close(tabs);
  });

  test('P8: rematches take no more proved deals than an address may have; one that two of it get counts once', async () => {
    const limits = { ...noLimits, addressProvedDeals: { times: 3, perMs: 3_600_000 } };
    const other = await buildTestApp({ clock, limits });
    onTestFinished(() => other.close());
    const { prisma } = other.database;
    await prisma.certifiedDeal.createMany({
      data: Array.from({ length: 100 }, () => ({
        variant: 'bisley/thirteen',
        pack: Uint8Array.from(cryptographicChance.pack('bisley/thirteen', 1)),
        ...{ solution: Uint8Array.of(0, 1), shortest: false, difficulty: 1, gradingVersion: null },
      })),
    });
    const address = await listen(other.app);
    const tabs = [await openTab(address), await openTab(address)];
    let code = await openLobby(tabs);
    await tabs[0]!.ask('race:start', { code });
    for (let n = 0; n < 4; n++) {
      for (const tab of tabs) await tab.ask('race:leave', { code });
      for (const tab of tabs) await phaseNews(tab, code, 'settled');
      const [next] = await Promise.all(tabs.map((tab) => press(tab, code)));
      for (const tab of tabs) await phaseNews(tab, next!, 'countdown');
      code = next!;
    }
    expect(await prisma.certifiedDeal.count()).toBe(97);
    close(tabs);
  });

  test('whoever has ten races under way starts no other by a rematch', async () => {
    const anna = await openTab(url);
    const code = await settled([anna], [1]);
    for (let n = 0; n < 10; n++) {
      const other = await openLobby([anna], { proved: false });
      await anna.ask('race:partner', { code: other, strength: 1 });
      await anna.ask('race:start', { code: other });
    }
    const next = await press(anna, code);
    expect(await anna.request('race:start', { code: next })).toMatchObject({
      error: { code: 'too-many-requests' },
    });
    expect((await anna.ask('race:enter', { code: next })).phase).toBe('open');
    close([anna]);
  });
});
