// The public list of races: none but those that their hosts have opened to everyone, and nothing of their tables.
import { listedRaces } from '@same-deal/protocol';
import type { ListedRaces } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import * as rules from '../src/race/race.ts';
import { completeSettings } from '../src/race/settings.ts';
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

/** Stores a lobby of each of these hosts, the last one newest. */
function lobbies(codes: string, hosts: readonly string[], change: Partial<rules.Race> = {}) {
  const settings = { ...completeSettings({ variant: 'bisley/thirteen' }), listed: true };
  return service.database.prisma.race.createMany({
    data: hosts.map((id, n) => ({
      ...{ code: `${codes}${n}`, version: 1, createdAt: new Date(Date.now() + n) },
      value: { ...rules.openRace(settings, { id, name: id }, clock.now()), ...change },
    })),
  });
}

test('P8: a host who opens and leaves lobby after lobby takes one place in the list, and only while somebody waits', async () => {
  const [emil, flora, greta] = [await openTab(url), await openTab(url), await openTab(url)];
  const open = await openLobby([emil], { listed: true });
  const before = await listFor();
  expect(before.map(({ code }) => code)).toEqual([open]);
  const { prisma } = service.database;
  const often = (host: Tab) => Array.from({ length: 120 }, () => host.me.id);
  await lobbies('empty', often(flora), { emptySince: clock.now() });
  await lobbies('left', often(flora), { players: [] });
  await lobbies('old', often(flora), { createdAt: clock.now() - rules.OPEN_LIMIT_MS - 1 });
  expect(await listFor()).toEqual(before);
  await lobbies('waits', often(greta));
  expect((await listFor()).map(({ code }) => code)).toEqual(['waits119', open]);
  await prisma.race.deleteMany({ where: { code: { startsWith: 'waits' } } });
});

test('at most twenty are listed, and none whose time is up, though nobody has looked at it since', async () => {
  const hosts = Array.from({ length: 30 }, (_, n) => `host${n}`);
  const { prisma } = service.database;
  await prisma.user.createMany({
    data: hosts.map((id) => ({ id, name: id, email: `${id}@example.org` })),
  });
  await lobbies('m', hosts);
  expect((await listFor()).map(({ host }) => host)).toEqual(hosts.toReversed().slice(0, 20));
  await prisma.$executeRaw`update races set value = jsonb_set(value, '{start}', ${JSON.stringify({
    ...{ dealId: 'd', commitment: 'c', difficulty: null, plays: {} },
    ...{ startsAt: clock.now() - 2, closesAt: clock.now() - 1 },
  })}::jsonb)`;
  expect(await listFor()).toEqual([]);
});
