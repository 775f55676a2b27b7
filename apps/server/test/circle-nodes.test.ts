// Circles and nudges over two nodes: what is bounded or timed holds whichever node is asked.
import { findVariant, packOf, unwrap } from '@same-deal/engine';
import { expect, onTestFinished, test } from 'vitest';
import { pushKeyOf } from '../src/nudge/push-key.ts';
import { noSocketLimits } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { fixedChance } from './support/fixed-chance.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { startPushService } from './support/push-service.ts';
import { Player, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const SECRET = 'a secret for tests only, 32 long';
/** Far ahead, so that the database never thinks that a daily has closed. */
const NOON = Date.UTC(2040, 1, 29, 12);
const daily = { day: '2040-02-29', game: 'bisley' };
const { piles } = findVariant('bisley/thirteen')!;

async function startTwo() {
  const clock = testClock(NOON);
  // Of this deal a card goes home with each of the first moves.
  const chance = fixedChance((_id, packs) => unwrap(packOf('8', packs)));
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options = {
    clock,
    chance,
    secret: SECRET,
    push: { allowsLoopback: true },
    socketLimits: noSocketLimits,
  };
  const nodes = [
    await startNode(database, 'one', options),
    await startNode(database, 'two', options),
  ] as const;
  for (const node of nodes) onTestFinished(() => node.close());
  const tab = async (node: 0 | 1, cookie?: string): Promise<Tab> => {
    const made = await openTab(nodes[node].url, cookie);
    onTestFinished(() => made.close());
    return made;
  };
  /** @param path below `/api` */
  const call = async (node: 0 | 1, who: Tab, method: string, path: string, body?: object) => {
    const answer = await fetch(`${nodes[node].url}/api${path}`, {
      method,
      headers: { cookie: who.cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as { id: string; code: string };
  };
  /** A circle of these two. @returns its path below `/api` */
  async function circleOf(host: Tab, other: Tab): Promise<string> {
    const { id } = await call(0, host, 'POST', '/circles', { name: 'Ours' });
    const { code } = await call(1, host, 'GET', `/circles/${id}`);
    await call(1, other, 'POST', '/circles/join', { code });
    return `/circles/${id}`;
  }
  return { clock, database, tab, call, circleOf };
}

test.runIf(hasValkey())(
  'P2, P7: begun at two nodes at once, no node shows a lane ahead of the one try’s own time',
  async () => {
    const { clock, tab, circleOf } = await startTwo();
    const ben = await tab(0);
    const annas = [await tab(0)];
    annas.push(await tab(1, annas[0]!.cookie));
    await circleOf(ben, annas[0]!);
    const { playId: his } = await ben.ask('daily:start', daily);
    const player = new Player(ben, await ben.ask('play:open', { playId: his }));
    const course: [sinceStartMs: number, cardsHome: number][] = [[0, player.play.cardsHome]];
    const TIMES = [2_000, 5_000, 30_000];
    for (const [n, time] of TIMES.entries()) {
      await clock.skip(time - (TIMES[n - 1] ?? 0));
      const moves = player.moves();
      await player.move(moves.find(({ to }) => piles[to]!.role === 'foundation') ?? moves[0]);
      course.push([time, player.play.cardsHome]);
    }
    await player.concede();

    const begun = await Promise.all(annas.map((one) => one.ask('daily:start', daily)));
    const beganAt = clock.now();
    const { playId } = begun[0]!;
    expect(begun[1]).toEqual({ playId });
    for (const time of TIMES) {
      for (const at of [time - 1, time]) {
        await clock.skip(beganAt + at - clock.now());
        const [, cardsHome] = course.findLast(([since]) => since <= at)!;
        for (const one of annas) {
          expect(await one.ask('lanes:read', { playId }), `${at} ms`).toEqual({
            lanes: [{ name: ben.me.name, cardsHome }],
          });
        }
      }
    }
    // Begun again later, at either node, it is the same try: nobody sees a lane from its start twice.
    for (const one of annas) expect(await one.ask('daily:start', daily)).toEqual({ playId });
  },
);

const nudgesOf = async (database: TestDatabase, who: Tab) =>
  (
    await database.pool.query<{ outcome: string | null }>(
      'select outcome from nudges where user_id = $1 order by outcome',
      [who.me.id],
    )
  ).rows.map(({ outcome }) => outcome);

test.runIf(hasValkey())(
  'P8: who invites somebody at two nodes at once, to lobbies and by a circle, nudges them once a day',
  async () => {
    const { clock, database, tab, call, circleOf } = await startTwo();
    const push = await startPushService(() => pushKeyOf(SECRET).publicKey);
    onTestFinished(() => push.close());
    const anna = await tab(0);
    const bens = [await tab(0)];
    bens.push(await tab(1, bens[0]!.cookie));
    const both = [anna, bens[0]!];
    const { code, tables } = await startRace(both, {}, () => clock.skip(5000));
    for (const [n, one] of both.entries()) await new Player(one, tables[n]!).concede();
    await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    const circle = await circleOf(bens[0]!, anna);
    await call(0, anna, 'PATCH', '/nudges', { kinds: { invitation: true } });
    await call(1, anna, 'POST', '/nudges/devices', push.device());

    const variant = 'bisley/thirteen';
    // One after the other: who is sent to another node asks again what had no answer, and would open more than these.
    const lobbies: { readonly ben: Tab; readonly code: string }[] = [];
    for (const ben of [...bens, ...bens, ...bens]) {
      const lobby = await ben.ask('race:create', { variant });
      await ben.ask('race:join', lobby);
      lobbies.push({ ben, ...lobby });
    }
    await Promise.all([
      ...lobbies.map(({ ben, code }) => ben.ask('race:invite', { code, personId: anna.me.id })),
      ...bens.map((ben, n) => call(n === 0 ? 0 : 1, ben, 'POST', `${circle}/race`, { variant })),
    ]);
    // Of eight: no more than three are even stored.
    expect(await nudgesOf(database, anna)).toHaveLength(3);
    await expect
      .poll(async () => {
        await clock.skip(1000);
        return nudgesOf(database, anna);
      })
      .toEqual(['page', 'page', 'sent']);
    expect(push.arrived).toHaveLength(1);
  },
);
