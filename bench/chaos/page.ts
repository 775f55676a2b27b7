/**
 * The line of a page, by the page's own modules: where it goes, when it is built up again, what is waited for. Of a
 * browser there are only the names they listen at.
 */
import { createLineRoute } from '../../apps/web/src/net/line-route.ts';
import { createRoutedTransport } from '../../apps/web/src/net/routed-transport.ts';
import { createSocketTransport } from '../../apps/web/src/net/socket-transport.ts';
import { DisturbedWebSocket } from './wire.ts';

const nobodyListens = { addEventListener: () => undefined };
Object.assign(globalThis, {
  ...nobodyListens,
  document: nobodyListens,
});

/**
 * @param headers what a browser would send by itself, and a proxy would add
 * @param at the race that the page is at
 */
export function openPage(server: string, headers: Readonly<Record<string, string>>, at?: string) {
  /** When it connected, by `performance.now()`. */
  const dials: number[] = [];
  const route = createLineRoute(() => at);
  const line = createSocketTransport(route.query, {
    origin: new URL(server).origin,
    open: (address) => {
      dials.push(performance.now());
      // Without a listener an error would end the process; the page hears of the end that follows.
      const socket = new DisturbedWebSocket(address, { headers }).on('error', () => undefined);
      return socket as unknown as WebSocket;
    },
  });
  return { ...createRoutedTransport(line, route), dials };
}
