/**
 * The page's first line is opened by its HTML, while the scripts are still on their way: a phone on a train waits once
 * less for its table. Here is what the HTML runs, and what takes that line over.
 */
// Not from the whole package: that would bring every schema into the page.
import { PROTOCOL_VERSION } from '@same-deal/protocol/version';
import { WebSocket as WebSocketTransport } from 'socket.io-client';

/** Under which this browser keeps who was last signed in; written by `state/been-here.ts`. */
export const BEEN_HERE = 'same-deal:been-here';

/** A connection that is being built up, or is there, and what has come over it so far. */
interface EarlyLine {
  readonly socket: WebSocket;
  readonly received: readonly MessageEvent[];
}

declare global {
  var earlyLine: EarlyLine | undefined;
}

/**
 * The script in the HTML, for who has been here before: a newcomer has no session to connect with yet. Its address is
 * the one that the library makes of the query of `line-route.ts`; if they differ, the line is opened anew.
 */
export const EARLY_LINE = `try {
  if (localStorage.getItem('${BEEN_HERE}') !== null) {
    const [, at] = /^\\/(?:race|play)\\/([^/]+)\\/?$/.exec(location.pathname) ?? [];
    const query = 'v=${PROTOCOL_VERSION}' + (at ? '&at=' + at : '') + '&EIO=4&transport=websocket';
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket.io/?' + query);
    const received = [];
    socket.onmessage = (message) => received.push(message);
    globalThis.earlyLine = { socket, received };
  }
} catch {}`;

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
