import type { IncomingHttpHeaders } from 'node:http';
import { createAdapter } from '@socket.io/postgres-adapter';
import type {
  ClientEventName,
  ClientToServerEvents,
  DailyKey,
  ErrorCode,
  Failure,
  NewsOf,
  ServerEventName,
  ServerToClientEvents,
} from '@same-deal/protocol';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Server } from 'socket.io';
import type { Limit } from './limits.ts';
import { isSameOrigin } from './security.ts';
import type { Publisher } from '../race/ports.ts';
import type { PresenceReport } from '../race/presence.ts';
import type { Caller } from '../sockets/handler.ts';
import type { Device, PageSocket } from '../sockets/register.ts';

/** What nodes tell each other beside the news. */
interface NodeEvents {
  raceChanged: (code: string) => void;
  presence: (report: PresenceReport) => void;
  dailyChanged: (daily: DailyKey) => void;
}

export type PageServer = Server<ClientToServerEvents, ServerToClientEvents, NodeEvents, Device>;

/** A request is small; the largest holds a name. */
const MESSAGE_LIMIT_BYTES = 16 * 1024;
/** A dropped line is noticed within 10 seconds at the latest. */
const PING_EVERY_MS = 5_000;
const PING_PATIENCE_MS = 5_000;

/** PostgreSQL takes notifications of fewer than 8,000 bytes; what is longer travels through a table. */
const NOTIFICATION_LIMIT_BYTES = 7_999;

export interface SocketOptions {
  /** With it news also reaches the other nodes on the same database. */
  readonly pool: pg.Pool | undefined;
  readonly publicUrl: string | undefined;
  readonly deviceOf: (
    headers: IncomingHttpHeaders,
  ) => Promise<{ readonly person: { readonly id: string }; readonly sessionId: string } | null>;
}

/** Attaches Socket.IO to the server of the app and closes it with the app. */
export function addSocketIo(app: FastifyInstance, options: SocketOptions): PageServer {
  const io: PageServer = new Server(app.server, {
    serveClient: false,
    maxHttpBufferSize: MESSAGE_LIMIT_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PING_PATIENCE_MS,
    allowRequest: ({ headers }, decide) =>
      decide(null, isSameOrigin(headers, headers.host, options.publicUrl)),
  });
  if (options.pool) {
    io.adapter(
      createAdapter(
        poolForAdapter(options.pool, (error) => warn(app, error)),
        { payloadThreshold: NOTIFICATION_LIMIT_BYTES, errorHandler: (error) => warn(app, error) },
      ),
    );
  }
  io.use((socket, next) => {
    options
      .deviceOf(socket.request.headers)
      .then((device) => {
        if (device) socket.data = { personId: device.person.id, sessionId: device.sessionId };
        next(device ? undefined : refusedHandshake('not-signed-in'));
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'handshake');
        next(refusedHandshake('unavailable'));
      });
  });
  // The first to hear of a new line: whoever closes a session's lines must find it from now on.
  io.on('connection', (socket) => {
    const { personId, sessionId } = socket.data;
    void socket.join([sessionRoom(sessionId), personRoom(personId)]);
  });
  app.addHook('preClose', async () => {
    // Pages reconnect by themselves, to whichever node is there.
    io.disconnectSockets(true);
    await io.close();
  });
  return io;
}

/** What a refused handshake tells the page: a code from the closed list, like every other answer. */
const refusedHandshake = (code: ErrorCode): Error =>
  Object.assign(new Error(code), { data: { code } satisfies Failure });

const warn = (app: FastifyInstance, error: Error): void =>
  app.log.warn({ err: error }, 'the line to the other nodes');

/**
 * The pool as the adapter may use it. The adapter holds one connection to listen on, neither hears its
 * errors, which would end the process, nor gives it back when it has broken, which would in the end
 * leave the pool without any.
 */
function poolForAdapter(pool: pg.Pool, onLost: (error: Error) => void): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    client.on('error', onLost);
    client.once('end', () => client.release(true));
    return client;
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const sessionRoom = (sessionId: string) => `session:${sessionId}`;
const personRoom = (personId: string) => `person:${personId}`;
const raceRoom = (code: string) => `race:${code}`;
const seatRoom = (code: string, personId: string) => `race:${code}:${personId}`;
const dailyRoom = (name: string) => `daily:${name}`;
const playRoom = (playId: string) => `play:${playId}`;

/** Whoever is at the other end of a connection, as handlers see them. */
export function callerOf(socket: PageSocket): Caller {
  const { personId } = socket.data;
  return {
    personId,
    connection: socket.id,
    isConnected: () => socket.connected,
    listenToRace: (code) => void socket.join([raceRoom(code), seatRoom(code, personId)]),
    stopListeningToRace: (code) => {
      void socket.leave(raceRoom(code));
      void socket.leave(seatRoom(code, personId));
    },
    listenToPlay: (playId) => void socket.join(playRoom(playId)),
    stopListeningToPlay: (playId) => void socket.leave(playRoom(playId)),
    listenToDaily: (name) => void socket.join(dailyRoom(name)),
    stopListeningToDaily: (name) => void socket.leave(dailyRoom(name)),
  };
}

