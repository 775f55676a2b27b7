/** The real line: Socket.IO to the service that the page came from. */
import type {
  Answer,
  ClientEventName,
  Failure,
  NewsOf,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';
import { Manager } from 'socket.io-client';
import type { ManagerOptions } from 'socket.io-client';
import { dropEarlyLine, EarlyWebSocket, isLineEarly } from './early-line.ts';
import { newsWith, readAnswer } from './short-forms.ts';
import type { Connectable, Line, RefusedLine, Transport } from './transport.ts';

const ANSWER_WITHIN_MS = 10_000;
/** Nobody connects anew more often, whatever the reason; up to half as long again at random. */
const ANEW_EVERY_MS = 1_000;
/** After the line was lost: pages that lost the same node do not all come at once. */
const ANEW_AFTER_MS = 200;
/** A line on which something has not been answered for so long is checked. */
const CHECK_AFTER_MS = 3_000;
const RETRY_REFUSED_AFTER_MS = 2_000;
/** To be built up, and then to be let in or refused. */
const CONNECT_WITHIN_MS = 8_000;
/** A newer service refuses this page; an older one may come back. */
const RETRY_OUTDATED_AFTER_MS = 15_000;
/** How long a line that is being checked may take: one that has not answered by then is dead. */
const CHECK_WITHIN_MS = 1_500;
/** A line that is slow has so many times its own delay. */
const CHECK_WITHIN_DELAYS = 3;
/** At least so many times its own delay a line takes to be built up; but once where the HTML has begun it. */
const DELAYS_TO_CONNECT = 3;
/** How much of the longest delay is left to count after each shorter one. */
const DELAY_KEPT = 0.8;

/** Socket.IO's own types follow an event map; here the names are checked by `Transport` instead. */
interface LooseSocket {
  emitWithAck(name: string, request: unknown): Promise<unknown>;
  on(name: string, listener: (news: never) => void): void;
  off(name: string, listener: (news: never) => void): void;
  listeners(name: string): ((news: unknown) => void)[];
}

/** Identifies this tab to the service, which distinguishes devices by it. */
function randomDevice(): string {
  // Not randomUUID: browsers have it over https only.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const unavailable: Answer<never> = { ok: false, error: { code: 'unavailable' } };

/**
 * The line of this page. It connects by itself again whenever it is lost, and retries nothing.
 * @param queryNow the query of its address, asked for before each connection
 * @param more what is otherwise for a client that is no page, and has web sockets alone
 */
export function createSocketTransport(
  queryNow: () => Record<string, string>,
  more?: Partial<ManagerOptions>,
): Transport & Connectable & RefusedLine {
  const manager = new Manager({
    autoConnect: false,
    // Without the brackets of an address by IPv6, which the library adds itself.
    hostname: location.hostname.replace(/[[\]]/g, ''),
    port: location.port,
    query: queryNow(),
    transportImplementations: [EarlyWebSocket],
    tryAllTransports: true,
    withCredentials: true,
    // `connectAfter` does that, for every reason at one pace.
    reconnection: false,
    timeout: CONNECT_WITHIN_MS,
    ...more,
  });
  const socket = manager.socket('/', { auth: { device: randomDevice() } });
  const loose = socket as unknown as LooseSocket;
  const withTimeout = socket.timeout(ANSWER_WITHIN_MS) as unknown as LooseSocket;

  let line: Line = 'connecting';
  let isWanted = false;
  /** How long answers have taken lately. */
  let delayMs = 0;
  const lineListeners = new Set<(line: Line) => void>();
  const sessionListeners = new Set<() => void>();
  const refusedListeners = new Set<(failure: Failure) => void>();
  const waiting = new Set<() => void>();

  function setLine(next: Line): void {
    if (line === next) return;
    line = next;
    for (const listener of [...lineListeners]) listener(line);
  }

  let aimedAt = 0;
  let delaysToConnect = 1;
  function aim(): void {
    aimedAt = performance.now();
    delaysToConnect = isLineEarly() ? 1 : DELAYS_TO_CONNECT;
    socket.io.opts.query = queryNow();
  }

  /** Before then it is not built up anew. */
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Builds the line up anew after a time, or later if the last time was not long ago; earlier plans are dropped. */
  function connectAfter(ms: number): void {
    clearTimeout(timer);
    const waitMs = Math.max(ms, notBefore - performance.now());
    if (waitMs > 0) timer = setTimeout(connectAfter, waitMs, 0);
    else if (isWanted && !socket.connected) {
      aim();
      socket.disconnect().connect();
      // From when it was dialled, which may take a slow device a while.
      notBefore = performance.now() + ANEW_EVERY_MS * (1 + Math.random() / 2);
    }
  }

  /** After the line was lost. */
  const connectSoon = () => connectAfter(ANEW_AFTER_MS * (0.5 + Math.random()));

  /** After a phone's sleep, a change of network or a node's standstill the line may look alive for ten seconds more. */
  function wake(): void {
    if (!socket.connected) return connectAfter(0);
    const { engine } = socket.io;
    const withinMs = Math.min(
      ANSWER_WITHIN_MS,
      Math.max(CHECK_WITHIN_MS, CHECK_WITHIN_DELAYS * delayMs),
    );
    const check = socket.timeout(withinMs).emitWithAck('line:check', {});
    check.catch(() => {
      if (socket.connected && socket.io.engine === engine) engine.close();
    });
  }

  socket.on('connect', () => {
    // All the evidence about a line on which nothing has been requested yet.
    delayMs = Math.max(delayMs, (performance.now() - aimedAt) / delaysToConnect);
    clearTimeout(timer);
    setLine('up');
    for (const settle of [...waiting]) settle();
  });
  socket.on('disconnect', () => {
    setLine('down');
    connectSoon();
  });
  socket.io.on('open', () => {
    const { engine } = socket.io;
    // The service does not ask a page that has just said something (`quiet`): every packet shows that the line lives.
    const { _resetPingTimeout: reset } = engine as unknown as { _resetPingTimeout?: () => void };
    if (reset) engine.on('packet', () => reset.call(engine));
    setTimeout(() => {
      if (!socket.connected && socket.io.engine === engine) engine.close();
    }, CONNECT_WITHIN_MS);
  });
  /** Long polling is fetched, and tried after web sockets, where something in between does not let these through. */
  async function allowPolling(): Promise<void> {
    const { XHR } = await import('./polling.ts');
    manager.opts.transportImplementations = [EarlyWebSocket, XHR];
  }

  socket.on('connect_error', (error: Error & { data?: Partial<Failure> }) => {
    setLine('down');
    // Not reached at all. What cannot be fetched is tried again at the next attempt.
    if (socket.active && !more) allowPolling().catch(() => undefined);
    const failure: Failure = { code: 'unavailable', ...error.data };
    for (const listener of [...refusedListeners]) listener(failure);
    if (socket.active) return connectSoon();
    // Refused at the door rather than not reached.
    if (failure.code === 'not-signed-in') {
      for (const listener of [...sessionListeners]) listener();
    } else if (failure.code === 'outdated') {
      connectAfter(RETRY_OUTDATED_AFTER_MS);
    } else if (failure.code !== 'elsewhere') {
      connectAfter(failure.retryAfterMs ?? RETRY_REFUSED_AFTER_MS);
    }
  });

  // A browser learns that its network is gone long before a silent line would be noticed.
  addEventListener('offline', () => {
    if (socket.connected) socket.io.engine.close();
  });
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });

  /** Waits for the line to come up, though not for ever. */
  async function whenUp(): Promise<void> {
    if (socket.connected) return;
    await new Promise<void>((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(settle);
        resolve();
      };
      const timer = setTimeout(settle, ANSWER_WITHIN_MS);
      waiting.add(settle);
    });
  }

  return {
    connect() {
      isWanted = true;
      if (socket.active) return;
      clearTimeout(timer);
      aim();
      socket.connect();
    },
    reconnect() {
      isWanted = true;
      dropEarlyLine();
      // What is asked meanwhile waits for the new line.
      socket.disconnect();
      connectAfter(0);
    },
    disconnect() {
      isWanted = false;
      dropEarlyLine();
      socket.disconnect();
      // Nobody's line is not a lost one.
      setLine('connecting');
    },
    onSessionLost(listener) {
      sessionListeners.add(listener);
      return () => sessionListeners.delete(listener);
    },
    onRefused(listener) {
      refusedListeners.add(listener);
      return () => refusedListeners.delete(listener);
    },
    async request<Name extends ClientEventName>(name: Name, request: RequestOf<Name>) {
      // Nothing is handed to the library while the line is down: it would send it late, unasked.
      await whenUp();
      if (!socket.connected) return unavailable;
      const check = setTimeout(wake, CHECK_AFTER_MS);
      try {
        const sentAt = performance.now();
        const answer = await withTimeout.emitWithAck(name, request);
        delayMs = Math.max(performance.now() - sentAt, DELAY_KEPT * delayMs);
        const news = newsWith(answer);
        if (news) loose.listeners('race:progressed').forEach((listener) => listener(news));
        return readAnswer(name, request, answer);
      } catch {
        return unavailable;
      } finally {
        clearTimeout(check);
      }
    },
    on<Name extends ServerEventName>(name: Name, listener: (news: NewsOf<Name>) => void) {
      loose.on(name, listener);
      return () => loose.off(name, listener);
    },
    onLine(listener) {
      lineListeners.add(listener);
      listener(line);
      return () => lineListeners.delete(listener);
    },
  };
}
