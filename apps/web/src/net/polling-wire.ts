/** The line's second way, long polling: hardly anybody needs it, so it is fetched when a web socket has not got through. */
import type { Failure } from '@same-deal/protocol';
import { Manager, WebSocket as LibraryWebSocket, XHR } from 'socket.io-client';
import { CONNECT_WITHIN_MS } from './wire.ts';
import type { Wire, WireEvents } from './wire.ts';

/** As much of Socket.IO's client as is used, whose own types follow an event map. */
interface LooseSocket {
  timeout(ms: number): { emitWithAck(name: string, request: unknown): Promise<unknown> };
  onAny(listener: (name: string, body: unknown) => void): void;
}

export function createPollingWire(events: WireEvents): Wire {
  const manager = new Manager(location.origin, {
    autoConnect: false,
    // The library goes over to a web socket by itself once one gets through: polling is for as long as none does.
    transports: [XHR, LibraryWebSocket],
    withCredentials: true,
    // The line does that, at one pace for every cause.
    reconnection: false,
    timeout: CONNECT_WITHIN_MS,
  });
  const socket = manager.socket('/');
  const loose = socket as unknown as LooseSocket;
  /** What is dropped reports nothing. */
  let isWanted = false;
  const drop = () => {
    isWanted = false;
    socket.disconnect();
  };
  const report = (how: () => void) => {
    if (!isWanted) return;
    drop();
    how();
  };
  loose.onAny(events.news);
  socket.on('connect', () => {
    events.up();
    // It may be one already: the service admits people later than it opens lines.
    if (manager.engine.transport.name === 'websocket') events.upgraded();
    else manager.engine.once('upgrade', events.upgraded);
  });
  socket.on('disconnect', () => report(events.lost));
  socket.on('connect_error', (error: Error & { data?: Partial<Failure> }) => {
    // Active: nobody was reached.
    report(socket.active ? events.missed : () => events.refused(error.data));
  });
  return {
    dial(query) {
      drop();
      manager.opts.query = { ...query };
      isWanted = true;
      socket.connect();
    },
    send: (name, request, withinMs) => loose.timeout(withinMs).emitWithAck(name, request),
    drop,
  };
}
