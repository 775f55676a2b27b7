/**
 * Caches the page (a service worker: it runs beside the page). HTML is network first, so that nobody gets an old page
 * who could have a new one; where the line is slower than an eye notices, or there is none, it comes from the cache, and
 * the newer page with the next visit. Files of a build never change, so they are cache first.
 *
 * A newer one waits until no page of this version is open: an open page keeps all its files. One of another language does
 * not wait: the page would come in the former one, and bring its script back.
 *
 * And it shows nudges, which reach it by the browser's push service while no page is open.
 */
import type { NudgeNews } from '@same-deal/protocol';
import type { Kept } from '../../build/service-worker.ts';
import type { nudgeNotices as Notices } from '../messages/nudge-notices.en.ts';

/** Written before this script by the build, the words in its language. */
declare const kept: Kept;
declare const nudgeNotices: typeof Notices;

interface Extendable {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  /** What the browser has asked for by itself, while this script was being started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Extendable {
  readonly data: { json(): unknown } | null;
}
interface Clicked extends Extendable {
  /** The button of the notice; empty for the notice itself. */
  readonly action: string;
  readonly notification: Notification;
}
interface Renewed extends Extendable {
  readonly oldSubscription?: PushSubscription | null;
}
/** A page of ours that is open. */
interface Page {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
}
const worker = self as unknown as {
  readonly registration: {
    readonly active: { readonly scriptURL: string } | null;
    readonly navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> };
    readonly pushManager: PushManager;
    showNotification(title: string, options: object): Promise<void>;
    getNotifications(): Promise<readonly Notification[]>;
  };
  skipWaiting(): Promise<void>;
  readonly clients: {
    matchAll(of: object): Promise<readonly Page[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  readonly navigator: { readonly userAgent: string; setAppBadge?(count: number): Promise<void> };
  addEventListener(kind: 'push', listener: (event: Pushed) => void): void;
  addEventListener(kind: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(kind: 'pushsubscriptionchange', listener: (event: Renewed) => void): void;
  addEventListener(kind: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Fetching) => void): void;
};

const preload = worker.registration.navigationPreload;

const PREFIX = 'same-deal:';
const NAME = PREFIX + kept.version;
/** So many files at a time: the page's own requests go beside them. */
const LANES = 2;
/** Whoever has been here sees the page at once: what was kept of it, if the service's takes longer. */
const PATIENCE_MS = 50;
/** Whoever loads it again wants the newest. A line that answers no sooner is none. */
const RELOAD_PATIENCE_MS = 5_000;
/** There a visit fails as soon as what the browser asked for by itself fails, whatever was kept of the page. */
const isFirefox = worker.navigator.userAgent.includes('Gecko/');
const dontPreload = () => preload?.disable().catch(() => undefined);
/** Addresses at which the service has something else than the page: its API, and files. */
const NO_PAGE = /^\/api\/|\.\w+$/;

worker.addEventListener('install', (event) => {
  // An earlier version had Firefox ask as well, and stays as long as any page of it is open. The first one has nothing to end.
  if (isFirefox) event.waitUntil(dontPreload() ?? Promise.resolve());
  event.waitUntil(
    keepFiles().then(async () => {
      const { active } = worker.registration;
      if (active && active.scriptURL !== location.href) await worker.skipWaiting();
    }),
  );
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(NAME);
  const packed = await readPack();
  for (const [file, text] of Object.entries(packed)) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    const headers = { 'content-type': `${type}; charset=utf-8` };
    await cache.put(file, new Response(text, { headers }));
  }
  const files = kept.files.filter((file) => !(file in packed));
  const lane = async () => {
    for (let file = files.shift(); file; file = files.shift()) await cache.add(file);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // What was asked for in an earlier version and is still the same.
  for (const file of kept.onceAsked) {
    const known = await caches.match(file, { ignoreVary: true });
    if (known) await cache.put(file, known);
  }
}

/** @returns the text of files, by their names */
async function readPack(): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(kept.pack, { priority: 'low' });
  if (!answer.ok) throw new Error(`${kept.pack}: ${answer.status}`);
  return (await answer.json()) as Record<string, string>;
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
      // The first one is for the page that has brought it, too: its newcomer may lose the line on this visit.
      if (old.length === 0) await worker.clients.claim();
      // Pages of another language are still open, and keep their files until the next version.
      const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (open.length === 0) await Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
  // A repeated visit does not wait for this script to be started before it asks.
  event.waitUntil((isFirefox ? dontPreload() : preload?.enable()) ?? Promise.resolve());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!NO_PAGE.test(pathname)) event.respondWith(pageFor(event));
  } else if (kept.files.includes(pathname)) event.respondWith(fileFor(request, NAME));
  else if (kept.onceAsked.includes(pathname)) event.respondWith(keepingFileFor(request));
  // Of a newer version, which waits while a page of this one is open, and whose page is here already.
  else if (pathname.startsWith('/assets/')) event.respondWith(fileFor(request));
});

