// Open tables: the host's choice, told to everybody. Then who watches or is done sees all tables, and nobody who plays
// sees another's.
import type { RaceSettings } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { tablesRejection } from '../src/race/open-tables.ts';
import * as rules from '../src/race/race.ts';
import { device } from './support/app.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { serveAll } from './support/until-finished.ts';
import { wonChance } from './support/won-chance.ts';

const T = 1_800_000_000_000;
const base: RaceSettings = {
  variant: 'bisley/thirteen',
  undo: 'bounded',
  capMinutes: 5,
  proved: false,
};
const fixed = { dealId: 'd', commitment: 'c', difficulty: null, plays: {} };

test.each([
  ['open', true, false, 'not-started'],
  ['countdown', true, false, 'not-started'],
  ['expired', true, false, 'not-started'],
  ['running', false, false, 'deal-is-live'],
  ['running', false, true, 'deal-is-live'],
  ['running', true, true, 'forbidden'],
  ['running', true, false, undefined],
  ['settled', false, false, undefined],
] as const)('P2: all tables of a race that is %s, open %s, to a player %s: %s', (...row) => {
  const [phase, openTables, isPlaying, refusal] = row;
  const open = rules.openRace({ ...base, openTables }, { id: 'anna', name: 'Anna' }, T);
  const begun = rules.begin(open, fixed, T);
  const started = begun.ok ? begun.value : open;
  const [race, now] = {
    open: [open, T] as const,
    expired: [open, T + 9e7] as const,
    countdown: [started, T + 1] as const,
    running: [started, T + 6_000] as const,
    settled: [{ ...started, settledAt: T + 9e5 }, T + 9e5] as const,
  }[phase];
  expect(rules.phaseOf(race, now)).toBe(phase);
  expect(tablesRejection(race, isPlaying, now)).toBe(refusal);
});

const clock = testClock();
const service = await serveAll({ clock, chance: wonChance });
const { url } = service;

const codeOf = async (tab: Tab, code: string) => {
  const answer = await tab.request('race:tables', { code });
  return answer.ok ? answer.data.tables.length : answer.error.code;
};
const advancedOf = ({ received }: Tab, playId: string) =>
  received.filter(
    ({ name, news }) => name === 'play:advanced' && (news as { playId: string }).playId === playId,
  ).length;

test('P2: who watches or is done sees all tables as they are played; who plays sees only their own', async () => {
  const tabs = [await openTab(url), await openTab(url), await openTab(url)] as const;
  const [anna, ben, wanda] = tabs;
  const { code, tables } = await startRace([anna, ben], { openTables: true, proved: false }, () =>
    clock.skip(5000),
  );
  const seen = await wanda.ask('race:enter', { code });
  expect(seen).toMatchObject({ settings: { openTables: true }, watchers: 1 });
  expect(await Promise.all(tabs.map((tab) => codeOf(tab, code)))).toEqual([
    'forbidden',
    'forbidden',
    2,
  ]);
  const hers = new Player(anna, tables[0]!);
  await hers.move();
  const news = await wanda.news('play:advanced', ({ playId }) => playId === hers.playId);
  expect(news).toMatchObject({ number: 1, entry: hers.acknowledged[0] });

  // Ben gives up, and is done.
  await new Player(ben, tables[1]!).concede();
  expect(await codeOf(ben, code)).toBe(2);
  await hers.move();
  await ben.news('play:advanced', ({ playId }) => playId === hers.playId);
  expect(advancedOf(ben, hers.playId)).toBe(1);
  // Who leaves hears no more.
  await wanda.ask('race:exit', { code });
  await hers.move();
  await ben.news('play:advanced', ({ number }) => number === 3);
  expect(advancedOf(wanda, hers.playId)).toBe(2);
  expect(advancedOf(anna, hers.playId) + advancedOf(anna, tables[1]!.playId)).toBe(0);
  for (const tab of tabs) tab.close();
});

test('P2: a watcher who becomes a player by signing in sees no other table any more', async () => {
  const tabs = [await openTab(url), await openTab(url), await openTab(url)] as const;
  const [anna, ben, wanda] = tabs;
  const { code, tables } = await startRace([anna, ben], { openTables: true, proved: false }, () =>
    clock.skip(5000),
  );
  await wanda.ask('race:enter', { code });
  expect(await codeOf(wanda, code)).toBe(2);
  // Ben, a guest, turns out to be Wanda.
  const [username, password] = ['wanda', 'four words and a card'];
  const body = { username, password };
  const claimed = await device(service.app).post('/api/account/password', body, {
    cookie: wanda.cookie,
  });
  expect(claimed.status).toBe(200);
  const back = await openTab(url, String(claimed.headers['set-cookie']).split(';')[0]);
  await back.ask('race:enter', { code });
  expect(await codeOf(back, code)).toBe(2);
  const merged = await device(service.app).post(
    '/api/sign-in/password',
    { ...body, guest: 'bring' },
    { cookie: ben.cookie },
  );
  expect(merged.status).toBe(200);
  await back.news('race:updated', ({ players }) => players.some(({ id }) => id === wanda.me.id));
  await new Player(anna, tables[0]!).move();
  await back.news('race:progressed', ([of]) => of === code);
  expect(advancedOf(back, tables[0]!.playId)).toBe(0);
  expect(await codeOf(back, code)).toBe('forbidden');
  for (const tab of [...tabs, back]) tab.close();
});

test('P2: without the host’s choice nobody sees a table; it clears “ready” and is told to all', async () => {
  const tabs = [await openTab(url), await openTab(url), await openTab(url)] as const;
  const [anna, ben, wanda] = tabs;
  const lobby = await openLobby([anna, ben], { proved: false });
  await anna.ask('race:configure', { code: lobby, settings: { ...base, openTables: true } });
  const told = await ben.ask('race:enter', { code: lobby });
  expect(told.settings.openTables).toBe(true);
  expect(told.players[1]!.ready).toBe(false);
  const { code } = await startRace([anna, ben], { proved: false }, () => clock.skip(5000));
  await wanda.ask('race:enter', { code });
  expect(await codeOf(wanda, code)).toBe('deal-is-live');
  for (const tab of tabs) tab.close();
});
