/** One connection at a time to the service: what a line is made of. */
import type { Failure } from '@same-deal/protocol';
import { takeEarlyLine } from './early-line.ts';
import type { EarlyLine } from './early-line.ts';

/** To be built up, and then to be let in or refused. */
export const CONNECT_WITHIN_MS = 8_000;

/** What a wire reports. Nothing of a connection that was dropped. */
export interface WireEvents {
  /** The service has let it in. */
  up(): void;
  /** Long polling has gone over to a web socket. */
  upgraded(): void;
  /** It was up, and is gone. */
  lost(): void;
  /** It has reached nobody. */
  missed(): void;
  /** The service was reached and did not let it in. */
  refused(why: Partial<Failure> | undefined): void;
  news(name: string, body: unknown): void;
}

export interface Wire {
  /** Connects by an address with this query; what there was before is dropped. */
  dial(query: Readonly<Record<string, string>>): void;
  /** Sends a request while it is up. @returns the acknowledgement; rejects without one in time, or at its end */
  send(name: string, request: unknown, withinMs: number): Promise<unknown>;
  /** Ends the connection, if there is one, without a report. */
  drop(): void;
}

/** The kinds of packets that a page sends or receives, as Engine.IO 4 and Socket.IO 5 number them. */
const HANDSHAKE = '0';
const PING = '2';
const PONG = '3';
const CONNECT = '40';
const DISCONNECT = '41';
const EVENT = '42';
const ACKNOWLEDGEMENT = '43';
const REFUSAL = '44';

export interface WebSocketOptions {
  /** Of the service: by default where the page came from. */
  readonly origin?: string;
  readonly open?: (address: string) => WebSocket;
}

/**
 * A web socket that speaks Socket.IO's protocol as far as a page needs it: text only, one namespace, no acknowledgement
 * of the service's events. The library would cost nine kilobytes before every first table.
 */
export function createWebSocketWire(
  events: WireEvents,
  {
    origin = location.origin,
    open = (address: string) => new WebSocket(address),
  }: WebSocketOptions = {},
): Wire {
  let socket: WebSocket | undefined;
  let isUp = false;
  /** How long a connection that is up may be silent: the service pings it. */
  let silentMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** 0 is what the HTML has asked. */
  let nextId = 1;
  const waiting = new Map<number, (answer: Promise<unknown>) => void>();
  /** The line of the HTML and the answer that has come over it, for whoever asks the same before any news. */
  let early: EarlyLine | undefined;
  let earlyAnswer: Promise<unknown> | undefined;

  function drop(): void {
    clearTimeout(timer);
    const dropped = socket;
    socket = early = earlyAnswer = undefined;
    isUp = false;
    for (const [, settle] of [...waiting]) settle(Promise.reject(new Error()));
    if (!dropped) return;
    dropped.onmessage = dropped.onclose = null;
    dropped.close();
  }

  function end(): void {
    const wasUp = isUp;
    drop();
    if (wasUp) events.lost();
    else events.missed();
  }

  /** Without what is waited for, the connection is dead. */
  function endAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(end, ms);
  }

  function receive(packet: string): void {
    if (isUp) endAfter(silentMs);
    const kind = /^(?:4.|.)/.exec(packet)?.[0];
    const start = packet.search(/[[{]/);
    const content: unknown = start < 0 ? undefined : JSON.parse(packet.slice(start));
    if (kind === HANDSHAKE) {
      const { pingInterval, pingTimeout } = content as Record<
        'pingInterval' | 'pingTimeout',
        number
      >;
      silentMs = pingInterval + pingTimeout;
      endAfter(CONNECT_WITHIN_MS);
    } else if (kind === PING) socket?.send(PONG);
    else if (kind === CONNECT) {
      isUp = true;
      endAfter(silentMs);
      events.up();
    } else if (kind === DISCONNECT) end();
    else if (kind === EVENT) {
      early = undefined;
      events.news(...(content as [name: string, body: unknown]));
    } else if (kind === ACKNOWLEDGEMENT) {
      const answer = Promise.resolve((content as [unknown])[0]);
      const settle = waiting.get(Number(packet.slice(kind.length, start)));
      if (settle) settle(answer);
      else earlyAnswer = answer;
    } else if (kind === REFUSAL) {
      drop();
      events.refused((content as { data?: Partial<Failure> }).data);
    }
  }

  return {
    dial(query) {
      drop();
      const search = new URLSearchParams({ ...query, EIO: '4', transport: 'websocket' });
      const address = `${origin.replace('http', 'ws')}/socket.io/?${String(search)}`;
      const taken = (early = takeEarlyLine(address));
      const own = (socket = taken?.socket ?? open(address));
      endAfter(CONNECT_WITHIN_MS);
      own.onclose = end;
      own.onmessage = ({ data }: MessageEvent<string>) => {
        if (data[0] === HANDSHAKE) own.send(CONNECT);
        receive(data);
      };
      // The HTML's script has asked to be let in already.
      if (taken)
        queueMicrotask(() => taken.received.forEach((packet) => socket === own && receive(packet)));
    },
    send(name, request, withinMs) {
      return new Promise((resolve, reject) => {
        if (!isUp) return reject(new Error());
        const question = JSON.stringify([name, request]);
        const id = early?.asked === question ? 0 : nextId++;
        const settle = (answer: Promise<unknown>) => {
          clearTimeout(late);
          waiting.delete(id);
          resolve(answer);
        };
        const late = setTimeout(() => settle(Promise.reject(new Error())), withinMs);
        waiting.set(id, settle);
        if (id > 0) return socket!.send(`${EVENT}${id}${question}`);
        early = undefined;
        if (earlyAnswer) settle(earlyAnswer);
      });
    },
    drop,
  };
}
