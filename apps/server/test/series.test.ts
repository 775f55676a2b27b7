// A series over the line: one link, everybody carried along in their seats, a score that all see, and who won.
import { encodeEntry, parseMove } from '@same-deal/engine';
import type { RaceSeries, RaceSnapshot } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { serveAll } from './support/until-finished.ts';
import { won, wonChance } from './support/won-chance.ts';

const clock = testClock();
const { url } = await serveAll({ clock, chance: wonChance });

const series: RaceSeries = { bestOf: 3, variants: ['bisley/thirteen', 'bisley/twelve'] };

/** Plays on until so many cards are home, and gives up. */
async function play(tab: Tab, playId: string, cards: number): Promise<void> {
  let n = 0;
  for (let home = 0; home < cards;) {
    const move = encodeEntry(parseMove('bisley/thirteen', won.moves.split(' ')[n]!)!);
    await tab.ask('play:move', { playId, expected: ++n, move });
    const { players } = await tab.ask('race:enter', { code: codes.at(-1)! });
    home = players.find((player) => player.playId === playId)!.progress!.cardsHome;
  }
  await tab.ask('play:concede', { playId, expected: n + 1 });
}
const codes: string[] = [];
const settledNews = (tab: Tab, code: string): Promise<RaceSnapshot> =>
  tab.news('race:updated', (race) => race.code === code && race.phase === 'settled');

test('P1 P4: a best of three with rotation is carried on by the rematch, and ends with a winner', async () => {
  const [anna, ben] = [await openTab(url), await openTab(url)];
  const first = await startRace([anna, ben], { series, proved: false }, () => clock.skip(5000));
  codes.push(first.code);
  expect(await ben.request('race:rematch', { code: first.code }), 'while it runs').toMatchObject({
    error: { code: 'race-not-settled' },
  });
  // Each page says once how late its table was shown: no later than it is, and not twice.
  const shown = (tab: Tab, afterMs: number) =>
    tab.request('race:shown', { code: first.code, afterMs });
  await clock.skip(2_000);
  expect(await shown(anna, 300)).toEqual({ ok: true, data: {} });
  expect(await shown(anna, 1)).toEqual({ ok: true, data: {} });
  await shown(ben, 60_000);
  await play(anna, first.tables[0]!.playId, 1);
  await play(ben, first.tables[1]!.playId, 0);
  const afterFirst = await settledNews(ben, first.code);
  expect(afterFirst.players.map(({ shownAfterMs }) => shownAfterMs)).toEqual([
    300,
    expect.toSatisfy((ms: number) => ms >= 2_000 && ms < 30_000),
  ]);
  expect(afterFirst.line).toMatchObject({
    score: [
      { id: anna.me.id, points: 1 },
      { id: ben.me.id, points: 0 },
    ],
    series: { number: 1, over: false, first: first.code, present: first.code },
  });

  // Both ask at once, twice: one next race, with both in their seats.
  const asked = await Promise.all(
    [ben, anna, ben].map((tab) => tab.ask('race:rematch', { code: first.code })),
  );
  const code = asked[0]!.code;
  codes.push(code);
  expect(new Set(asked.map((one) => one.code)).size).toBe(1);
  for (const tab of [ben, anna]) await tab.ask('race:enter', { code });
  const lobby = await ben.ask('race:join', { code });
  expect(lobby.players.map(({ id }) => id)).toEqual([anna.me.id, ben.me.id]);
  expect(lobby).toMatchObject({
    hostId: anna.me.id,
    settings: { variant: 'bisley/twelve', series },
    line: { score: [{ points: 1 }, { points: 0 }], series: { number: 2, first: first.code } },
  });
  const found = await ben.ask('race:enter', { code: first.code });
  expect(found.line?.series?.present, 'the first link leads to the present race').toBe(code);

  await ben.ask('race:ready', { code, ready: true });
  await anna.ask('race:start', { code });
  await clock.skip(5000);
  const table = await anna.news('play:opened', ({ raceCode }) => raceCode === code);
  const his = await ben.news('play:opened', ({ raceCode }) => raceCode === code);
  await ben.ask('play:concede', { playId: his.playId, expected: 1 });
  await anna.ask('play:concede', { playId: table.playId, expected: 1 });
  const second = await settledNews(ben, code);
  expect(second.line, 'nobody brought a card home: nobody has a point').toMatchObject({
    score: [{ points: 1 }, { points: 0 }],
    series: {
      number: 2,
      over: false,
      races: [{ winners: [anna.me.id] }, { winners: [], playId: null }],
    },
  });
  const third = await anna.ask('race:rematch', { code });
  codes.push(third.code);
  for (const tab of [ben, anna]) await tab.ask('race:enter', third);
  await ben.ask('race:ready', { ...third, ready: true });
  await anna.ask('race:start', third);
  await clock.skip(5000);
  const [hers, last] = await Promise.all(
    [anna, ben].map((tab) => tab.news('play:opened', ({ raceCode }) => raceCode === third.code)),
  );
  await play(ben, last!.playId, 1);
  await anna.ask('play:concede', { playId: hers!.playId, expected: 1 });
  const { line } = await settledNews(anna, third.code);
  expect(line!.series).toMatchObject({ number: 3, over: true, first: first.code });
  expect(line!.score.map(({ points }) => points)).toEqual([1, 1]);
  expect(line!.series!.races.map(({ playId }) => playId !== null)).toEqual([true, false, true]);
  for (const tab of [anna, ben]) tab.close();
});

test('P10: a next race that nobody started in time is replaced, the same for everyone, and the series goes on', async () => {
  const [anna, ben] = [await openTab(url), await openTab(url)];
  const { code, tables } = await startRace([anna, ben], { series }, () => clock.skip(5000));
  for (const [n, tab] of [anna, ben].entries()) {
    await tab.ask('play:concede', { playId: tables[n]!.playId, expected: 1 });
  }
  await settledNews(anna, code);
  const stale = await anna.ask('race:rematch', { code });
  await clock.skip(2 * 60 * 60_000 + 1);
  expect((await ben.ask('race:enter', stale)).phase).toBe('expired');
  const [next, same] = await Promise.all(
    [ben, anna].map((tab) => tab.ask('race:rematch', { code })),
  );
  expect(same).toEqual(next);
  expect(next).not.toEqual(stale);
  const { phase, line } = await anna.ask('race:enter', next!);
  expect(phase).toBe('open');
  expect(line!.series).toMatchObject({ number: 2, over: false, first: code });
  expect((await anna.ask('race:enter', { code })).rematchCode).toBe(next!.code);
  for (const tab of [anna, ben]) tab.close();
});

test('the score of a line of rematches reaches who waits in the next lobby already', async () => {
  const [anna, ben] = [await openTab(url), await openTab(url)];
  const race = await startRace([anna, ben], { proved: false }, () => clock.skip(5000));
  codes.push(race.code);
  await play(anna, race.tables[0]!.playId, 1);
  const { code } = await anna.ask('race:rematch', { code: race.code });
  await anna.ask('race:enter', { code });
  await ben.ask('play:concede', { playId: race.tables[1]!.playId, expected: 1 });
  const lobby = await anna.news(
    'race:updated',
    (news) => news.code === code && (news.line?.score.length ?? 0) > 0,
  );
  expect(lobby.line).toEqual({
    score: [
      { id: anna.me.id, name: anna.me.name, points: 1 },
      { id: ben.me.id, name: ben.me.name, points: 0 },
    ],
    series: null,
  });
  for (const tab of [anna, ben]) tab.close();
});
