// P2: before T0 nothing of a deal leaves, whatever is asked, at whichever node. Two races on packs that have nothing in
// common, one of them without any move to make, are asked everything there is, with every odd number: the answers are the
// same.
import { mersenneDraw, openPlay, newGame, shuffledPack, unwrap } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import { clientEvents } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import type { Socket } from 'socket.io-client';
import { device, noSocketLimits } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { fixedChance } from './support/fixed-chance.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { openLobby, startRace } from './support/races.ts';
import { openLine, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const NODES = ['one', 'two'];
const NOON = Date.UTC(2040, 0, 1, 12);
const VARIANT = 'bisley/thirteen';
const NUMBERS = [-1, 0, 1, 2, 3, 7, 4999, 5000, 5001, 1_000_000, 1_000_001, 1.5, '1', null];
const CODES = [0, 1, 17, 513, 0xfffe, 0xffff, 0x10000, -1, 'a>b', null];

/** Everything a request may hold, filled in, and every odd number and move in its place. */
function requests(playId: string, code: string, personId: string): Record<string, unknown>[] {
  const whole = {
    playId,
    code,
    personId,
    playerId: personId,
    variant: VARIANT,
    expected: 2,
    move: 1,
    entries: 0,
    ready: true,
    locked: true,
    day: '2040-01-01',
    game: 'bisley',
  };
  return [
    ...NUMBERS.map((expected) => ({ ...whole, expected, entries: expected })),
    ...CODES.map((move) => ({ ...whole, move })),
    ...CODES.map((move) => ({ ...whole, expected: 1, move })),
    { ...whole, playId: playId.toUpperCase() },
    { ...whole, settings: { variant: VARIANT, undo: 'none', capMinutes: 5 } },
  ];
}

/** These make something new, or end what is asked about; the story plays them once, at its end. */
const LAST = [
  'race:leave',
  'play:concede',
  'race:create',
  'race:ghosts',
  'race:rematch',
  'play:create',
  'play:branch',
  'daily:start',
];

/** Everything that is answered before T0, but for the commitment, which is meant to differ. */
async function story(pack: Pack, kind: 'race' | 'ghost race'): Promise<string[]> {
  const clock = testClock(NOON);
  const database = await createTestDatabase();
  const nodes = await Promise.all(
    NODES.slice(0, hasValkey() ? 2 : 1).map((name) =>
      startNode(database, name, {
        clock,
        chance: fixedChance(() => pack),
        socketLimits: noSocketLimits,
        config: { publicUrl: undefined, logLevel: 'trace', trustProxy: 'loopback' },
      }),
    ),
  );
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) throw new Error('no node has started');
  const told: string[] = [];
  /** A race against recordings of these very cards, made by others; what was said of those is public. */
  async function ghostLobby(): Promise<string> {
    others.push(await openTab(first!.url), await openTab(first!.url));
    const { code: race, tables } = await startRace(others, {}, () => clock.skip(5000));
    for (const [n, { playId }] of tables.entries()) {
      // On one of the packs there is nothing to give up any more.
      await others[n]!.request('play:concede', { playId, expected: 1 });
    }
    await expect
      .poll(() => others[0]!.request('race:ghosts', { race }))
      .toMatchObject({ ok: true });
    for (const tab of others) tab.close();
    const { code } = await tabs[0].ask('race:ghosts', { race });
    await tabs[0].ask('race:join', { code });
    await tabs[1].ask('race:join', { code });
    await tabs[1].ask('race:ready', { code, ready: true });
    return code;
  }
  const lines: Socket[] = [];
  let tabs: [Tab, Tab, Tab];
  const others: Tab[] = [];
  try {
    tabs = [await openTab(first.url), await openTab(last.url), await openTab(last.url)];
    const [anna, ben, wanda] = tabs;
    const code = kind === 'race' ? await openLobby([anna, ben]) : await ghostLobby();
    const logged = nodes.map(({ log }) => log().length);
    await anna.ask('race:start', { code });
    const { players } = await wanda.ask('race:enter', { code });
    const [hers, his] = players.map(({ playId }) => playId!) as [string, string];
    const names = new Map(
      [...tabs, ...others].flatMap(({ me }, n) => [
        [me.id, `person ${n}`],
        [me.name, `name ${n}`],
      ]),
    );
    const note = (what: string, answer: unknown) => {
      let text = JSON.stringify(answer) ?? 'nothing';
      for (const [name, stable] of names) text = text.replaceAll(name, stable);
      told.push(`${what}: ${text.replace(/"commitment":"[0-9a-f]{64}"/g, '"commitment":""')}`);
    };
    const ask = async (line: Socket, who: string, event: string, request: object) => {
      const answer = (await line.timeout(20_000).emitWithAck(event, request)) as unknown;
      return [
        `${who} ${event} ${JSON.stringify({ ...request, personId: 0, playerId: 0 })}`,
        answer,
      ] as const;
    };

    const early = Object.keys(clientEvents).filter((event) => !LAST.includes(event));
    const ofPlays = early.filter((event) => event.startsWith('play:'));
    const asked = requests(hers, code, ben.me.id);
    for (const [tab, who] of [
      [anna, 'anna'],
      [ben, 'ben'],
      [wanda, 'wanda'],
    ] as const) {
      for (const event of early) note(...(await ask(tab.socket, who, event, asked.at(-1)!)));
      for (const { name, url } of nodes) {
        const line = await openLine(url, tab.cookie, code);
        lines.push(line);
        for (const request of asked) {
          // Giving up is allowed now, as entry 1 alone.
          const events = request['expected'] === 1 ? ofPlays : [...ofPlays, 'play:concede'];
          const answers = events.map((event) => ask(line, `${who} at ${name}`, event, request));
          for (const answer of await Promise.all(answers)) note(...answer);
        }
      }
    }
    for (const cookie of [anna.cookie, ben.cookie, wanda.cookie, undefined]) {
      for (const path of [
        `/api/races/${code}`,
        `/api/races/${code}/deal`,
        `/api/plays/${hers}`,
        `/api/plays/${his}`,
        `/api/plays/${hers}/analysis`,
        '/api/plays',
        `/race/${code}`,
        `/replay/${hers}`,
      ]) {
        for (const { name, app } of nodes) {
          const { status, text } = await device(app).get(path, cookie ? { cookie } : {});
          note(`GET ${path} at ${name}`, [status, text]);
        }
      }
    }
    // Leaving, and what is answered after that.
    for (const expected of [1, 1, 2])
      note(...(await ask(anna.socket, 'anna', 'play:concede', { playId: hers, expected })));
    note(...(await ask(anna.socket, 'anna', 'play:move', { playId: hers, expected: 1, move: 1 })));
    // What the others are told of it.
    for (const [tab, who] of [
      [anna, 'anna'],
      [ben, 'ben'],
      [wanda, 'wanda'],
    ] as const) {
      note(...(await ask(tab.socket, who, 'race:enter', { code })));
    }
    note(...(await ask(ben.socket, 'ben', 'race:leave', { code })));
    note(...(await ask(ben.socket, 'ben', 'play:open', { playId: his })));
    for (const tab of tabs) tab.close();
    for (const [n, { name, log }] of nodes.entries()) {
      for (const line of log().slice(logged[n]).split('\n').filter(Boolean)) {
        const {
          time: _time,
          ms: _ms,
          pid: _pid,
          ...rest
        } = JSON.parse(line) as Record<string, unknown>;
        note(`log of ${name}`, { ...rest, url: undefined });
      }
    }
    return nodes.reduce(
      (lines, { name, url }) => lines.map((line) => line.replaceAll(url, name)),
      told,
    );
  } finally {
    for (const line of lines) line.disconnect();
    await Promise.all(nodes.map(({ close }) => close()));
    await database.drop();
  }
}

test.each(['race', 'ghost race'] as const)(
  'P2: before T0 of a %s every event and route of every node answers the same for every deal',
  async (kind) => {
    const stuck = shuffledPack(1, mersenneDraw([229]));
    expect(openPlay(unwrap(newGame(VARIANT, stuck)), 'bounded').ending).toBe('stuck');
    const [one, two] = [
      await story(shuffledPack(1, mersenneDraw([7])), kind),
      await story(stuck, kind),
    ];
    expect(one.length).toBeGreaterThan(500);
    expect(two.length).toBe(one.length);
    expect(two.filter((line, n) => line !== one[n])).toEqual([]);
    expect(one.filter((line) => line.includes('not-started')).length).toBeGreaterThan(100);
    expect(one.join('\n')).not.toMatch(/"view"|"piles"|turnedUp/);
  },
  120_000,
);
