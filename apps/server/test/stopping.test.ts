// A service that stops answers what it was asked and then ends, whatever connections it is left with.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { buildTestApp } from './support/app.ts';
import { listen, openTab } from './support/sockets.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

const page = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n';

const line = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  '\r\n',
].join('\r\n');

test.each([
  ['that a browser has opened in advance and says nothing', ''],
  ['with half a request', page.slice(0, 30)],
  ['that has been answered and is kept', page],
  ['of a line whose page sleeps, and answers nothing any more', line],
])('P6: it ends within seconds beside a connection %s', async (_, sent) => {
  const service = await buildTestApp();
  const url = await listen(service.app);
  const tab = await openTab(url);
  const socket = await connectTo(url);
  socket.write(sent);
  if (sent === page || sent === line) await once(socket, 'data');
  const isClosed = once(socket, 'close');
  const began = performance.now();
  await service.close();
  expect(performance.now() - began).toBeLessThan(5_000);
  await isClosed;
  tab.close();
});
