import type { AddressInfo } from 'node:net';
import type {
  Answer,
  AnswerOf,
  ClientEventName,
  NewsOf,
  RequestOf,
  ServerEventName,
} from '@same-deal/protocol';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { App } from '../../src/app.ts';

/** Lets the app listen on a free port of this machine; returns its address. */
export async function listen(app: App): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const PATIENCE_MS = 20_000;

/** One browser tab with a line to the service. */
export interface Tab {
  readonly socket: Socket;
  readonly cookie: string;
  readonly me: { readonly id: string; readonly name: string };
  request<Name extends ClientEventName>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<Answer<AnswerOf<Name>>>;
  /** The same, for requests that must succeed. */
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

/** Makes a guest at `url` and opens a line as that person; or as an existing one, by cookie. */
export async function openTab(url: string, cookie?: string): Promise<Tab> {
  const answer = await fetch(`${url}/api/me`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: '{}',
  });
  const own =
    cookie ??
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  const me = (await answer.json()) as Tab['me'];
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie: own },
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  const heard: Tab['heard'] = [];
  socket.onAny((name: string, news: unknown) => heard.push({ name, news }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

  const tab: Tab = {
    socket,
    cookie: own,
    me,
    heard,
    request: (name, request) => socket.timeout(PATIENCE_MS).emitWithAck(name, request),
    async ask(name, request) {
      const result = await tab.request(name, request);
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
