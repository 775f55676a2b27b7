import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { playId, PROTOCOL_VERSION, raceCode } from '@same-deal/protocol';
import type { Failure } from '@same-deal/protocol';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { Lines } from '../admission/lines.ts';
import { isSameOrigin } from '../admission/origin.ts';
import type { PageServer, PageSocket } from './page-server.ts';
import { guardRawLines } from './raw-lines.ts';
import { enterOwnRooms } from './rooms.ts';
import { versionOf } from './versions.ts';
import { PageWebSocket, PageWebSocketServer } from './web-socket.ts';
import { packets } from './written-answer.ts';

/** A request is small; the largest holds a name. */
const MESSAGE_LIMIT_BYTES = 16 * 1024;
/** A dead connection to Valkey delays what is published for no longer. */
const PUBLISH_WITHIN_MS = 1_000;
const SILENT_FOR_MS = 4_000;
const QUIT_WITHIN_MS = 500;
/** A dropped line is noticed within 10 seconds at the latest. */
const PING_EVERY_MS = 5_000;
const PING_PATIENCE_MS = 5_000;
/** A connection that has not said who it is by then is closed. */
const CONNECT_WITHIN_MS = 10_000;
/** Whoever has enough lines may try again: one of them may have closed. */
const TRY_AGAIN_AFTER_MS = 5_000;
/** Once the service stops, what it was asked is answered by then or not at all. */
const ANSWERED_WITHIN_MS = 3_000;

const NO_UPGRADE = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

export interface SocketOptions {
  /** With it, people on other nodes are reached as well. */
  readonly valkey: { readonly url: string; readonly prefix: string } | undefined;
  readonly publicUrl: string | undefined;
  /** Bounds on how many lines there are, and on what they do. */
  readonly lines: Lines;
  /** Where a handshake comes from. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** What names the session that a handshake shows, if it is one of ours. */
  readonly sessionKeyOf: (headers: IncomingHttpHeaders) => string | null;
  readonly deviceOf: (
    headers: IncomingHttpHeaders,
  ) => Promise<{ readonly person: { readonly id: string }; readonly sessionId: string } | null>;
}

