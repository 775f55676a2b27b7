/** A raw WebSocket that can misbehave as no page does. */
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import WebSocket from 'ws';

export interface RawLine {
  /** Sends a raw frame; does nothing once the socket is closed. */
  send(text: string): void;
  /** Sends a request with an acknowledgement, without waiting for it. */
  ask(event: string, request: object): void;
  /** Stops reading. */
  pause(): void;
  /** Reads again, and so notices if it was cut in the meantime. */
  resume(): void;
  readonly answers: { ok: number; refused: number };
  /** Whether the service has closed it, or never accepted it. */
  isClosed(): boolean;
  readonly opened: Promise<boolean>;
  close(): void;
}

export function openRawLine(server: string, cookie: string | undefined, address: string): RawLine {
  const socket = new WebSocket(
    `${server.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&v=${PROTOCOL_VERSION}`,
    {
      perMessageDeflate: false,
      headers: { ...(cookie && { cookie }), 'x-forwarded-for': address },
    },
  );
  const answers = { ok: 0, refused: 0 };
  let isClosed = false;
  let requests = 0;
  const opened = new Promise<boolean>((resolve) => {
    socket.on('error', () => {
      isClosed = true;
      resolve(false);
    });
    socket.on('close', () => {
      isClosed = true;
      resolve(false);
    });
    socket.on('open', () => socket.send('40'));
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1');
      if (text === '2') socket.send('3');
      else if (text.startsWith('40')) resolve(true);
      else if (text.startsWith('44')) resolve(false);
      else if (text.startsWith('43')) {
        if (text.includes('"ok":false')) answers.refused += 1;
        else answers.ok += 1;
      }
    });
  });
  const send = (text: string) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text, () => undefined);
  };
  return {
    send,
    ask: (event, request) => send(`42${(requests += 1)}${JSON.stringify([event, request])}`),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    answers,
    isClosed: () => isClosed,
    opened,
    close: () => socket.terminate(),
  };
}