/** The service's page, or what was kept of it where no service answers. */
async function pageFor(event: Fetching): Promise<Response> {
  const { request, preloadResponse } = event;
  const patience = request.cache === 'default' ? PATIENCE_MS : RELOAD_PATIENCE_MS;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const asked = preloadResponse.then((answer) => answer ?? fetch(request)).catch(() => undefined);
  // Whatever it says, it is waited for: the browser would call it cancelled.
  event.waitUntil(asked);
  const answer = await Promise.race([asked, late]);
  // What a proxy says whose service is away.
  const isAway = !answer || [502, 503, 504].includes(answer.status);
  const name = new URL(request.url).pathname === '/' ? kept.start : kept.page;
  const page = isAway ? await keptAs(name, { cacheName: NAME }) : undefined;
  return page ?? answer ?? (await asked) ?? Response.error();
}

/** What was kept, if anything: a disk that is full or broken costs no answer of the service. */
const keptAs = (request: Request | string, options: MultiCacheQueryOptions) =>
  caches.match(request, options).catch(() => undefined);

/** @param cacheName of the version whose file it is; of any, if that is not known */
const fileFor = async (request: Request, cacheName?: string): Promise<Response> =>
  (await keptAs(request, { ...(cacheName && { cacheName }), ignoreVary: true })) ?? fetch(request);

async function keepingFileFor(request: Request): Promise<Response> {
  const known = await keptAs(request, { cacheName: NAME, ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone()).catch(() => {});
  return answer;
}

async function keep(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.put(request, answer);
}

worker.addEventListener('push', (event) => {
  event.waitUntil(showNudge(event.data?.json() as NudgeNews));
});

/** Browsers ask for a notice for each push; a later one about the same takes the place of an earlier one. */
async function showNudge(news: NudgeNews): Promise<void> {
  const { title, text } = nudgeNotices.says(news);
  await worker.registration.showNotification(title, {
    body: text,
    tag: `${news.kind} ${news.subject}`,
    icon: '/icon-192.png',
    data: news,
    actions: [{ action: 'end', title: nudgeNotices.end }],
  });
  const shown = await worker.registration.getNotifications();
  // Nothing waits for it: some browsers have the call, and no icon to put it on.
  void worker.navigator.setAppBadge?.(shown.length).catch(() => {});
}

worker.addEventListener('notificationclick', (event) => {
  const news = event.notification.data as NudgeNews;
  event.notification.close();
  event.waitUntil(event.action === 'end' ? endKind(news) : openPage(news));
});

const send = (method: string, path: string, body: object): Promise<Response> =>
  fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** With one tap no more of that kind; where that cannot be said to the service, its page shows how it stands. */
async function endKind({ kind }: NudgeNews): Promise<void> {
  const answer = await send('PATCH', '/api/nudges', { kinds: { [kind]: false } }).catch(() => null);
  if (!answer?.ok) await worker.clients.openWindow('/you#nudges');
}

/** The page that it is about, where it is open already; otherwise in a window of its own, as a table may be open. */
async function openPage({ kind, subject, path }: NudgeNews): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(path));
  await send('POST', '/api/nudges/seen', { kind, subject }).catch(() => {});
}

// The browser has another subscription by itself, under the same key.
worker.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options;
  if (options) event.waitUntil(renew(options));
});

async function renew({ applicationServerKey }: PushSubscriptionOptions): Promise<void> {
  const held = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  });
  const { endpoint, keys } = held.toJSON();
  await send('POST', '/api/nudges/devices', { endpoint, keys });
}
