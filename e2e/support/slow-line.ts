import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** How long a byte is on its way in either direction, in milliseconds: `pnpm test nightly slow-line` sets it. */
export const lineMs = Number(process.env['TEST_LINE_MS'] ?? 0);

/** Passes on what one side sends, in order; what was sent before it closed arrives. */
function passOn(from: Socket, to: Socket, ms: number): void {
  from.on('data', (data) => setTimeout(() => to.writable && to.write(data), ms));
  from.on('close', () => setTimeout(() => to.destroy(), ms));
  from.on('error', () => undefined);
}

/**
 * A line to a server at this machine's `port` that takes its time, as on a train.
 * @param ms in either direction
 * @returns the server and the port to connect to instead
 */
export async function slowLine(port: number, ms: number): Promise<{ line: Server; port: number }> {
  const line = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    passOn(client, target, ms);
    passOn(target, client, ms);
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  return { line, port: (line.address() as AddressInfo).port };
}
