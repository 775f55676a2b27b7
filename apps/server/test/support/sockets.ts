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

/** Lets the app listen on a free port of this machine; returns its address. */
export async function listen(app: App): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Where the nodes of this test listen, by name: what a load balancer knows. */
export const nodeUrls = new Map<string, string>();

/** What travels in short form as what it stands for. */
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

/** A bare line of a person to the node at `url`, routed by `at`. */
export async function openLine(
  url: string,
  cookie: string,
  at: string | undefined,
  heard: Tab['heard'] = [],
): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    query: { v: PROTOCOL_VERSION, ...(at === undefined ? {} : { at }) },
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  socket.onAny((name: string, news: unknown) => heard.push({ name, news }));
  await new Promise<void>((resolve, reject) => {
    const giveUp = (error: Error) => {
      socket.disconnect();
      reject(error);
    };
    socket.once('connect_error', giveUp);
    socket.once('connect', () => {
      // From here on it comes back by itself.
      socket.off('connect_error', giveUp);
      resolve();
    });
  });
  return socket;
}

const PATIENCE_MS = 60_000;

/** One browser tab with a line to the service. */
export interface Tab {
  readonly socket: Socket;
  readonly cookie: string;
  readonly me: { readonly id: string; readonly name: string };
  request<Name extends ClientEventName>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<Answer<AnswerOf<Name>>>;
  /** The same, for requests that must succeed: sent again where the service is too busy for a moment. */
  ask<Name extends ClientEventName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>>;
  /** The first news, past or to come, that fits. */
  news<Name extends ServerEventName>(
    name: Name,
    fits?: (news: NewsOf<Name>) => boolean,
  ): Promise<NewsOf<Name>>;
  /** All news so far, oldest first. */
  readonly heard: { readonly name: string; readonly news: unknown }[];
  close(): void;
}

/** So often a request is sent where the service is too busy for a moment, as a page sends it again. */
const TRIES = 5;
const rest = (tries: number) => new Promise((resolve) => setTimeout(resolve, 200 * tries));
const isBusy = (answer: Answer<unknown>): boolean =>
  !answer.ok && answer.error.code === 'unavailable';

/** Who is here at `url`; a guest is made of nobody. */
async function asGuest(url: string, cookie: string | undefined): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${url}/api/me`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      body: '{}',
    });
    if (answer.status !== 503 || tries === TRIES) return answer;
    await rest(tries);
  }
}

/** Makes a guest at `url` and opens a line as that person; or as an existing one, by cookie. */
export async function openTab(url: string, cookie?: string): Promise<Tab> {
  const answer = await asGuest(url, cookie);
  const own =
    cookie ??
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  const me = (await answer.json()) as Tab['me'];
  const heard: Tab['heard'] = [];
  let socket = await openLine(url, own, undefined, heard);

  /** As a page does: the line is opened anew where the answer says, and what was not answered is sent again. */
  async function follow({ at, node }: Failure): Promise<void> {
    socket.disconnect();
    socket = await openLine((node && nodeUrls.get(node)) ?? url, own, at, heard);
  }
  let following: Promise<void> | undefined;

  const tab: Tab = {
    get socket() {
      return socket;
    },
    cookie: own,
    me,
    heard,
    async request<Name extends ClientEventName>(name: Name, request: RequestOf<Name>) {
      for (let tries = 1; ; tries++) {
        await following;
        const line = socket;
        try {
          const raw: unknown = await line.timeout(PATIENCE_MS).emitWithAck(name, request);
          const answer = answerOf(name, request, raw);
          if (answer.ok || answer.error.code !== 'elsewhere' || tries === 4) return answer;
          if (line === socket && !following) {
            following = follow(answer.error).finally(() => (following = undefined));
          }
        } catch (error) {
          // Another request of this tab has led it elsewhere.
          if (!following && line === socket) throw error;
        }
      }
    },
    async ask(name, request) {
      let result = await tab.request(name, request);
      for (let tries = 1; isBusy(result) && tries < TRIES; tries++) {
        await rest(tries);
        result = await tab.request(name, request);
      }
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
      return result.data;
    },
    async news<Name extends ServerEventName>(
      name: Name,
      fits: (news: NewsOf<Name>) => boolean = () => true,
    ): Promise<NewsOf<Name>> {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const found = heard.find((one) => one.name === name && fits(one.news as NewsOf<Name>));
        if (found) return found.news as NewsOf<Name>;
        if (Date.now() > until) throw new Error(`no ${name} was heard`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () => socket.disconnect(),
  };
  return tab;
}
