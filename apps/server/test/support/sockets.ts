import type { AddressInfo } from 'node:net';
import type {
  Answer,
  AnswerOf,
  ClientEventName,
  Failure,
  NewsOf,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';
import { encodeEntry } from '@same-deal/engine';
import { packedEntry, PROTOCOL_VERSION, unpackEntry } from '@same-deal/protocol';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { App } from '../../src/app.ts';

/**
 * Lets the app listen on a free port of the loopback interface.
 * @returns its address
 */
export async function listen(app: App): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** The addresses of this test's nodes by name, as a load balancer has them. */
export const nodeUrls = new Map<string, string>();

/** Unpacks an answer that is sent in short form. */
export function answerOf<Name extends ClientEventName>(
  name: Name,
  request: RequestOf<Name>,
  raw: unknown,
): Answer<AnswerOf<Name>> {
  if (!Array.isArray(raw)) return raw as Answer<AnswerOf<Name>>;
  const { expected, move } = request as { expected: number; move?: number };
  const entry = move ?? encodeEntry(name === 'play:undo' ? 'undo' : 'concede');
  const data = unpackEntry(packedEntry.parse(raw), { number: expected, entry });
  return { ok: true, data: data as AnswerOf<Name> };
}

/** Opens a person's socket to the node at `url`, routed by `at`. */
export async function openLine(
  url: string,
  cookie: string,
  at: string | undefined,
  received: Tab['received'] = [],
): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    query: { v: PROTOCOL_VERSION, ...(at === undefined ? {} : { at }) },
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  socket.onAny((name: string, news: unknown) => received.push({ name, news }));
  await new Promise<void>((resolve, reject) => {
    const giveUp = (error: Error) => {
      socket.disconnect();
      reject(error);
    };
    socket.once('connect_error', giveUp);
    socket.once('connect', () => {
      // From here on it reconnects by itself.
      socket.off('connect_error', giveUp);
      resolve();
    });
  });
  return socket;
}

const TIMEOUT_MS = 60_000;

/** One browser tab with a line to the service. */
export interface Tab {
  readonly socket: Socket;
  readonly cookie: string;
  readonly me: { readonly id: string; readonly name: string };
  request<Name extends ClientEventName>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<Answer<AnswerOf<Name>>>;
  /** The same for requests that must succeed; retried while the service is too busy. */
  ask<Name extends ClientEventName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>>;
  /** Waits for the first event of that name that fits, received before or after the call. */
  news<Name extends ServerEventName>(
    name: Name,
    fits?: (news: NewsOf<Name>) => boolean,
  ): Promise<NewsOf<Name>>;
  /** All events received so far, oldest first. */
  readonly received: { readonly name: string; readonly news: unknown }[];
  close(): void;
}

/** How often a request is sent while the service is too busy; a page retries too. */
const TRIES = 5;
const pause = (tries: number) => new Promise((resolve) => setTimeout(resolve, 200 * tries));
const isBusy = (answer: Answer<unknown>): boolean =>
  !answer.ok && answer.error.code === 'unavailable';

/** Asks the service at `url` who is signed in; without a cookie it creates a guest. */
async function fetchMe(url: string, cookie: string | undefined): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${url}/api/me`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      body: '{}',
    });
    if (answer.status !== 503 || tries === TRIES) return answer;
    await pause(tries);
  }
}

/** Creates a guest at `url` and opens a line as that person; or as an existing person, by cookie. */
export async function openTab(url: string, cookie?: string): Promise<Tab> {
  const answer = await fetchMe(url, cookie);
  const own =
    cookie ??
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  const me = (await answer.json()) as Tab['me'];
  const received: Tab['received'] = [];
  let socket = await openLine(url, own, undefined, received);

  /** Reconnects to the node that the answer names, as a page does; unanswered requests are sent again. */
  async function redirect({ at, node }: Failure): Promise<void> {
    socket.disconnect();
    socket = await openLine((node && nodeUrls.get(node)) ?? url, own, at, received);
  }
  let redirecting: Promise<void> | undefined;

  const tab: Tab = {
    get socket() {
      return socket;
    },
    cookie: own,
    me,
    received,
    async request<Name extends ClientEventName>(name: Name, request: RequestOf<Name>) {
      for (let tries = 1; ; tries++) {
        await redirecting;
        const line = socket;
        try {
          const raw: unknown = await line.timeout(TIMEOUT_MS).emitWithAck(name, request);
          const answer = answerOf(name, request, raw);
          // As a page does: it comes in either way.
          if (Array.isArray(raw) && raw[3])
            received.push({ name: 'race:progressed', news: raw[3] as unknown });
          if (answer.ok || answer.error.code !== 'elsewhere' || tries === 4) return answer;
          if (line === socket && !redirecting) {
            redirecting = redirect(answer.error).finally(() => (redirecting = undefined));
          }
        } catch (error) {
          // Another request of this tab has redirected it to another node.
          if (!redirecting && line === socket) throw error;
        }
      }
    },
    async ask(name, request) {
      let result = await tab.request(name, request);
      for (let tries = 1; isBusy(result) && tries < TRIES; tries++) {
        await pause(tries);
        result = await tab.request(name, request);
      }
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
      return result.data;
    },
    async news<Name extends ServerEventName>(
      name: Name,
      fits: (news: NewsOf<Name>) => boolean = () => true,
    ): Promise<NewsOf<Name>> {
      const until = Date.now() + TIMEOUT_MS;
      for (;;) {
        const found = received.find((one) => one.name === name && fits(one.news as NewsOf<Name>));
        if (found) return found.news as NewsOf<Name>;
        if (Date.now() > until) throw new Error(`no ${name} was received`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () => socket.disconnect(),
  };
  return tab;
}