/** Attaches Socket.IO to the server of the app and closes it with the app. */
export function addSocketIo(app: FastifyInstance, options: SocketOptions): PageServer {
  const { lines, addressOf } = options;
  const io: PageServer = new Server(app.server, {
    serveClient: false,
    parser: packets,
    wsEngine: PageWebSocketServer,
    maxHttpBufferSize: MESSAGE_LIMIT_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PING_PATIENCE_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    // Of each handshake, before anything is looked up for it.
    allowRequest: (request, decide) => {
      const { headers } = request;
      const session = options.sessionKeyOf(headers);
      const isAdmitted = lines.admits({ address: addressOf(request), session });
      decide(null, isAdmitted && isSameOrigin(headers, headers.host, options.publicUrl));
    },
  });
  guardRawLines(app, io, lines, addressOf);
  // Engine.IO takes all requests for another protocol, and leaves those that are not for it without an answer (P8).
  app.server.on('upgrade', ({ url }: IncomingMessage, connection: Socket) => {
    if (url?.startsWith(io.path())) return;
    // Node handles no errors of a socket that it has handed over, and an unhandled one would end the process.
    connection.on('error', () => connection.destroy());
    connection.end(NO_UPGRADE);
  });
  if (options.valkey) connectNodes(app, io, options.valkey);
  /** Connections that have said who they are; each does so once, as it is looked up. */
  const named = new WeakSet<object>();
  io.use((socket, next) => {
    if (named.has(socket.conn)) return next(refusedHandshake({ code: 'bad-request' }));
    named.add(socket.conn);
    options
      .deviceOf(socket.request.headers)
      .then((device) => {
        if (!device) return next(refusedHandshake({ code: 'not-signed-in' }));
        const { id } = device.person;
        const waitMs = lines.shutOutMs(id) || (lines.opensFor(id) ? 0 : TRY_AGAIN_AFTER_MS);
        if (waitMs > 0) {
          return next(refusedHandshake({ code: 'too-many-requests', retryAfterMs: waitMs }));
        }
        if (socket.conn.readyState !== 'open') lines.closedFor(id);
        else socket.conn.once('close', () => lines.closedFor(id));
        const { v, at } = socket.handshake.query;
        socket.data = {
          personId: id,
          sessionId: device.sessionId,
          address: addressOf(socket.request),
          version: versionOf(v),
          at: routingKey(at),
        };
        next();
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'handshake');
        next(refusedHandshake({ code: 'unavailable' }));
      });
  });
  // The first to run for a new line.
  io.on('connection', (socket) => {
    enterOwnRooms(socket);
    const { socket: web } = socket.conn.transport as { readonly socket?: unknown };
    if (web instanceof PageWebSocket) web.isQuiet = socket.handshake.query['quiet'] !== undefined;
    forgetRequest(socket);
    if (socket.data.version !== PROTOCOL_VERSION) {
      socket.emit('service:updated', {});
    }
  });
  const connections = new Set<Socket>();
  let isCutting = false;
  app.server.on('connection', (connection: Socket) => {
    if (isCutting) return connection.destroy();
    connections.add(connection);
    return connection.once('close', () => connections.delete(connection));
  });
  app.addHook('preClose', async () => {
    // Pages reconnect by themselves, to whichever node is there. Without `local` it would close the lines of all nodes.
    io.local.disconnectSockets(true);
    // The server ends with its last connection; one that has asked nothing, or whose page sleeps, would keep it.
    await Promise.race([io.close(), sleep(ANSWERED_WITHIN_MS, undefined, { ref: false })]);
    isCutting = true;
    for (const connection of connections) connection.destroy();
  });
  return io;
}

/** Drops what the handshake said, which nobody asks for any more: an eighth of a line's memory, and its cookie. */
function forgetRequest({ conn, handshake }: PageSocket): void {
  (conn as { request: IncomingMessage | null }).request = null;
  handshake.headers = {};
}

/** News for people on other nodes, by Socket.IO's own adapter: only to nodes that have somebody in the room. */
function connectNodes(
  app: FastifyInstance,
  io: PageServer,
  { url, prefix }: { readonly url: string; readonly prefix: string },
): void {
  const connect = (options: { enableOfflineQueue?: boolean; commandTimeout?: number }) => {
    const client = new Redis(url, {
      maxRetriesPerRequest: null,
      // A dead connection is replaced, with all its subscriptions.
      socketTimeout: SILENT_FOR_MS,
      ...options,
    });
    client.on('error', (error: Error) => app.log.warn({ err: error }, 'the line to Valkey'));
    return client;
  };
  // What cannot be published now is of no use later: pages that missed it load again. And the people of this node get
  // it only after it has been published, or could not be.
  const pub = connect({ enableOfflineQueue: false, commandTimeout: PUBLISH_WITHIN_MS });
  const sub = connect({});
  const options = { subscriptionMode: 'dynamic', channelPrefix: prefix } as const;
  io.adapter(createShardedAdapter(pub, sub, options));
  app.addHook('onClose', async () => {
    // What the last lines have left is unsubscribed from, if Valkey still answers.
    const quit = Promise.allSettled([pub.quit(), sub.quit()]);
    await Promise.race([quit, sleep(QUIT_WITHIN_MS)]);
    pub.disconnect();
    sub.disconnect();
  });
}

/** A routing key in its one form, as it is in the address of the line; undefined if it is none. */
function routingKey(at: unknown): string | undefined {
  for (const key of [raceCode, playId]) {
    const parsed = key.safeParse(at);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** What a refused handshake answers the page: a code from the closed list, like every other answer. */
const refusedHandshake = (failure: Failure): Error =>
  Object.assign(new Error(failure.code), { data: failure });
