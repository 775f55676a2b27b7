// P3 and P8: every bad request has its typed code, changes nothing, and leaves the connection and the service alive.
import {
  decodeMove,
  encodeMove,
  LOG_LIMIT,
  newGame,
  shuffledPack,
  mersenneDraw,
  packOf,
  legalMoves,
  isWon,
  playMove,
  unwrap,
} from '@same-deal/engine';
import { clientEvents, failure } from '@same-deal/protocol';
import type { Failure } from '@same-deal/protocol';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { buildTestApp, noLimits, noSocketLimits } from './support/app.ts';
import { withPack } from './support/fixed-chance.ts';
import { openLobby, Player, startRace, storedLog } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { serveAll } from './support/until-finished.ts';

const clock = testClock();
const app = await serveAll({ clock, socketLimits: noSocketLimits });
const { url } = app;

const passCountdown = () => clock.skip(5000);

/** What a request is refused with; the answer is checked against the closed list. */
async function refusalOf(tab: Tab, event: string, ...args: unknown[]): Promise<Failure> {
  const answer = (await tab.socket.timeout(20_000).emitWithAck(event, ...args)) as {
    ok: boolean;
    error?: unknown;
  };
  if (answer.ok) throw new Error(`${event} was accepted`);
  return failure.parse(answer.error);
}
const codeOf = async (tab: Tab, event: string, ...args: unknown[]): Promise<string> =>
  (await refusalOf(tab, event, ...args)).code;
/** The connection still answers. */
const isAlive = async (tab: Tab): Promise<boolean> => {
  const answer = await tab.request('play:create', { variant: 'bisley/thirteen', deal: '17' });
  return tab.socket.connected && answer.ok;
};

describe('P8: a request that cannot be understood', () => {
  test('is answered with a code: unknown events, whatever they are called', async () => {
    const tab = await openTab(url);
    for (const event of [
      'play:peek',
      'error',
      '',
      'toString',
      '__proto__',
      'message',
      'play:Move',
    ]) {
      expect(await codeOf(tab, event, {})).toBe('unknown-event');
    }
    expect(await codeOf(tab, 'play:peek')).toBe('unknown-event');
    expect(await isAlive(tab)).toBe(true);
    tab.close();
  });

  test('is answered with a code: missing and malformed fields are named', async () => {
    const tab = await openTab(url);
    const playId = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(tab, 'play:move', { playId, expected: 1 })).toMatchObject({
      code: 'bad-request',
      detail: expect.stringContaining('move'),
    });
    for (const [event, request] of [
      ['play:move', undefined],
      ['play:move', { playId, expected: 0, move: 1 }],
      ['play:move', { playId, expected: 1.5, move: 1 }],
      ['play:move', { playId, expected: 1, move: 65_536 }],
      ['play:move', { playId: 'x', expected: 1, move: 1 }],
      ['play:create', { variant: 'poker/holdem' }],
      ['race:create', { variant: 'bisley/thirteen', capMinutes: 4 }],
      ['race:create', { variant: 'bisley/thirteen', capMinutes: 121 }],
      ['race:create', { variant: 'bisley/thirteen', undo: 'free' }],
      ['race:enter', { code: 'ABC' }],
      ['race:remove', { code: 'ABCDEF', playerId: 'x'.repeat(65) }],
      ['race:ready', { code: 'ABCDEF', ready: 'yes' }],
    ] as const) {
      expect(await codeOf(tab, event, request), `${event} ${JSON.stringify(request)}`).toBe(
        'bad-request',
      );
    }
    expect(await codeOf(tab, 'play:create', { variant: 'bisley/thirteen', deal: 'no deal' })).toBe(
      'deal-code-wrong',
    );
    expect(await isAlive(tab)).toBe(true);
    tab.close();
  });

  test('is answered with a code: anything at all as any event, without a fault of ours', async () => {
    const tab = await openTab(url);
    const event = fc.constantFrom(...Object.keys(clientEvents));
    const field = fc.constantFrom(
      'playId',
      'expected',
      'move',
      'code',
      'variant',
      'deal',
      'settings',
      'ready',
      'playerId',
      '__proto__',
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(
        field,
        fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('ABCDEF', 'bisley/thirteen', 1)),
      ),
      fc.uint8Array({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(event, fc.array(value, { maxLength: 3 }), async (name, args) => {
        const answer = (await tab.socket.timeout(20_000).emitWithAck(name, ...args)) as {
          ok: boolean;
          error?: { code: string };
        };
        expect(answer.ok || failure.safeParse(answer.error).success).toBe(true);
        expect(answer.error?.code).not.toBe('internal');
        expect(answer.error?.code).not.toBe('unavailable');
      }),
      { numRuns: 300 },
    );
    // Without somewhere to answer to nothing happens.
    tab.socket.emit('play:move', { playId: 1 });
    tab.socket.emit('error', 'none');
    expect(await isAlive(tab)).toBe(true);
    tab.close();
  });

  test('too large ends that connection; the page comes back, and the service lives', async () => {
    const tab = await openTab(url);
    const isBack = new Promise((resolve) => tab.socket.io.once('reconnect', resolve));
    tab.socket.emit('play:create', { variant: 'x'.repeat(100_000) }, () => undefined);
    await isBack;
    expect(await isAlive(tab)).toBe(true);
    const answer = await fetch(`${url}/api/me`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: tab.cookie },
      body: JSON.stringify({ name: 'x'.repeat(100_000) }),
    });
    expect([answer.status, await answer.json()]).toEqual([413, { error: { code: 'too-large' } }]);
    tab.close();
  });

  test('bad names are refused', async () => {
    const tab = await openTab(url);
    for (const name of ['', '   ', 'x'.repeat(25), 'a\u0000b', 'a\nb', '\u202Eabc']) {
      const answer = await fetch(`${url}/api/me`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', cookie: tab.cookie },
        body: JSON.stringify({ name }),
      });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: { code: 'name-not-allowed' } },
      ]);
    }
    tab.close();
  });
});

