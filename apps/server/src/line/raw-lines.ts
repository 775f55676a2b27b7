/** The connections beneath the lines, from the first byte on: those that flood or do not read are cut off. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Lines, RawLine } from '../admission/lines.ts';
import { windows } from '../admission/windows.ts';
import type { PageServer } from './page-server.ts';

/** What is used of engine.io's connection. */
interface RawConnection extends RawLine {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly transport: RawLine['transport'] & {
    readonly socket?: { readonly terminate?: () => void };
  };
  on(event: 'packet' | 'close', listener: () => void): void;
  close(discard: boolean): void;
}

interface Engine {
  on(event: 'connection', listener: (connection: RawConnection) => void): void;
}

const CHECK_UNREAD_EVERY_MS = 1_000;
/** A log that anybody can fill is a flood as well. */
const LOGGED = { times: 1, perMs: 10_000 };

/** Counts and guards all connections of the server, until the app closes. */
export function guardRawLines(
  app: FastifyInstance,
  io: PageServer,
  lines: Lines,
  addressOf: (request: IncomingMessage) => string,
): void {
  const engine = io.engine as unknown as Engine;
  const counterOf = windows();
  /** Engine.io's own record has a key for each, and listing thousands of keys takes milliseconds. */
  const connections = new Set<RawConnection>();

  /** At once: what is waiting for a line that does not read would be kept until it has. */
  function cut(connection: RawConnection, reason: 'flood' | 'unread'): void {
    if (counterOf(reason, LOGGED)().waitMs === 0) app.log.warn({ reason }, 'a line is cut');
    connection.transport.socket?.terminate?.();
    connection.close(true);
  }

  engine.on('connection', (connection) => {
    const address = addressOf(connection.request);
    const mayGoOn = lines.packetCounter(connection.id, address);
    lines.opened(address);
    connections.add(connection);
    connection.on('close', () => {
      connections.delete(connection);
      lines.closed(address);
    });
    connection.on('packet', () => {
      if (!mayGoOn()) cut(connection, 'flood');
      else if (lines.leavesUnread(connection)) cut(connection, 'unread');
    });
  });
  const timer = setInterval(() => {
    for (const connection of connections) {
      if (lines.leavesUnread(connection)) cut(connection, 'unread');
    }
  }, CHECK_UNREAD_EVERY_MS).unref();
  app.addHook('preClose', async () => clearInterval(timer));
}
