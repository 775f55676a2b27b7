// Whoever deletes their account while they are given a seat gets none: nobody would ever come, and the start would fail.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seatAll } from '../src/race/quick.ts';
import { join, openRace } from '../src/race/race.ts';
import { completeSettings } from '../src/race/settings.ts';
import { departuresRepository } from '../src/storage/people/departures.ts';
import { quickMatchesRepository } from '../src/storage/race/quick-matches.ts';
import { racesRepository } from '../src/storage/race/races.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { openLobby } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

let node: TestApp;
let url: string;
const tabs: Tab[] = [];
beforeAll(async () => {
  node = await buildTestApp();
  url = await listen(node.app);
});
afterAll(async () => {
  for (const tab of tabs) tab.close();
  await node.close();
});

async function newTab(): Promise<Tab> {
  const tab = await openTab(url);
  tabs.push(tab);
  return tab;
}
const races = () => racesRepository(node.database);
const leaveForGood = (id: string) => departuresRepository(node.database.prisma).leaveForGood(id);
const variant = 'bisley/thirteen';

test('who is deleted while they join is not seated, and the others start', async () => {
  const [anna, ben, cora] = [await newTab(), await newTab(), await newTab()];
  const code = await openLobby([anna, ben]);
  const found = (await races().find(code))!;
  const joined = join(found.race, { id: cora.me.id, name: 'Cora' }, Date.now(), false);
  if (!joined.ok) throw new Error(joined.reason);
  await leaveForGood(cora.me.id);
  expect(await races().seat(found, joined.value, cora.me.id)).toBe('gone');

  const { players } = await anna.ask('race:enter', { code });
  expect(players.map(({ id }) => id)).toEqual([anna.me.id, ben.me.id]);
  expect(await anna.request('race:start', { code })).toMatchObject({ ok: true });
});

test('who is deleted while they open a race, or tap Quick match, opens none', async () => {
  const [anna, ben] = [await newTab(), await newTab()];
  await leaveForGood(ben.me.id);
  const person = { id: ben.me.id, name: 'Ben' };
  const race = openRace(completeSettings({ variant }), person, Date.now());
  expect(await races().create('ABCDEF', race, null, ben.me.id)).toBe('gone');

  const people = [person, { id: anna.me.id, name: 'Anna' }];
  const taps = people.map((one) => ({ person: one, variant, avoided: new Set<string>() }));
  const seating = await quickMatchesRepository(node.database.prisma).take(
    [variant],
    people.map(({ id }) => id),
    Date.now(),
    (matches, running, gone) => seatAll(matches, taps, running, gone, Date.now(), () => 'GHJKLM'),
  );
  expect(seating?.codes).toEqual([undefined, 'GHJKLM']);
  const players = (await races().find('GHJKLM'))?.race.players;
  expect(players?.map(({ id }) => id)).toEqual([anna.me.id]);
});
