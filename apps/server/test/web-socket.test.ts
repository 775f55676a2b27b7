/** The web sockets beneath the lines: the same bytes as `ws` sends, and no ping to who has just spoken. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { PageWebSocketServer } from '../src/line/web-socket.ts';
import type { PageWebSocket } from '../src/line/web-socket.ts';

let server: PageWebSocketServer;
let page: WebSocket;
let line: PageWebSocket;

beforeEach(async () => {
  server = new PageWebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[connected]] = await Promise.all([
    once(server, 'connection') as Promise<[PageWebSocket]>,
    once(page, 'open'),
  ]);
  line = connected;
});
afterEach(async () => {
  page.terminate();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends a last text, and waits until the page has it, and so all before it. */
async function received(last: string): Promise<void> {
  const isOver = new Promise<void>((resolve) => {
    page.on('message', (data: Buffer, isBinary) => {
      expect(isBinary).toBe(false);
      if (data.toString() === last) resolve();
    });
  });
  line.send(last as never);
  await isOver;
}

test('texts of every length arrive whole and in order, and each is reported as sent', async () => {
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].flatMap((length) => [
    'x'.repeat(length),
    '♠'.repeat(length),
  ]);
  const arriving: string[] = [];
  page.on('message', (data: Buffer) => arriving.push(data.toString()));
  await Promise.all(
    texts.map(
      (text) => new Promise<void>((sent) => line.send(text as never, (() => sent()) as never)),
    ),
  );
  await received('the end');
  expect(arriving.slice(0, -1)).toEqual(texts);
});

test('a line hears texts of one frame and of several, one after the other, and keeps none of them', async () => {
  const texts = ['a', 'b'.repeat(70_000), '', 'c1c2', 'd'];
  const heard: string[] = [];
  const isOver = new Promise<void>((resolve) => {
    line.on('message', (data: Buffer) => {
      heard.push(data.toString());
      if (heard.length === texts.length) resolve();
    });
  });
  for (const text of texts.slice(0, 3)) page.send(text);
  page.send('c1', { fin: false });
  page.send('c2', { fin: true });
  page.send('d');
  await isOver;
  expect(heard).toEqual(texts);
  const { _fragments, _mask } = (line as unknown as { _receiver: Record<string, unknown> })
    ._receiver;
  expect([_fragments, _mask]).toEqual([[], undefined]);
});

test('a page that has just spoken is not asked whether it is there, if it says that it needs no asking', async () => {
  const arriving: string[] = [];
  page.on('message', (data: Buffer) => arriving.push(data.toString()));
  const heard: string[] = [];
  line.on('message', (data: Buffer) => heard.push(data.toString()));
  line.send('2' as never);
  line.isQuiet = true;
  // Nothing has been heard of it yet.
  line.send('2' as never);
  const spoke = once(line, 'message');
  page.send('a move');
  await spoke;
  const answered = once(line, 'message');
  line.send('2' as never);
  await answered;
  expect(heard).toEqual(['a move', '3']);
  await received('the end');
  expect(arriving).toEqual(['2', '2', 'the end']);
});

test('to a page that has gone nothing is sent, and that is reported', async () => {
  page.terminate();
  await once(line, 'close');
  const failed = await new Promise((resolve) => line.send('a move' as never, resolve as never));
  expect(failed).toBeInstanceOf(Error);
});
