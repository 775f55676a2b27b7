// Pages of two versions are served side by side: nobody is made to reload in a race.
import { encodeMove } from '@same-deal/engine';
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import type { AcceptedEntry, NewsOf } from '@same-deal/protocol';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { Player, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { serveAll } from './support/until-finished.ts';

const clock = testClock();
const { url } = await serveAll({ clock });

/** A page of some version, and the text of every packet that it was sent. */
async function pageOf(cookie: string, version: number | undefined) {
  const packets: string[] = [];
  const socket: Socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    query: version === undefined ? {} : { v: version },
    forceNew: true,
    autoConnect: false,
  });
  socket.io.on('open', () => {
    socket.io.engine.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      if (type === 'message') packets.push(String(data));
    });
  });
  const connected = new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  socket.connect();
  await connected;
  /** The one packet, past or to come, that begins like that. */
  const packet = async (begins: string): Promise<string> => {
    await expect.poll(() => packets.some((text) => text.startsWith(begins))).toBe(true);
    return packets.find((text) => text.startsWith(begins))!;
  };
  return { socket, packets, packet };
}

test('a page that names no version gets everything in full, and is told of the newer one; one of version 2 gets short forms, in frames of their own; one of today’s gets progress with acknowledgements', async () => {
  const [anna, ben, cleo] = [await openTab(url), await openTab(url), await openTab(url)];
  const { code, tables } = await startRace([anna, ben, cleo], {}, () => clock.skip(5000));
  const [old, second, today, newer] = [
    await pageOf(anna.cookie, undefined),
    await pageOf(ben.cookie, 2),
    await pageOf(cleo.cookie, PROTOCOL_VERSION),
    await pageOf(cleo.cookie, PROTOCOL_VERSION + 1),
  ];
  const updated = '2["service:updated",{}]';
  for (const page of [old, second, newer]) {
    expect(await page.packet('2["service:updated"')).toBe(updated);
  }
  for (const { socket } of [old, second, today]) await socket.emitWithAck('race:enter', { code });
  expect(today.packets.filter((text) => text.includes('service:updated'))).toEqual([]);

  // Each of them moves once, on their own table.
  const answers: [unknown, AcceptedEntry | undefined][] = [];
  for (const [n, { socket }] of [old, second, today].entries()) {
    const player = new Player([anna, ben, cleo][n]!, tables[n]!);
    const request = { playId: player.playId, expected: 1, move: encodeMove(player.moves()[0]!) };
    const answer: unknown = await socket.emitWithAck('play:move', request);
    const full = await player.tab.ask('play:move', request);
    answers.push([answer, full]);
  }
  const [[inFull, first], [inShort, his], [withNews, hers]] = answers as [
    [unknown, AcceptedEntry],
    [unknown, AcceptedEntry],
    [unknown, AcceptedEntry],
  ];
  expect(inFull).toEqual({ ok: true, data: first });
  expect(inShort).toEqual([his.elapsedMs]);
  // The packet: "3", the number of the request, and what it is answered with.
  expect(await second.packet('31')).toBe(`31[[${his.elapsedMs}]]`);
  // Everybody else has moved once by now, and nothing of this page's own has gone before.
  const [elapsedMs, turnedUp, ending, news] = withNews as [
    number,
    null,
    null,
    NewsOf<'race:progressed'>,
  ];
  expect([elapsedMs, turnedUp, ending]).toEqual([hers.elapsedMs, null, null]);
  expect(news.slice(0, 1)).toEqual([code]);
  expect(news[2].map(([seat, moves, undos]) => [seat, moves, undos])).toEqual([
    [0, 1, 0],
    [1, 1, 0],
    [2, 1, 0],
  ]);
  expect(await old.packet('31')).toBe(`31[${JSON.stringify(inFull)}]`);

  // Both have moved; what was published of it first may be of one of them alone.
  const begins = '2["race:progressed"';
  const toOld = JSON.parse((await old.packet(begins)).slice(1)) as [
    string,
    Record<string, unknown>,
  ];
  expect(Object.keys(toOld[1])).toEqual(['code', 'players']);
  const everybody = toOld[1]['players'] as Record<string, unknown>[];
  expect(everybody.map(({ id }) => id)).toEqual([anna.me.id, ben.me.id, cleo.me.id]);
  expect(Object.keys(everybody[0]!).sort()).toEqual(
    ['id', 'place', 'cardsHome', 'cardsHomeAtMs', 'moves', 'undos', 'ending', 'elapsedMs'].sort(),
  );
  const toSecond = await second.packet(begins);
  expect(toSecond).toMatch(
    new RegExp(
      `^2\\["race:progressed",{"code":"${code}","revision":\\d+,"players":\\[\\[\\d(,\\d+){5}\\](,\\[\\d(,\\d+){5}\\])*\\]}\\]$`,
    ),
  );
  expect(toSecond.length, 'bytes').toBeLessThan(120);
  expect((await old.packet(begins)).length).toBeGreaterThan(2 * toSecond.length);

  // A refusal reads the same in every version.
  const wrong = { playId: tables[0]!.playId, expected: 1, move: 'none' };
  const refusals = [];
  for (const { socket } of [old, today]) {
    refusals.push(await socket.emitWithAck('play:move', wrong));
  }
  expect(refusals[1]).toEqual(refusals[0]);
  expect(refusals[0]).toMatchObject({ ok: false, error: { code: 'bad-request' } });
  for (const { socket } of [old, second, today, newer]) socket.disconnect();
  for (const tab of [anna, ben, cleo]) tab.close();
});
