/** Sends what is sent most often without the detour through Socket.IO and Engine.IO: the bytes on the wire are the same. */
import type { PageSocket } from './page-server.ts';
import { PageWebSocket } from './web-socket.ts';

/** What is used of Engine.IO's connection, all of it public. */
interface Connection {
  readonly readyState: string;
  readonly transport: { readonly writable: boolean; readonly socket?: unknown };
  readonly writeBuffer: readonly unknown[];
  write(text: string): unknown;
}

/**
 * Sends a packet of Socket.IO as it is written on the wire, after everything that was sent before it.
 * @param packet its type, its number if it has one, and its JSON
 * @returns false if the line is no web socket: then Socket.IO has to send it; true as well if it is closing or gone
 */
export function textTo(socket: PageSocket, packet: string): boolean {
  const connection = socket.conn as unknown as Connection;
  const { transport } = connection;
  if (!(transport.socket instanceof PageWebSocket)) return false;
  if (connection.readyState !== 'open') return true;
  // What waits to be sent goes first.
  if (transport.writable && connection.writeBuffer.length === 0)
    transport.socket.send(`4${packet}` as never);
  else connection.write(packet);
  return true;
}
