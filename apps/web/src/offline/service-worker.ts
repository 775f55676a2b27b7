/**
 * Caches the page (a service worker: it runs beside the page). HTML is network first, so that nobody gets an old page
 * who could have a new one; the cache is for when the service cannot be reached. Files of a build never change, so
 * they are cache first.
 *
 * A newer one waits until no page of this version is open: an open page keeps all its files.
 */
import type { Kept } from '../../build/service-worker.ts';

/** Written before this script by the build. */
declare const kept: Kept;

interface Extendable {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  /** What the browser has asked for by itself, while this script was being started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
const worker = self as unknown as {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  addEventListener(kind: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Fetching) => void): void;
};

const PREFIX = 'same-deal:';
const NAME = PREFIX + kept.version;
/** So many files at a time: the page's own requests go beside them. */
const LANES = 2;
/** A line that answers no sooner is none. */
const PATIENCE_MS = 5_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepFiles());
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(NAME);
  const files = [...kept.files];
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

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
      return Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
  // A repeated visit does not wait for this script to be started before it asks.
  event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageFor(event));
  else if (kept.files.includes(pathname)) event.respondWith(fileFor(request));
  else if (kept.onceAsked.includes(pathname)) event.respondWith(keepingFileFor(request));
});

/** The service's page, or what was kept of it where no service answers. */
async function pageFor({ request, preloadResponse }: Fetching): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const asked = preloadResponse.then((answer) => answer ?? fetch(request)).catch(() => undefined);
  const answer = await Promise.race([asked, late]);
  // What a proxy says whose service is away.
  const isAway = !answer || [502, 503, 504].includes(answer.status);
  const page = isAway ? await caches.match(kept.page, { cacheName: NAME }) : undefined;
  return page ?? answer ?? (await asked) ?? Response.error();
}

const fileFor = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: NAME, ignoreVary: true })) ?? fetch(request);

async function keepingFileFor(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const known = await cache.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