describe('P8: a connection', () => {
  const connecting = (options: { cookie?: string; origin?: string }) => {
    const socket = io(url, {
      transports: ['websocket'],
      extraHeaders: options,
      forceNew: true,
      reconnection: false,
    });
    return new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error) => resolve(error.message));
    }).finally(() => socket.disconnect());
  };
  test('without a session is refused as not signed in', async () => {
    expect(await connecting({})).toBe('not-signed-in');
    expect(await connecting({ cookie: 'same-deal.session_token=made-up' })).toBe('not-signed-in');
  });
  test('from a foreign page is refused, from our own it is not', async () => {
    const tab = await openTab(url);
    const { cookie } = tab;
    expect(await connecting({ cookie, origin: 'https://evil.example' })).not.toBe('connected');
    expect(await connecting({ cookie, origin: 'null' })).not.toBe('connected');
    expect(await connecting({ cookie, origin: url })).toBe('connected');
    tab.close();
  });
});

describe('P3: the server decides', () => {
  let anna: Tab;
  let ben: Tab;
  beforeAll(async () => {
    [anna, ben] = await Promise.all([openTab(url), openTab(url)]);
  });
  afterAll(() => {
    anna.close();
    ben.close();
  });

  test('a race: full, locked, started, unknown, not yours, not ready', async () => {
    const crowd = await Promise.all(Array.from({ length: 11 }, () => openTab(url)));
    const code = await openLobby(crowd.slice(0, 10));
    const [host, guest] = crowd as [Tab, Tab];
    const eleventh = crowd[10]!;
    expect(await codeOf(eleventh, 'race:join', { code })).toBe('race-full');
    await host.ask('race:remove', { code, playerId: crowd[9]!.me.id });
    await host.ask('race:lock', { code, locked: true });
    expect(await codeOf(eleventh, 'race:join', { code })).toBe('race-locked');
    expect(await codeOf(eleventh, 'race:ready', { code, ready: true })).toBe('not-in-race');
    expect(await codeOf(eleventh, 'race:leave', { code })).toBe('not-in-race');
    expect(await codeOf(eleventh, 'race:rematch', { code })).toBe('race-not-settled');
    for (const [event, extra] of [
      ['race:start', {}],
      ['race:lock', { locked: false }],
      ['race:remove', { playerId: host.me.id }],
      ['race:configure', { settings: { variant: 'bisley/twelve', undo: 'none', capMinutes: 5 } }],
    ] as const) {
      expect(await codeOf(guest, event, { code, ...extra })).toBe('not-host');
    }
    await guest.ask('race:ready', { code, ready: false });
    expect(await codeOf(host, 'race:start', { code })).toBe('players-not-ready');
    await guest.ask('race:ready', { code, ready: true });
    await host.ask('race:lock', { code, locked: false });
    await host.ask('race:start', { code });
    expect(await codeOf(eleventh, 'race:join', { code })).toBe('race-started');
    expect(await codeOf(host, 'race:start', { code })).toBe('race-not-open');
    expect(await codeOf(host, 'race:lock', { code, locked: true })).toBe('race-not-open');
    expect(await codeOf(eleventh, 'race:enter', { code: '222222' })).toBe('not-found');
    expect(await codeOf(eleventh, 'race:join', { code: '222222' })).toBe('not-found');
    const alone = await openLobby([eleventh]);
    expect(await codeOf(eleventh, 'race:start', { code: alone })).toBe('too-few-players');
    expect(await codeOf(eleventh, 'race:remove', { code: alone, playerId: eleventh.me.id })).toBe(
      'bad-request',
    );
    for (const tab of crowd) tab.close();
  });

  test('an expired race cannot be joined', async () => {
    const code = await openLobby([anna]);
    await app.database.pool.query(
      `update races set value = jsonb_set(value, '{createdAt}', '1') where code = $1`,
      [code],
    );
    expect(await codeOf(ben, 'race:join', { code })).toBe('race-expired');
    expect((await ben.ask('race:enter', { code })).phase).toBe('expired');
  });

  test('P5: two spellings of one id are one play, and one of two moves is entered', async () => {
    for (let n = 0; n < 8; n++) {
      const { playId } = await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
      const { start } = await anna.ask('play:open', { playId });
      const [one, other] = legalMoves({ ...start, variant: 'bisley/thirteen' }).map(encodeMove);
      const answers = await Promise.all([
        anna.request('play:move', { playId, expected: 1, move: one! }),
        anna.request('play:move', { playId: playId.toUpperCase(), expected: 1, move: other! }),
      ]);
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
      const log = await storedLog(app.database, playId);
      expect(log.map(({ code }) => code)).toEqual(
        answers.flatMap((answer) => (answer.ok ? [answer.data.entry] : [])),
      );
    }
  });

  test('a move before T0, an illegal one, another’s, and one after the end', async () => {
    const code = await openLobby([anna, ben]);
    await anna.ask('race:start', { code });
    const { players } = await anna.ask('race:enter', { code });
    const playId = players[0]!.playId!;
    expect(await refusalOf(anna, 'play:move', { playId, expected: 1, move: 1 })).toMatchObject({
      code: 'not-started',
      startsInMs: expect.any(Number),
    });
    expect(await codeOf(anna, 'play:open', { playId })).toBe('not-started');
    await passCountdown();
    const table = await anna.news('play:opened', ({ raceCode }) => raceCode === code);
    const player = new Player(anna, table);
    const illegal = encodeMove({ from: 12, to: 12 });
    expect(
      await refusalOf(anna, 'play:move', { playId, expected: 1, move: illegal }),
    ).toMatchObject({
      code: 'illegal-move',
      rejection: { code: expect.any(String), from: 12, to: 12 },
    });
    expect(await codeOf(anna, 'play:move', { playId, expected: 1, move: 0xffff })).toBe(
      'illegal-move',
    );
    expect(await codeOf(anna, 'play:undo', { playId, expected: 1 })).toBe('nothing-to-undo');
    expect(await codeOf(ben, 'play:move', { playId, expected: 1, move: illegal })).toBe(
      'forbidden',
    );
    expect(await codeOf(ben, 'play:undo', { playId, expected: 1 })).toBe('forbidden');
    expect(await codeOf(ben, 'play:concede', { playId, expected: 1 })).toBe('forbidden');
    expect(await codeOf(ben, 'play:open', { playId })).toBe('deal-is-live');
    const unknown = '00000000-0000-4000-8000-00000000dead';
    expect(await codeOf(ben, 'play:move', { playId: unknown, expected: 1, move: 1 })).toBe(
      'not-found',
    );
    expect(await codeOf(ben, 'play:open', { playId: unknown })).toBe('not-found');
    await player.move();
    expect(await storedLog(app.database, playId)).toHaveLength(1);
    await player.concede();
    const late = { playId, expected: 3, move: encodeMove(player.moves()[0]!) };
    expect(await codeOf(anna, 'play:move', late)).toBe('play-ended');
    expect(await codeOf(anna, 'play:undo', { playId, expected: 3 })).toBe('play-ended');
    expect(await storedLog(app.database, playId)).toHaveLength(2);
    expect(await isAlive(anna)).toBe(true);
    expect(await isAlive(ben)).toBe(true);
  });

  test('a move after the cap', async () => {
    const { tables } = await startRace([anna, ben], { capMinutes: 5 }, passCountdown);
    const player = new Player(anna, tables[0]!);
    await player.move();
    await clock.skip(5 * 60_000);
    const move = { playId: player.playId, expected: 2, move: encodeMove(player.moves()[0]!) };
    expect(await codeOf(anna, 'play:move', move)).toBe('time-is-up');
    expect(await codeOf(anna, 'play:concede', { playId: player.playId, expected: 2 })).toBe(
      'time-is-up',
    );
  });

  test('undo, where the race is played without', async () => {
    const { tables } = await startRace([anna, ben], { undo: 'none' }, passCountdown);
    const player = new Player(anna, tables[0]!);
    await player.move();
    expect(await codeOf(anna, 'play:undo', { playId: player.playId, expected: 2 })).toBe(
      'undo-not-allowed',
    );
  });

  test('undo across a turned-up card', async () => {
    const { tables } = await startRace(
      [anna, ben],
      { variant: 'alhambra/standard' },
      passCountdown,
    );
    const player = new Player(anna, tables[0]!);
    const stock = player.play.position.piles.length - 1;
    await player.move({ from: stock, to: stock - 1 });
    expect(await codeOf(anna, 'play:undo', { playId: player.playId, expected: 2 })).toBe(
      'undo-crosses-turned-card',
    );
  });

  test('the 5,001st entry', async () => {
    const { playId } = await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
    const dealt = packOf('17', 1);
    const [first] = dealt.ok ? legalMoves(unwrap(newGame('bisley/thirteen', dealt.value))) : [];
    // Before anybody has opened it: from then on the node that serves it alone adds to it.
    await app.database.pool.query(
      `insert into entries select $1, n, case when n % 2 = 1 then $2::int else 65535 end, n
       from generate_series(1, $3::int) as n`,
      [playId, encodeMove(first!), LOG_LIMIT - 1],
    );
    const last = { playId, expected: LOG_LIMIT, move: encodeMove(first!) };
    const undo = await anna.request('play:undo', { playId, expected: LOG_LIMIT });
    expect(undo.ok).toBe(true);
    expect(await codeOf(anna, 'play:move', { ...last, expected: LOG_LIMIT + 1 })).toBe('log-full');
    expect(await codeOf(anna, 'play:undo', { playId, expected: LOG_LIMIT + 1 })).toBe('log-full');
    expect(await storedLog(app.database, playId)).toHaveLength(LOG_LIMIT);
  });

  test('a rejected move followed by a legal one leaves client and server equal, every card present once', async () => {
    const { playId } = await anna.ask('play:create', { variant: 'sly-fox/standard' });
    const player = new Player(anna, await anna.ask('play:open', { playId }));
    for (let n = 1; n <= 12; n++) {
      const illegal = encodeMove({ from: 0, to: 0 });
      expect(await codeOf(anna, 'play:move', { playId, expected: n, move: illegal })).toBe(
        'illegal-move',
      );
      await player.move(player.moves()[n % player.moves().length]);
    }
    const again = new Player(anna, await anna.ask('play:open', { playId }));
    expect(again.play.position).toEqual(player.play.position);
    const cards = again.play.position.piles.flat();
    expect(cards).toHaveLength(104);
    const seen = cards.filter((card) => card >= 0);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('P5: the same number and move again gets the first answer again; another move is stale', async () => {
    const { playId } = await anna.ask('play:create', { variant: 'british-square/piles' });
    const player = new Player(anna, await anna.ask('play:open', { playId }));
    const answers = [];
    for (let n = 1; n <= 6; n++) {
      const move = player.moves()[0]!;
      answers.push(await anna.ask('play:move', { playId, expected: n, move: encodeMove(move) }));
      player.play = new Player(anna, await anna.ask('play:open', { playId })).play;
    }
    for (const first of answers) {
      const again = { playId, expected: first.number, move: first.entry };
      expect(await anna.ask('play:move', again)).toEqual(first);
      const other = { ...again, move: encodeMove({ from: 3, to: 3 }) };
      const view = player.play.position;
      expect(await refusalOf(anna, 'play:move', other)).toMatchObject({
        code: 'stale',
        number: 6,
        view: { variant: view.variant, piles: view.piles },
      });
    }
    const future = { playId, expected: 9, move: encodeMove(player.moves()[0]!) };
    expect(await refusalOf(anna, 'play:move', future)).toMatchObject({ code: 'stale', number: 6 });
    expect(await storedLog(app.database, playId)).toHaveLength(6);
  });
});

describe('P2: a curious opponent', () => {
  test('hears nothing of a table they may not see, not even while being refused', async () => {
    const [anna, ben] = await Promise.all([openTab(url), openTab(url)]);
    const { tables } = await startRace(
      [anna!, ben!],
      { variant: 'sly-fox/standard' },
      passCountdown,
    );
    const player = new Player(anna!, tables[0]!);
    const asking: Promise<unknown>[] = [];
    for (let n = 0; n < 25; n++) {
      for (let tries = 0; tries < 10; tries++) {
        asking.push(ben!.request('play:open', { playId: player.playId }));
      }
      await player.move();
    }
    await Promise.all(asking);
    const advances = ben!.received.filter(({ name }) => name === 'play:advanced');
    expect(advances).toEqual([]);
    anna!.close();
    ben!.close();
  });
});

describe('too many requests', () => {
  test('P8: are told when to come back; a returning queue of over a hundred entries is not too many', async () => {
    // With the limits a stranger meets.
    const strict = await buildTestApp({ limits: noLimits });
    const strictUrl = await listen(strict.app);
    const tab = await openTab(strictUrl);
    const { playId } = await tab.ask('play:create', { variant: 'sly-fox/standard', deal: '1' });
    const player = new Player(tab, await tab.ask('play:open', { playId }));
    // Forth and back, as a queue that waited for the line: all at once.
    const [move] = player.moves();
    const queue = Array.from({ length: 250 }, (_, n) =>
      n % 2 === 0
        ? tab.request('play:move', { playId, expected: n + 1, move: encodeMove(move!) })
        : tab.request('play:undo', { playId, expected: n + 1 }),
    );
    const answers = await Promise.all(queue);
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(answers.map((answer) => answer.ok && answer.data.number)).toEqual(
      Array.from({ length: 250 }, (_, n) => n + 1),
    );
    const storm = await Promise.all(
      Array.from({ length: 200 }, () => tab.request('play:close', { playId })),
    );
    const refused = storm.flatMap((answer) => (answer.ok ? [] : [answer.error]));
    expect(refused.length).toBeGreaterThan(0);
    for (const { code, retryAfterMs } of refused) {
      expect(code).toBe('too-many-requests');
      expect(retryAfterMs).toBeGreaterThan(0);
    }
    tab.close();
    await strict.close();
  });

  test('a whole pack collected at once passes', async () => {
    // A deal of which everything can go home at once: found by playing it out here.
    const pack = winningPack();
    const strict = await buildTestApp({
      limits: noLimits,
      chance: withPack(cryptographicChance, pack.pack),
      clock,
    });
    const strictUrl = await listen(strict.app);
    const [anna, ben] = await Promise.all([openTab(strictUrl), openTab(strictUrl)]);
    const { tables } = await startRace([anna!, ben!], {}, passCountdown);
    const { playId } = tables[0]!;
    const answers = await Promise.all(
      pack.moves.map((move, n) => anna!.request('play:move', { playId, expected: n + 1, move })),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const last = answers.at(-1)!;
    expect(last.ok && last.data.ending).toBe('won');
    anna!.close();
    ben!.close();
    await strict.close();
  });
});

/** A Bisley deal that can be collected: each suit in one or more columns, ranks in the order in which they are wanted. */
function winningPack() {
  for (let seed = 0; seed < 200_000; seed++) {
    const pack = shuffledPack(1, mersenneDraw([seed]));
    let position = unwrap(newGame('bisley/thirteen', pack));
    const moves: number[] = [];
    for (;;) {
      const home = legalMoves(position).find(({ to }) => to < 8);
      if (!home) break;
      const next = playMove(position, home);
      if (!next.ok) break;
      position = next.value;
      moves.push(encodeMove(decodeMove(encodeMove(home))));
    }
    if (isWon(position)) return { pack, moves };
  }
  throw new Error('no deal collects itself');
}
