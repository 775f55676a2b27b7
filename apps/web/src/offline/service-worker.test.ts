/** What the service worker asks of a browser, in one that keeps only what it is told. */
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0';

/**
 * Runs the worker beside a registration.
 * @param isPreloading whether an earlier version had the browser ask for pages beforehand; undefined if there was none
 * @returns what an event comes to: whether the browser asks beforehand, or the answer to a request
 */
async function workerIn(userAgent: string, isPreloading?: boolean) {
  const listeners = new Map<string, (event: object) => void>();
  const state = { isPreloading: isPreloading ?? false, isActive: isPreloading !== undefined };
  const set = (to: boolean) => async () => {
    if (!state.isActive) throw new DOMException('no active worker', 'InvalidStateError');
    state.isPreloading = to;
  };
  const cache = { put: async () => undefined, add: async () => undefined };
  vi.stubGlobal('kept', {
    version: '2',
    pack: '/pack',
    files: ['/a.js'],
    onceAsked: ['/b.puz'],
    page: '/index.html',
  });
  vi.stubGlobal('location', { href: '/service-worker.js', origin: 'https://play.example.org' });
  vi.stubGlobal('fetch', async () => Response.json({ '/a.js': '' }));
  vi.stubGlobal('caches', {
    open: async () => cache,
    keys: async () => [],
    match: async () => undefined,
  });
  vi.stubGlobal('self', {
    registration: {
      active: isPreloading === undefined ? null : { scriptURL: '/service-worker.js' },
      navigationPreload: { enable: set(true), disable: set(false) },
    },
    clients: { claim: async () => undefined, matchAll: async () => [{}] },
    navigator: { userAgent },
    addEventListener: (kind: string, listener: (event: object) => void) =>
      listeners.set(kind, listener),
  });
  await import('./service-worker.ts');
  return {
    happens: async (kind: 'install' | 'activate') => {
      if (kind === 'activate') state.isActive = true;
      const done: Promise<unknown>[] = [];
      listeners.get(kind)!({ waitUntil: (one: Promise<unknown>) => done.push(one) });
      await Promise.all(done);
      return state.isPreloading;
    },
    answerTo: (path: string, mode: RequestMode = 'cors') =>
      new Promise<Response>((respondWith) => {
        const url = `https://play.example.org${path}`;
        listeners.get('fetch')!({
          request: { method: 'GET', url, mode, cache: 'default' },
          preloadResponse: Promise.resolve(undefined),
          waitUntil: () => undefined,
          respondWith,
        });
      }),
  };
}

test('P10: Firefox stops asking beforehand as soon as a version that knows better has come, while pages of the former one are open', async () => {
  const { happens } = await workerIn(FIREFOX, true);
  expect(await happens('install')).toBe(false);
  expect(await happens('activate')).toBe(false);
});

test('P10: a first visit with Firefox keeps the page, and never asks beforehand', async () => {
  const { happens } = await workerIn(FIREFOX);
  expect(await happens('install')).toBe(false);
  expect(await happens('activate')).toBe(false);
});

test('other browsers ask beforehand once the worker is in force', async () => {
  const { happens } = await workerIn(CHROME);
  expect(await happens('install')).toBe(false);
  expect(await happens('activate')).toBe(true);
});

const failing = () => Promise.reject(new DOMException('', 'QuotaExceededError'));

test('what cannot be kept on a full disk comes from the service all the same', async () => {
  const { answerTo } = await workerIn(CHROME);
  vi.stubGlobal('fetch', async () => new Response('from the service'));
  vi.stubGlobal('caches', { open: async () => ({ put: failing }), match: async () => undefined });
  expect(await (await answerTo('/b.puz')).text()).toBe('from the service');
});

test('a page and its files come from a service that answers, late as it may, where nothing that was kept can be read', async () => {
  const { answerTo } = await workerIn(CHROME);
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const match = vi.fn(failing);
  vi.stubGlobal('caches', { open: failing, match });
  for (const [path, mode] of [
    ['/daily', 'navigate'],
    ['/a.js', 'cors'],
    ['/b.puz', 'cors'],
    ['/assets/c.js', 'cors'],
  ] as const) {
    const answer = answerTo(path, mode);
    // What was kept has been asked for in vain before the service answers.
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    await vi.waitFor(() => expect(match).toHaveBeenCalled());
    answers.pop()!(new Response('from the service'));
    match.mockClear();
    expect(await (await answer).text()).toBe('from the service');
  }
});
