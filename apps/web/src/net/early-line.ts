/**
 * The page's first line is opened by its HTML (`early-script.ts`), while the scripts are still on their way: a phone on a
 * train waits once less for its table. Here it is taken over.
 */
import { WebSocket as WebSocketTransport } from 'socket.io-client';

/** A connection that is being built up, or is there, and what has come over it so far. */
interface EarlyLine {
  readonly socket: WebSocket;
  readonly received: readonly MessageEvent[];
}

declare global {
  var earlyLine: EarlyLine | undefined;
}

/** Whether the HTML has opened a line that nobody has taken over yet. */
export const isLineEarly = (): boolean => globalThis.earlyLine !== undefined;

/** Closes the line of the HTML, which was opened with the session of before. */
export const dropEarlyLine = (): void => void takeEarlyLine(undefined);

/** The web socket that the HTML has opened to this address, once; undefined if there is none. */
export function takeEarlyLine(address: string | undefined): WebSocket | undefined {
  const early = globalThis.earlyLine;
  globalThis.earlyLine = undefined;
  if (!early) return undefined;
  const { socket, received } = early;
  if (socket.url !== address || socket.readyState > WebSocket.OPEN) {
    socket.close();
    return undefined;
  }
  // Once the library listens, it hears what has happened before.
  if (socket.readyState === WebSocket.OPEN) {
    queueMicrotask(() => {
      socket.onopen?.(new Event('open'));
      for (const message of received) socket.onmessage?.(message);
    });
  }
  return socket;
}

/** The library's transport, which begins with the line of the HTML. */
export class EarlyWebSocket extends WebSocketTransport {
  override createSocket(
    ...[address, protocols, options]: Parameters<WebSocketTransport['createSocket']>
  ): ReturnType<WebSocketTransport['createSocket']> {
    return takeEarlyLine(address) ?? super.createSocket(address, protocols, options);
  }
}
