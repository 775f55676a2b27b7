// Lanes: members of my circles who have ended a daily run beside me, by my own elapsed time on the service's clock.
import { findVariant, packOf, unwrap } from '@same-deal/engine';
import { expect, onTestFinished, test } from 'vitest';
import { departuresRepository } from '../src/storage/people/departures.ts';
import { buildTestApp } from './support/app.ts';
import { fixedChance } from './support/fixed-chance.ts';
import { Player } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

/** Far ahead, so that the database never thinks that a daily has closed. */
const NOON = Date.UTC(2040, 1, 29, 12);
const daily = { day: '2040-02-29', game: 'bisley' };
const { piles } = findVariant('bisley/thirteen')!;

async function start(people: number) {
  const clock = testClock(NOON);
  // Of this deal a card goes home with each of the first moves.
  const chance = fixedChance((_id, packs) => unwrap(packOf('8', packs)));
  const { app, database, close } = await buildTestApp({ clock, chance });
  onTestFinished(close);
  const url = await listen(app);
  const tabs = await Promise.all(Array.from({ length: people }, () => openTab(url)));
  onTestFinished(() => tabs.forEach((tab) => tab.close()));
  const call = async (who: Tab, method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/circles${path}`, {
      method,
      headers: { cookie: who.cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { id: string; code: string };
  };
  /** A circle of these people, the first its host. */
  async function circleOf(host: Tab, others: readonly Tab[]): Promise<string> {
    const { id } = await call(host, 'POST', '', { name: 'Ours' });
    const { code } = await call(host, 'GET', `/${id}`);
    for (const one of others) await call(one, 'POST', '/join', { code });
    return id;
  }
  return { clock, database, tabs, call, circleOf };
}

async function begin(tab: Tab): Promise<Player> {
  const { playId } = await tab.ask('daily:start', daily);
  return new Player(tab, await tab.ask('play:open', { playId }));
}
const lanesOf = async ({ tab, playId }: Player) => (await tab.ask('lanes:read', { playId })).lanes;
const namesOf = async (player: Player) => (await lanesOf(player)).map(({ name }) => name).sort();

test('P7, P8: a lane shows as many cards home as its player had after so long, by the service’s clock', async () => {
  const { clock, tabs, circleOf } = await start(4);
  const [anna, ben, cora, stranger] = tabs as [Tab, Tab, Tab, Tab];
  await circleOf(anna, [ben, cora]);
  const his = await begin(ben);
  /** Cards home at the start, and from each of these times on. */
  const course: [sinceStartMs: number, cardsHome: number][] = [[0, his.play.cardsHome]];
  let sinceStartMs = 0;
  for (const pause of [0, 1_500, 700, 2_000, 40_000]) {
    await clock.skip(pause);
    sinceStartMs += pause;
    const moves = his.moves();
    await his.move(moves.find(({ to }) => piles[to]!.role === 'foundation') ?? moves[0]);
    course.push([sinceStartMs, his.play.cardsHome]);
  }
  expect(new Set(course.map(([, home]) => home)).size).toBeGreaterThan(2);
  const hers = await begin(anna);
  expect(await lanesOf(hers), 'his try runs').toEqual([]);
  await his.concede();
  const beganAt = clock.now();
  const [, ...later] = course;
  for (const [time] of later) {
    for (const at of [time - 1, time]) {
      const ahead = beganAt + at - clock.now();
      if (ahead < 0) continue;
      await clock.skip(ahead);
      const cardsHome = course.findLast(([since]) => since <= at)![1];
      expect(await lanesOf(hers)).toEqual([{ name: ben.me.name, cardsHome }]);
    }
  }
  expect(await lanesOf(await begin(cora)), 'whoever begins later sees him at his start').toEqual([
    { name: ben.me.name, cardsHome: course.findLast(([since]) => since === 0)![1] },
  ]);
  expect(await lanesOf(await begin(stranger)), 'in no circle').toEqual([]);
  const { playId } = hers;
  expect(await ben.request('lanes:read', { playId })).toMatchObject({
    error: { code: 'forbidden' },
  });
  const alone = await anna.ask('play:create', { variant: 'bisley/thirteen' });
  expect(await anna.ask('lanes:read', alone), 'practice').toEqual({ lanes: [] });
});

test('P8: nobody runs along who does not want to, has left, was removed or blocked, or is gone; ten at most', async () => {
  const { clock, tabs, call, circleOf, database } = await start(14);
  const [anna, ...others] = tabs as [Tab, ...Tab[]];
  const id = await circleOf(anna, others);
  for (const one of others) {
    await (await begin(one)).concede();
    await clock.skip(1_000);
  }
  const hers = await begin(anna);
  expect(await namesOf(hers), 'who ended first first').toEqual(
    others
      .slice(0, 10)
      .map(({ me }) => me.name)
      .sort(),
  );
  const block = (blocker: Tab, blocked: Tab) =>
    database.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [
      blocker.me.id,
      blocked.me.id,
    ]);
  await call(others[0]!, 'PATCH', `/${id}/me`, { showsLane: false });
  await call(others[1]!, 'DELETE', `/${id}/me`);
  await call(anna, 'DELETE', `/${id}/members/${others[2]!.me.id}`);
  await block(anna, others[3]!);
  await block(others[4]!, anna);
  await departuresRepository(database.prisma).leaveForGood(others[5]!.me.id);
  await database.pool.query('update plays set voided_at = now() where user_id = $1', [
    others[6]!.me.id,
  ]);
  expect(await namesOf(hers)).toEqual(
    others
      .slice(7)
      .map(({ me }) => me.name)
      .sort(),
  );
  // Nor does one circle let see what another one has ended.
  await circleOf(others[7]!, [others[0]!, others[3]!]);
  expect(await namesOf(hers)).toEqual(
    others
      .slice(7)
      .map(({ me }) => me.name)
      .sort(),
  );
  await call(anna, 'DELETE', `/${id}/me`);
  expect(await lanesOf(hers), 'I have left').toEqual([]);
});
