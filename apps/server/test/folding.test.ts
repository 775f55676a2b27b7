// A log that is long over is folded into its play, and nobody can tell (P9).
import type { PlaySnapshot } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logsOf, logsRepository } from '../src/storage/play/logs.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { Player, startRace, storedLog } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { wonChance } from './support/won-chance.ts';

const HOUR = 3_600_000;
const clock = testClock();
let database: TestDatabase;
let app: TestApp;
let anna: Tab;
let ben: Tab;

/** A node that has seen nothing yet, in place of the one before it. */
async function startAgain(): Promise<void> {
  await stop();
  app = await buildTestApp({ clock, chance: wonChance, database: shareDatabase(database) });
  const url = await listen(app.app);
  [anna, ben] = await Promise.all([openTab(url, anna?.cookie), openTab(url, ben?.cookie)]);
}
async function stop(): Promise<void> {
  for (const tab of [anna, ben]) tab?.close();
  await app?.close();
}

beforeAll(async () => {
  database = await createTestDatabase();
  await startAgain();
});
afterAll(async () => {
  await stop();
  await database.drop();
});

/** Anna makes some moves in a race and gives up, and so does Ben. */
async function finishedRace(moves: number): Promise<Player> {
  const { code, tables } = await startRace([anna, ben], {}, () => clock.skip(5000));
  const player = new Player(anna, tables[0]!);
  for (let n = 0; n < moves; n++) {
    await clock.skip(1234);
    await player.move();
  }
  await player.concede();
  await new Player(ben, tables[1]!).concede();
  await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
  return player;
}

const fold = (hoursLater: number, limit = 1000) =>
  logsRepository(app.database.prisma).fold(new Date(clock.now() + hoursLater * HOUR), limit);

test('P9: a branch writes one row, however long it is, goes on in rows, and is folded to one log', async () => {
  const { playId } = await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
  const player = new Player(anna, await anna.ask('play:open', { playId }));
  for (let n = 0; n < 5; n++) await player.move();
  const { playId: branch } = await anna.ask('play:branch', { playId, entries: 4 });
  expect(await storedLog(database, branch)).toEqual([]);
  const before = await anna.ask('play:open', { playId });
  const taken = await anna.ask('play:open', { playId: branch });
  expect(taken.log).toEqual(before.log.slice(0, 4));
  const going = new Player(anna, taken);
  await going.move();
  await going.concede();
  expect((await storedLog(database, branch)).map(({ number }) => number)).toEqual([5, 6]);
  await startAgain();
  const whole = await anna.ask('play:open', { playId: branch });
  expect(whole.log.slice(0, 4)).toEqual(taken.log);
  expect(whole.log).toHaveLength(6);
  while ((await fold(25)) > 0);
  expect(await storedLog(database, branch)).toEqual([]);
  await startAgain();
  const { elapsedMs: _, ...folded } = await anna.ask('play:open', { playId: branch });
  expect(folded).toMatchObject({ log: whole.log, ending: 'conceded' });
  expect(await fold(25), 'nothing is folded twice').toBe(0);
});

describe('a folded log', () => {
  test('P9: replays as before on a node that has never seen it, and leaves no rows', async () => {
    const player = await finishedRace(7);
    const before = await anna.ask('play:open', { playId: player.playId });
    expect(before.log).toHaveLength(8);
    await fold(1);
    expect(await storedLog(app.database, player.playId)).toEqual([]);

    await startAgain();
    const answer = await app.app.inject(`/api/plays/${player.playId}`);
    const { log, start, ending, elapsedMs } = answer.json<PlaySnapshot>();
    expect({ log, start, ending, elapsedMs }).toEqual({
      log: before.log,
      start: before.start,
      ending: 'conceded',
      elapsedMs: before.elapsedMs,
    });
  });

  test('P5: answers its last entry again, and takes no other', async () => {
    const player = await finishedRace(3);
    const { playId } = player;
    const first = await anna.ask('play:open', { playId });
    await fold(1);
    await startAgain();
    const again = await anna.ask('play:concede', { playId, expected: 4 });
    expect(again).toEqual({ ...first.log.at(-1), number: 4, ending: 'conceded' });
    const late = await anna.request('play:undo', { playId, expected: 5 });
    expect(late.ok ? 'ok' : late.error.code).toBe('play-ended');
  });

  test('an empty one, and codes and times up to their limits, survive', async () => {
    const { playId } = await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '5' });
    const entries = [
      { number: 1, code: 0, elapsedMs: 0 },
      { number: 2, code: 2 ** 15, elapsedMs: 65_536 },
      { number: 3, code: 2 ** 16 - 1, elapsedMs: 2 ** 31 - 1 },
    ];
    await app.database.prisma.entry.createMany({
      data: entries.map((entry) => ({ playId, ...entry })),
    });
    const { playId: empty } = await anna.ask('play:create', { variant: 'bisley/thirteen' });
    const ended = { endedAt: new Date(clock.now()), ending: 'stuck' };
    for (const id of [playId, empty])
      await app.database.prisma.play.update({ where: { id }, data: ended });
    await fold(1);
    const logs = await logsOf(app.database.prisma, [playId, empty]);
    expect(logs.get(playId)).toEqual(entries);
    expect(logs.get(empty)).toEqual([]);
    const plays = await app.database.prisma.play.findMany({
      where: { id: { in: [playId, empty] } },
    });
    expect(plays.every(({ log }) => log !== null)).toBe(true);
  });
});

describe('what is folded', () => {
  test('by a node that starts: what ended more than a day ago', async () => {
    const old = await finishedRace(2);
    await clock.skip(13 * HOUR);
    const young = await finishedRace(2);
    const running = await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
    const going = new Player(anna, await anna.ask('play:open', running));
    await going.move();
    await clock.skip(12 * HOUR);

    await startAgain();
    await expect.poll(() => storedLog(app.database, old.playId)).toEqual([]);
    expect(await storedLog(app.database, young.playId)).toHaveLength(3);
    expect(await storedLog(app.database, going.playId)).toHaveLength(1);
  });

  test('not one that lacks an entry: what is wrong stays to be seen', async () => {
    const { playId } = await finishedRace(4);
    await app.database.prisma.entry.delete({ where: { playId_number: { playId, number: 2 } } });
    await fold(1);
    expect((await storedLog(app.database, playId)).map(({ number }) => number)).toEqual([
      1, 3, 4, 5,
    ]);
  });

  test('each once, by several nodes at the same time', async () => {
    const players: Player[] = [];
    for (let n = 0; n < 3; n++) players.push(await finishedRace(n + 1));
    await Promise.all(Array.from({ length: 8 }, () => fold(1, 2)));
    while ((await fold(1, 2)) > 0);
    const logs = await logsOf(
      app.database.prisma,
      players.map(({ playId }) => playId),
    );
    expect(players.map(({ playId }) => logs.get(playId)?.length)).toEqual([2, 3, 4]);
    for (const { playId } of players) expect(await storedLog(app.database, playId)).toEqual([]);
  });
});
