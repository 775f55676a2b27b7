// The public list of races: none but those that their hosts have opened to everyone, and nothing of their tables.
import { listedRaces } from '@same-deal/protocol';
import type { ListedRaces } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { listRaces } from '../src/race/listed.ts';
import * as rules from '../src/race/race.ts';
import { device } from './support/app.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { serveAll } from './support/until-finished.ts';
import { wonChance } from './support/won-chance.ts';

const clock = testClock();
const service = await serveAll({ clock, chance: wonChance });
const { url } = service;

async function listFor(tab?: Tab): Promise<ListedRaces['races']> {
  const { status, body } = await device(service.app).get(
    '/api/races',
    tab ? { cookie: tab.cookie } : {},
  );
  expect(status).toBe(200);
  return listedRaces.parse(body).races;
}

test('P2: a race is listed from its lobby to its end, if its host says so, without a table or an id', async () => {
  const [anna, ben] = [await openTab(url), await openTab(url)];
  await openLobby([await openTab(url)]);
  expect(await listFor()).toEqual([]);
  const lobby = await openLobby([anna], { listed: true });
  const row = { variant: 'bisley/thirteen', host: anna.me.name, players: 1, runsForMs: null };
  expect(await listFor()).toEqual([{ code: lobby, ...row }]);
  // Of one host the newest.
  const { code, tables } = await startRace([anna, ben], { listed: true, proved: false }, () =>
    clock.skip(5000),
  );
  await clock.skip(2000);
  expect(await listFor()).toEqual([
    { code, ...row, players: 2, runsForMs: expect.any(Number) as number },
  ]);
  for (const [n, tab] of [anna, ben].entries()) await new Player(tab, tables[n]!).concede();
  await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');
  expect((await listFor()).map((race) => race.code)).toEqual([lobby]);
  await anna.ask('race:configure', {
    code: lobby,
    settings: {
      variant: 'bisley/thirteen',
      undo: 'bounded',
      capMinutes: 5,
      proved: false,
      listed: false,
    },
  });
  expect(await listFor()).toEqual([]);
});

test('neither of two people who are blocked finds the other’s race', async () => {
  const [carla, dora] = [await openTab(url), await openTab(url)];
  const { code, tables } = await startRace([carla, dora], { listed: true, proved: false }, () =>
    clock.skip(5000),
  );
  const codes = async (tab?: Tab) => (await listFor(tab)).map((race) => race.code);
  const blocker = await openTab(url);
  expect(await codes(blocker)).toEqual([code]);
  // Whom one may block one has raced, or sat with.
  await service.database.prisma.block.create({
    data: { blockerId: blocker.me.id, blockedId: dora.me.id },
  });
  expect(await codes(blocker)).toEqual([]);
  const [back] = [await service.database.prisma.block.deleteMany()];
  expect(back.count).toBe(1);
  await service.database.prisma.block.create({
    data: { blockerId: carla.me.id, blockedId: blocker.me.id },
  });
  expect(await codes(blocker)).toEqual([]);
  expect(await codes()).toEqual([code]);
  for (const [n, tab] of [carla, dora].entries()) await new Player(tab, tables[n]!).concede();
});

test('at most twenty are listed, and no lobby in which nobody is', () => {
  const now = 1_800_000_000_000;
  const settings = {
    variant: 'bisley/thirteen',
    undo: 'bounded',
    capMinutes: 5,
    proved: false,
    listed: true,
  } as const;
  const stored = (host: string, emptySince: number | null = null) => ({
    code: host,
    hostName: host,
    race: { ...rules.openRace(settings, { id: host, name: host }, now), emptySince },
  });
  const many = Array.from({ length: 30 }, (_, n) => stored(`h${n}`));
  expect(listRaces([stored('gone', now - 1), ...many], now).races.map(({ code }) => code)).toEqual(
    many.slice(0, 20).map(({ code }) => code),
  );
  // One that nobody has looked at since its time was up has not settled yet.
  expect(listRaces(many, now + 9e7).races).toEqual([]);
});
