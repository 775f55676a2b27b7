// Bounds on lines: how many there are, and what they send and leave unread.
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { encodeMove, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { addressKey } from '../src/admission/address.ts';
import { lineBounds, unreadBytes } from '../src/admission/lines.ts';
import { defaultLineLimits } from '../src/admission/limits.ts';
import type { LineLimits } from '../src/admission/limits.ts';
import { buildTestApp, noSocketLimits } from './support/app.ts';
import { listen, openTab } from './support/sockets.ts';

const never = { times: 1_000_000, perMs: 1000 };

describe('counting lines', () => {
  const bounds = (limits: Partial<LineLimits>) => {
    let now = 0;
    const lines = lineBounds({ ...defaultLineLimits, ...limits }, () => now);
    return { lines, pass: (ms: number) => (now += ms) };
  };
  const stranger = (address: string) => ({ address, session: null });

  test('handshakes without a session are few; those of sessions are each their own', () => {
    const { lines, pass } = bounds({
      strangers: { times: 2, perMs: 1000 },
      ofSession: { times: 3, perMs: 1000 },
    });
    const admitted = () => lines.admits(stranger('203.0.113.1'));
    expect([admitted(), admitted(), admitted()]).toEqual([true, true, false]);
    expect(lines.admits(stranger('203.0.113.2')), 'from elsewhere').toBe(true);
    for (const session of ['a', 'b']) {
      const one = () => lines.admits({ address: '203.0.113.1', session });
      expect([one(), one(), one(), one()], session).toEqual([true, true, true, false]);
    }
    pass(1000);
    expect(admitted()).toBe(true);
  });

  test('P8: strangers who come too often take nothing from the sessions beside them', () => {
    const { lines } = bounds({
      handshakes: { times: 10, perMs: 1000 },
      strangers: { times: 2, perMs: 1000 },
    });
    for (let n = 0; n < 50; n++) lines.admits(stranger('203.0.113.1'));
    expect(lines.admits({ address: '203.0.113.1', session: 'pupil' })).toBe(true);
  });

  test('a school class behind one address gets its lines, and one person no more than theirs', () => {
    const { lines } = bounds({});
    for (let pupil = 0; pupil < 30; pupil++) {
      for (let line = 0; line < 2; line++) {
        expect(lines.admits({ address: '203.0.113.1', session: `s${pupil}` })).toBe(true);
        lines.opened('203.0.113.1');
        expect(lines.opensFor(`p${pupil}`)).toBe(true);
      }
    }
    for (let n = 2; n < defaultLineLimits.ofPerson; n++) expect(lines.opensFor('p1')).toBe(true);
    expect(lines.opensFor('p1')).toBe(false);
    lines.closedFor('p1');
    expect(lines.opensFor('p1')).toBe(true);
  });

  test('so many of an address and so many in all', () => {
    const { lines } = bounds({ ofAddress: 2, inAll: 3 });
    const open = (address: string) => {
      if (!lines.admits({ address, session: address })) return false;
      lines.opened(address);
      return true;
    };
    expect([open('a'), open('a'), open('a')]).toEqual([true, true, false]);
    expect([open('b'), open('c')]).toEqual([true, false]);
    lines.closed('a');
    expect(open('c')).toBe(true);
    expect(lines.inAll()).toBe(3);
  });

  test('of an address that sends too much those lines go that send more than their share', () => {
    const { lines } = bounds({ addressFrames: { times: 20, perMs: 1000 }, share: 5 });
    const loud = lines.packetCounter('loud', '203.0.113.1');
    for (let n = 0; n < 20; n++) expect(loud()).toBe(true);
    expect(loud()).toBe(false);
    expect(lines.packetCounter('quiet', '203.0.113.1')(), 'in the same house').toBe(true);
    expect(lines.packetCounter('loud elsewhere', '203.0.113.2')()).toBe(true);
  });

  test('what waits to be sent counts, wherever it waits', () => {
    const line = (bufferedAmount: number, ...data: unknown[]) =>
      unreadBytes({
        transport: { socket: { bufferedAmount } },
        writeBuffer: data.map((one) => ({ data: one })),
      });
    expect(line(0)).toBe(0);
    expect(line(7, 'four', undefined, Buffer.alloc(5))).toBe(16);
    expect(line(0, ...Array<string>(5_000).fill(''))).toBe(Infinity);
    expect(unreadBytes({ transport: {}, writeBuffer: [] }), 'long polling').toBe(0);
  });

  test('an address is one household', () => {
    expect(addressKey('2001:db8:1:2:3::4')).toBe(addressKey('2001:db8:1:2:ffff::1'));
  });
});

describe('P8: over a line', () => {
  async function service(lineLimits: Partial<LineLimits>) {
    const app = await buildTestApp({
      lineLimits: { strangers: never, ofSession: never, handshakes: never, ...lineLimits },
      socketLimits: noSocketLimits,
    });
    onTestFinished(() => app.close());
    return { app, url: await listen(app.app) };
  }
  /** A raw line that speaks the protocol by hand; resolves when it is open to the service. */
  async function rawLine(url: string, cookie: string) {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&v=2`,
      { headers: { cookie } },
    );
    onTestFinished(() => socket.terminate());
    const frames: string[] = [];
    socket.on('message', (data: Buffer) => frames.push(data.toString()));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send('40');
    await expect.poll(() => frames.some((frame) => /^4[04]/.test(frame))).toBe(true);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return { socket, frames, closed };
  }

  test('whoever does not read is cut off at a bound of bytes, and nobody else is', async () => {
    const { app, url } = await service({ unreadBytes: 200_000, frames: never });
    const [anna, ben] = [await openTab(url), await openTab(url)];
    onTestFinished(anna.close);
    onTestFinished(ben.close);
    const { playId } = await anna.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
    // A long table: one move, and back, two thousand times.
    const [move] = legalMoves(unwrap(newGame('bisley/thirteen', unwrap(packOf('17', 1)))));
    await app.database.pool.query(
      `insert into entries (play_id, number, code, elapsed_ms)
       select $1, n, case when n % 2 = 0 then 65535 else $2::int end, 60000
       from generate_series(1, 4000) n`,
      [playId, encodeMove(move!)],
    );
    const { socket } = await rawLine(url, anna.cookie);
    const tcp = (socket as unknown as { _socket: Socket })._socket;
    tcp.pause();
    const isGone = new Promise((resolve) => tcp.once('close', resolve).once('error', resolve));
    for (let n = 1; n <= 200 && !tcp.destroyed; n++) {
      socket.send(`42${n}["play:open",{"playId":"${playId}"}]`);
      if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect.poll(() => app.log()).toContain('"reason":"unread"');
    tcp.resume();
    await isGone;
    expect((await ben.request('line:check', {})).ok).toBe(true);
    expect((await anna.request('line:check', {})).ok, 'their other line reads').toBe(true);
  });

  test('what is no request counts as well: whoever sends on and on is cut off', async () => {
    const { url } = await service({ frames: { times: 50, perMs: 60_000 } });
    const anna = await openTab(url);
    onTestFinished(anna.close);
    for (const noise of ['3', '43999[]', '42["x"]', '2probe']) {
      const { socket, closed } = await rawLine(url, anna.cookie);
      for (let n = 0; n < 60; n++) socket.send(noise);
      await closed;
    }
    expect((await anna.request('line:check', {})).ok).toBe(true);
  });

  test('whoever has enough lines is told so, and may come back when one has closed', async () => {
    const { url } = await service({ ofPerson: 2 });
    const anna = await openTab(url);
    const second = await openTab(url, anna.cookie);
    onTestFinished(anna.close);
    onTestFinished(second.close);
    const third = await rawLine(url, anna.cookie);
    expect(third.frames.at(-1)).toContain('too-many-requests');
    second.close();
    await expect
      .poll(async () => (await rawLine(url, anna.cookie)).frames)
      // An older page is told at once that there is a newer one.
      .toContainEqual(expect.stringMatching(/^40/));
  });

  test('a connection says once who it is', async () => {
    const { url } = await service({});
    const anna = await openTab(url);
    onTestFinished(anna.close);
    const { socket, frames } = await rawLine(url, anna.cookie);
    socket.send('41');
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.send('40');
    await expect.poll(() => frames.at(-1)).toMatch(/^44.*bad-request/);
  });

  test('a line listens to so much; what it stops listening to makes room', async () => {
    const { url } = await service({ listening: 4 });
    const anna = await openTab(url);
    onTestFinished(anna.close);
    const days = Array.from({ length: 12 }, (_, n) => `2026-11-${10 + n}`);
    const answers = [];
    for (const day of days)
      answers.push(await anna.request('daily:watch', { day, game: 'bisley' }));
    expect(answers.filter(({ ok }) => ok).length).toBeLessThan(12);
    expect(answers.at(-1)).toMatchObject({ error: { code: 'too-many-requests' } });
    for (const day of days) await anna.ask('daily:unwatch', { day, game: 'bisley' });
    expect((await anna.request('daily:watch', { day: days[0]!, game: 'bisley' })).ok).toBe(true);
  });

  test('whoever floods opens no line until the window has passed', async () => {
    const app = await buildTestApp({ socketLimits: { others: { times: 5, perMs: 60_000 } } });
    onTestFinished(() => app.close());
    const url = await listen(app.app);
    const [anna, ben] = [await openTab(url), await openTab(url)];
    onTestFinished(anna.close);
    onTestFinished(ben.close);
    const { socket, closed } = await rawLine(url, anna.cookie);
    for (let n = 0; n < 50; n++) socket.send(`42${n}["line:check",{}]`);
    await closed;
    const again = await rawLine(url, anna.cookie);
    expect(again.frames.at(-1)).toMatch(/^44.*too-many-requests.*retryAfterMs/);
    expect((await ben.request('line:check', {})).ok).toBe(true);
  });
});

test('whoever dribbles a body is cut off', async () => {
  const app = await buildTestApp();
  const url = await listen(app.app);
  // As the service sets it, sooner.
  expect(app.app.server.requestTimeout).toBeGreaterThan(0);
  expect(app.app.server.headersTimeout).toBeGreaterThan(0);
  expect(app.app.server.keepAliveTimeout).toBeGreaterThan(0);
  expect(app.app.server.maxRequestsPerSocket).toBeGreaterThan(0);
  app.app.server.requestTimeout = 300;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  socket.write(
    'POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer).toMatch(/^HTTP\/1.1 4/);
  await app.close();
});
