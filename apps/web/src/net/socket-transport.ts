/** The real line: to Socket.IO's server, at the service that the page came from. */
import type {
  Answer,
  ClientEventName,
  Failure,
  NewsOf,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';
import { dropEarlyLine, isLineEarly } from './early-line.ts';
import { newsWith, readAnswer } from './short-forms.ts';
import type { Connectable, Line, RefusedLine, Transport } from './transport.ts';
import { CONNECT_WITHIN_MS, createWebSocketWire } from './wire.ts';
import type { WebSocketOptions, Wire, WireEvents } from './wire.ts';

const ANSWER_WITHIN_MS = 10_000;
/** The least time between two connections, whatever the reason; up to half as long again at random. */
const ANEW_EVERY_MS = 1_000;
/** After the line was lost: pages that lost the same node do not all come at once. */
const ANEW_AFTER_MS = 200;
/** A line on which something has not been answered for so long is checked. */
const CHECK_AFTER_MS = 3_000;
const RETRY_REFUSED_AFTER_MS = 2_000;
/** A newer service refuses this page; an older one may come back. */
const RETRY_OUTDATED_AFTER_MS = 15_000;
/** A page that has slept so long has its clocks wrong. */
const SLEPT_MS = 1_000;
/** How long a line that is being checked may take: one that has not answered by then is dead. */
const CHECK_WITHIN_MS = 1_500;
/** A check may take this many times the line's own delay. */
const CHECK_WITHIN_DELAYS = 3;
/** At least so many times its own delay a line takes to be built up; but once where the HTML has begun it. */
const DELAYS_TO_CONNECT = 3;
/** How much of the longest delay is left to count after each shorter one. */
const DELAY_KEPT = 0.8;

function notify<News>(listeners: Iterable<(news: News) => void>, news: News): void {
  for (const listener of [...listeners]) listener(news);
}

const unavailable = { ok: false, error: { code: 'unavailable' } } as const satisfies Answer<never>;

/**
 * The line of this page. It connects by itself again whenever it is lost, and retries nothing.
 * @param queryNow the query of its address, asked for before each connection
 * @param more for a client that is no page, and has web sockets alone
 */
export function createSocketTransport(
  queryNow: () => Record<string, string>,
  more?: WebSocketOptions,
): Transport & Connectable & RefusedLine {
  /** In the order in which they are tried. */
  const wires: Wire[] = [createWebSocketWire(eventsOf(0), more)];
  /** Which is tried first: long polling where nothing else gets through, as some proxies never answer a web socket. */
  let first = 0;
  /** The one that is connecting or up. */
  let tried = 0;
  /** What the wire does that was dialled last. */
  let state: 'idle' | 'dialling' | 'up' = 'idle';

  let line: Line = 'connecting';
  let isWanted = false;
  /** How long answers have taken lately. */
  let delayMs = 0;
  const lineListeners = new Set<(line: Line) => void>();
  const sessionListeners = new Set<() => void>();
  const refusedListeners = new Set<(failure: Failure) => void>();
  const newsListeners = new Map<string, Set<(news: never) => void>>();
  const waiting: (() => void)[] = [];

  function setLine(next: Line): void {
    if (line === next) return;
    line = next;
    // What one of them changes meanwhile is what the next ones get.
    for (const listener of [...lineListeners]) listener(line);
  }

  let aimedAt = 0;
  let delaysToConnect = 1;
  /** The last connection has reached nobody. */
  let hasMissed = false;
  function dial(): void {
    const since = (aimedAt = performance.now());
    delaysToConnect = isLineEarly() ? 1 : DELAYS_TO_CONNECT;
    const go = (isThere: boolean) => {
      if (aimedAt !== since || !isWanted) return;
      if (!isThere) return lost();
      aimedAt = performance.now();
      dialWire(first);
    };
    if (!hasMissed) return go(true);
    // Each web socket that reaches nobody lets the next one wait, in Firefox up to a minute even if the service is back:
    // they wait for an answer to a plain request. A proxy whose service is away answers too.
    fetch(`${more?.origin ?? ''}/healthz`, { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) }).then(
      ({ status }) => {
        // Or from when the answer came.
        if (aimedAt === since) notBefore = Math.max(notBefore, performance.now() + ANEW_EVERY_MS);
        go(status < 500);
      },
      () => go(false),
    );
  }

  function dialWire(which: number): void {
    wires[tried]!.drop();
    tried = which;
    state = 'dialling';
    wires[which]!.dial(queryNow());
  }

  /** Ends the connection; an end that is no loss is not reported. */
  function hangUp(): void {
    wires[tried]!.drop();
    state = 'idle';
  }

  /** Before then it is not built up anew. */
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancelPlan(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Builds the line up anew after a time, or later if the last time was not long ago; earlier plans are dropped. */
  function connectAfter(ms: number): void {
    cancelPlan();
    const waitMs = Math.max(ms, notBefore - performance.now());
    if (waitMs > 0) timer = setTimeout(connectAfter, waitMs, 0);
    else if (isWanted && state !== 'up') {
      dial();
      // From when it was dialled, which may take a slow device a while.
      notBefore = performance.now() + ANEW_EVERY_MS * (1 + Math.random() / 2);
    }
  }

  /** After the line was lost. */
  const connectSoon = () => connectAfter(ANEW_AFTER_MS * (0.5 + Math.random()));

  /** When the page's own clock began, which stands still while a device sleeps. */
  const clockBegan = () => Date.now() - performance.now();
  let began = clockBegan();

  /** After a phone's sleep, a change of network or a node's standstill the line may look alive for ten seconds more. */
  function wake(): void {
    const sleptMs = clockBegan() - began;
    began += sleptMs;
    // What was to happen in so many milliseconds must be told anew, even where the line lives.
    if (sleptMs > SLEPT_MS) cut();
    if (state !== 'up') return connectAfter(0);
    const withinMs = Math.min(
      ANSWER_WITHIN_MS,
      Math.max(CHECK_WITHIN_MS, CHECK_WITHIN_DELAYS * delayMs),
    );
    const dialledAt = aimedAt;
    wires[tried]!.send('line:check', {}, withinMs).catch(() => {
      if (aimedAt === dialledAt) cut();
    });
  }

  /** Ends a line that is up, as if the network had. */
  function cut(): void {
    if (state !== 'up') return;
    hangUp();
    lost();
  }

  function lost(): void {
    state = 'idle';
    setLine('down');
    connectSoon();
  }

  /** What one of the wires reports. */
  function eventsOf(which: number): WireEvents {
    return {
      up() {
        // All the evidence about a line on which nothing has been requested yet.
        delayMs = Math.max(delayMs, (performance.now() - aimedAt) / delaysToConnect);
        cancelPlan();
        hasMissed = false;
        state = 'up';
        first = which;
        setLine('up');
        for (const go of waiting.splice(0)) go();
      },
      upgraded: () => (first = 0),
      lost,
      missed() {
        hasMissed = true;
        if (which + 1 < wires.length) return dialWire(which + 1);
        first = 0;
        // What cannot be fetched is tried again at the next attempt.
        if (!more) allowPolling().catch(() => undefined);
        notify(refusedListeners, unavailable.error);
        lost();
      },
      refused,
      news,
    };
  }

  /** The service was reached but refused the page. */
  function refused(why: Partial<Failure> | undefined): void {
    state = 'idle';
    hasMissed = false;
    setLine('down');
    const failure: Failure = { code: 'unavailable', ...why };
    notify(refusedListeners, failure);
    if (failure.code === 'not-signed-in') notify(sessionListeners, undefined);
    else if (failure.code === 'outdated') {
      connectAfter(RETRY_OUTDATED_AFTER_MS);
    } else if (failure.code !== 'elsewhere') {
      connectAfter(failure.retryAfterMs ?? RETRY_REFUSED_AFTER_MS);
    }
  }

  function news(name: string, body: unknown): void {
    notify(newsListeners.get(name) ?? [], body as never);
  }

  /** Long polling is fetched, and from then on tried where a web socket does not get through. */
  async function allowPolling(): Promise<void> {
    if (wires.length > 1) return;
    const isHung = performance.now() - aimedAt >= CONNECT_WITHIN_MS;
    const { createPollingWire } = await import('./polling-wire.ts');
    wires[1] ??= createPollingWire(eventsOf(1));
    // One that was refused has cost no time.
    if (isHung && state !== 'up') first = 1;
  }

  // A browser learns that its network is gone long before a silent line would be noticed.
  addEventListener('offline', cut);
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });

  /** Waits for the line to come up, though not for ever. */
  async function whenUp(): Promise<void> {
    if (state === 'up') return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      setTimeout(resolve, ANSWER_WITHIN_MS);
    });
  }

  return {
    connect() {
      isWanted = true;
      if (state !== 'idle' || timer !== undefined) return;
      dial();
    },
    reconnect() {
      isWanted = true;
      dropEarlyLine();
      // What is asked meanwhile waits for the new line.
      if (state === 'up') cut();
      else hangUp();
      connectAfter(0);
    },
    disconnect() {
      isWanted = false;
      dropEarlyLine();
      cancelPlan();
      hangUp();
      // A closed line is not a lost one.
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
      await whenUp();
      if (state !== 'up') return unavailable;
      const check = setTimeout(wake, CHECK_AFTER_MS);
      try {
        const sentAt = performance.now();
        const answer = await wires[tried]!.send(name, request, ANSWER_WITHIN_MS);
        delayMs = Math.max(performance.now() - sentAt, DELAY_KEPT * delayMs);
        const progress = newsWith(answer);
        if (progress) news('race:progressed', progress);
        return readAnswer(name, request, answer);
      } catch {
        return unavailable;
      } finally {
        clearTimeout(check);
      }
    },
    on<Name extends ServerEventName>(name: Name, listener: (news: NewsOf<Name>) => void) {
      const listeners = newsListeners.get(name) ?? new Set();
      newsListeners.set(name, listeners.add(listener as (news: never) => void));
      return () => listeners.delete(listener as (news: never) => void);
    },
    onLine(listener) {
      lineListeners.add(listener);
      listener(line);
      return () => lineListeners.delete(listener);
    },
  };
}