/** News over Socket.IO's rooms. */
export function publisherOver(io: PageServer, hasOtherNodes: boolean) {
  const publisher: Publisher = {
    toRace: (code, name, news) => void io.to(raceRoom(code)).emit(name, ...argsOf(news)),
    toRaceHere: (code, name, news) => void io.local.to(raceRoom(code)).emit(name, ...argsOf(news)),
    openTableHere: (code, userId, table) => {
      const seat = io.local.in(seatRoom(code, userId));
      seat.socketsJoin(playRoom(table.playId));
      seat.emit('play:opened', table);
    },
    toPlay: (playId, name, news) => void io.to(playRoom(playId)).emit(name, ...argsOf(news)),
    tellNodes: (code) => {
      if (hasOtherNodes) io.serverSideEmit('raceChanged', code);
    },
  };
  return {
    publisher,
    /** That a daily's boards have changed, to this node's watchers of it. */
    tellDailyHere: (daily: DailyKey) =>
      void io.local.to(dailyRoom(`${daily.day}/${daily.game}`)).emit('daily:changed', daily),
    /** The same, to the other nodes. */
    tellNodesOfDaily: (daily: DailyKey) => {
      if (hasOtherNodes) io.serverSideEmit('dailyChanged', daily);
    },
    /** An entry, to the other devices of the same person. */
    toOtherDevices: (
      playId: string,
      connection: string,
      news: Parameters<ServerToClientEvents['play:advanced']>[0],
    ): void => {
      const room = playRoom(playId);
      // Hardly anybody has a second device open, and telling nobody is not free.
      const listening = io.of('/').adapter.rooms.get(room);
      const others = (listening?.size ?? 0) - (listening?.has(connection) ? 1 : 0);
      if (others > 0 || hasOtherNodes) io.to(room).except(connection).emit('play:advanced', news);
    },
    /** To all devices of a person, on every node. */
    toPerson: <Name extends ServerEventName>(personId: string, name: Name, news: NewsOf<Name>) =>
      void io.to(personRoom(personId)).emit(name, ...argsOf(news)),
    /** Closes all lines of these sessions, on every node. */
    closeSessions: (sessionIds: readonly string[]): void => {
      if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
    },
    /** The sessions that have a line to this node. */
    sessionsHere: (): string[] => [
      ...new Set([...io.of('/').sockets.values()].map(({ data }) => data.sessionId)),
    ],
    reportPresence: (report: PresenceReport) => {
      if (hasOtherNodes) io.serverSideEmit('presence', report);
    },
  };
}

// Every kind of news has exactly one argument; the compiler cannot follow that through a generic name.
const argsOf = <News>(news: News): never => [news] as never;

/** How often one person may ask, by kind of request. */
export interface SocketLimits {
  /** Entries: a whole pack collected at once, or a queue after a tunnel, must pass. */
  readonly entries: Limit;
  /** New races and plays. */
  readonly creations: Limit;
  readonly invitations: Limit;
  readonly others: Limit;
}

export const defaultSocketLimits: SocketLimits = {
  entries: { times: 600, perMs: 10_000 },
  creations: { times: 60, perMs: 60_000 },
  // Everybody of a large circle at once, but nobody again and again.
  invitations: { times: 15, perMs: 60_000 },
  others: { times: 120, perMs: 10_000 },
};

/** What fills tables. */
const CREATING: ReadonlySet<ClientEventName> = new Set([
  'race:create',
  'race:rematch',
  'play:create',
  'play:branch',
  'daily:start',
]);

const kindOf = (event: ClientEventName): keyof SocketLimits =>
  event === 'play:move' || event === 'play:undo'
    ? 'entries'
    : CREATING.has(event)
      ? 'creations'
      : event === 'race:invite'
        ? 'invitations'
        : 'others';

/**
 * Counts requests by person.
 * @returns the milliseconds until such a request may be sent again; 0 if it may now
 */
export function socketCounter(limits: SocketLimits) {
  const counterOf = ({ times, perMs }: Limit) =>
    new RateLimiterMemory({ points: times, duration: perMs / 1000 });
  const counters = {
    entries: counterOf(limits.entries),
    creations: counterOf(limits.creations),
    invitations: counterOf(limits.invitations),
    others: counterOf(limits.others),
  };
  return async (event: ClientEventName, personId: string): Promise<number> => {
    try {
      await counters[kindOf(event)].consume(personId);
      return 0;
    } catch (refused) {
      return refused instanceof RateLimiterRes ? Math.max(1, refused.msBeforeNext) : 0;
    }
  };
}
