/**
 * A player's line: a raw WebSocket with a minimal implementation of Engine.IO 4 and Socket.IO 5, so that it costs little,
 * and the same with every server. A player waits for each answer, so at most one request is in flight.
 */
import WebSocket from 'ws';
import type { Answer } from '@same-deal/protocol';

const TIMEOUT_MS = 60_000;

/** The first characters of a frame: Engine.IO's packet type, then Socket.IO's. */
const PING = '2'.charCodeAt(0);
const ANSWER = '3'.charCodeAt(0);
const NEWS = '2'.charCodeAt(0);
const CONNECTED = '0'.charCodeAt(0);
const REFUSED = '4'.charCodeAt(0);

/** Bytes received by all lines of this process: payloads, without WebSocket's own 2 to 4. */
export const received = { answerBytes: 0, newsBytes: 0, answers: 0, news: 0, pings: 0 };

/** What may happen to the lines of this process: while their server ends, it may drop them. */
export const drops = { areExpected: false };

export interface Line {
  /** Sends a request, `["event",{…}]`, and passes on the whole frame of its answer. */
  request(body: string, onAnswer: (frame: Buffer) => void): void;
  /**
   * Sends a request and waits for its answer.
   * @throws Error if it is refused
   */
  ask<Data>(event: string, data: object): Promise<Data>;
  /** Waits for the next event of that name, for a minute or so long. */
  next<News>(event: string, timeoutMs?: number): Promise<News>;
  close(): void;
  isOpen(): boolean;
}

/** Rejects after a minute, or so long. */
function inTime<Value>(
  what: string,
  promise: Promise<Value>,
  timeoutMs = TIMEOUT_MS,
): Promise<Value> {
  let timer: NodeJS.Timeout;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${what}: nothing within ${timeoutMs / 1000} s`));
    timer = setTimeout(fail, timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Opens a line.
 * @param query the query of its URL, e.g. `{ at: 'ABC234' }`
 * @param address the client's address, for the service's limits by address
 * @throws Error if it is refused
 */
export function openLine(
  server: string,
  query: Readonly<Record<string, string>>,
  cookie?: string,
  address?: string,
): Promise<Line> {
  const parameters = new URLSearchParams({ EIO: '4', transport: 'websocket', ...query });
  const socket = new WebSocket(`${server.replace('http', 'ws')}/socket.io/?${String(parameters)}`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    headers: { ...(cookie && { cookie }), ...(address && { 'x-forwarded-for': address }) },
  });
  let requests = 0;
  let onAnswer: ((frame: Buffer) => void) | undefined;
  /** Of the request that waits for its answer, if the line is dropped first. */
  let onDropped: ((error: Error) => void) | undefined;
  const listeners = new Map<string, (news: never) => void>();
  /** One list for all frames, as the service has it: thousands of them would be kept for a while. */
  const fragments: Buffer[] = [];

  const line: Line = {
    request(body, listener) {
      onAnswer = listener;
      requests++;
      socket.send(`42${requests}${body}`);
    },
    async ask<Data>(event: string, data: object) {
      const body = JSON.stringify([event, data]);
      const frame = await inTime(
        event,
        new Promise<Buffer>((resolve, reject) => {
          onDropped = reject;
          line.request(body, resolve);
        }),
      );
      const [answer] = payloadOf(frame) as [Answer<Data>];
      if (!answer.ok) throw new Error(`${event}: ${JSON.stringify(answer.error)}`);
      return answer.data;
    },
    next: (event, timeoutMs) =>
      inTime(
        event,
        new Promise((resolve) => listeners.set(event, resolve as () => void)),
        timeoutMs,
      ),
    close: () => {
      socket.removeAllListeners('close');
      socket.terminate();
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
  };

  function onEvent(frame: Buffer): void {
    received.newsBytes += frame.length;
    received.news++;
    if (listeners.size === 0) return;
    const [event, news] = payloadOf(frame) as [string, never];
    listeners.get(event)?.(news);
    listeners.delete(event);
  }

  return inTime(
    'a line',
    new Promise<Line>((resolve, reject) => {
      socket.once('open', () => socket.send('40'));
      socket.once('error', reject);
      socket.once('close', (code) => reject(new Error(`a line was closed with ${code}`)));
      socket.on('message', (frame: Buffer) => {
        fragments.length = 0;
        (socket as unknown as { _receiver: { _fragments: Buffer[] } })._receiver._fragments =
          fragments;
        const type = frame[1];
        if (frame[0] === PING && frame.length === 1) {
          received.pings++;
          socket.send('3');
        } else if (type === ANSWER) {
          received.answerBytes += frame.length;
          received.answers++;
          onAnswer?.(frame);
        } else if (type === NEWS) onEvent(frame);
        else if (type === CONNECTED) {
          resolve(line);
          // A line dropped during a measurement fails it at once, rather than by a timeout after a minute.
          socket.once('close', (code) => {
            const error = new Error(`a line was dropped with ${code}`);
            if (!drops.areExpected) throw error;
            onDropped?.(error);
          });
        } else if (type === REFUSED) reject(new Error(`a line was refused: ${frame.toString()}`));
      });
    }),
  );
}

/** The payload of a Socket.IO frame, after its type and number. */
const payloadOf = (frame: Buffer): unknown =>
  JSON.parse(frame.toString('utf8', frame.indexOf('[')));
