/** The line that the HTML opens, and who takes it over. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import { stubStorage } from '../state/fake-storage.ts';
import { dropEarlyLine, takeEarlyLine } from './early-line.ts';
import { EARLY_LINE, FRESH_FOR_MS, LOAD_AGAIN } from './early-script.ts';
import { createLineRoute } from './line-route.ts';

/** As much of a browser's web socket as is used. */
class FakeWebSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onmessage: ((message: { data: string }) => void) | null = null;
  readonly close = vi.fn();
  readonly send = vi.fn();
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
}

const stored = new Map<string, string>();
let location: { origin: string; pathname: string };

/** Runs the script as the HTML would. @returns the web socket that it opened, if it did */
function runScript(): FakeWebSocket | undefined {
  // eslint-disable-next-line no-implied-eval -- the page holds it as text
  new Function(EARLY_LINE)();
  return globalThis.earlyLine?.socket as unknown as FakeWebSocket | undefined;
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeWebSocket);
  stubStorage(stored);
  location = { origin: 'https://same-deal.test', pathname: '/play/abc' };
  vi.stubGlobal('location', location);
  stored.set('same-deal:been-here', '{}');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  globalThis.earlyLine = undefined;
  stored.clear();
});

const address = (query: Record<string, string>) =>
  `wss://same-deal.test/socket.io/?${String(new URLSearchParams({ ...query, EIO: '4', transport: 'websocket' }))}`;

test.each([
  ['/play/abc', 'abc'],
  ['/race/K7QM/', 'K7QM'],
  ['/daily', undefined],
  ['/', undefined],
])('at %s it leads where the page’s own first line would', (pathname, at) => {
  location.pathname = pathname;
  const socket = runScript();
  const { query } = createLineRoute(() => at);
  expect(query()['v']).toBe(String(PROTOCOL_VERSION));
  expect(socket?.url).toBe(address(query()));
  expect(takeEarlyLine(address(query()))?.socket).toBe(socket);
  expect(takeEarlyLine(address(query())), 'once').toBeUndefined();
});

test('a newcomer has none, nor has a browser that keeps nothing', () => {
  stored.clear();
  expect(runScript()).toBeUndefined();
  vi.stubGlobal('localStorage', undefined);
  expect(runScript()).toBeUndefined();
  expect(takeEarlyLine('wss://same-deal.test/')).toBeUndefined();
});

test('P12: whom the browser has deleted, or had no room for, but not their session, is asked for', () => {
  stored.clear();
  vi.stubGlobal('document', { cookie: 'language=de; been-here=1' });
  expect(runScript()).toBeDefined();
  vi.stubGlobal('document', { cookie: 'language=de' });
  globalThis.earlyLine = undefined;
  expect(runScript()).toBeUndefined();
});

test('it asks once to be let in, as the page would, and keeps what comes over it', () => {
  location.pathname = '/daily';
  const socket = runScript()!;
  for (const data of ['0{}', '40{}', '42["service:updated",{}]']) socket.onmessage?.({ data });
  const { received } = takeEarlyLine(socket.url)!;
  expect(socket.send.mock.calls).toEqual([['40']]);
  expect(received).toEqual(['0{}', '40{}', '42["service:updated",{}]']);
});

test('at a table it asks for that table once it is let in, and keeps that it did for a moment', () => {
  vi.useFakeTimers();
  const socket = runScript()!;
  socket.onmessage?.({ data: '0{}' });
  expect(socket.send).toHaveBeenCalledOnce();
  socket.onmessage?.({ data: '40{}' });
  const asked = '["play:open",{"playId":"abc"}]';
  expect(socket.send).toHaveBeenLastCalledWith(`420${asked}`);
  socket.onmessage?.({ data: '430[{"ok":true}]' });
  expect(socket.send).toHaveBeenCalledTimes(2);
  const line = takeEarlyLine(socket.url);
  vi.advanceTimersByTime(FRESH_FOR_MS - 1);
  expect(line).toMatchObject({ asked });
  vi.advanceTimersByTime(1);
  expect(line).not.toHaveProperty('asked');
});

test.each([
  ['not at a race, whose answer tells how long it is to its start', '/race/K7QM', '40{}'],
  ['not where it is refused', '/play/abc', '44{}'],
])('%s', (_, pathname, packet) => {
  location.pathname = pathname;
  const socket = runScript()!;
  for (const data of ['0{}', packet]) socket.onmessage?.({ data });
  expect(socket.send).toHaveBeenCalledOnce();
  expect(globalThis.earlyLine).not.toHaveProperty('asked');
});

test('with another session it is not taken over', () => {
  const socket = runScript()!;
  dropEarlyLine();
  expect(socket.close).toHaveBeenCalled();
  expect(takeEarlyLine(socket.url)).toBeUndefined();
});

test.each([
  ['leads elsewhere', (socket: FakeWebSocket) => `${socket.url}&node=other`],
  [
    'has died meanwhile',
    (socket: FakeWebSocket) => {
      socket.readyState = 3;
      return socket.url;
    },
  ],
])('one that %s is closed, and another opened', (_, addressAfter) => {
  const socket = runScript()!;
  expect(takeEarlyLine(addressAfter(socket))).toBeUndefined();
  expect(socket.close).toHaveBeenCalled();
});

test.each([
  [undefined, { theme: 'system', felt: 'green' }],
  ['{"theme":"dark","felt":"blue","sounds":true}', { theme: 'dark', felt: 'blue' }],
  ['no JSON', {}],
])('P11: theme and felt are there before anything is painted: %s', (kept, expected) => {
  const dataset = {};
  vi.stubGlobal('document', { documentElement: { dataset } });
  if (kept !== undefined) stored.set('same-deal:preferences', kept);
  // Whatever becomes of them, the line is opened.
  expect(runScript()).toBeDefined();
  expect(dataset).toEqual({ atTable: '', ...expected });
});

test('P11: elsewhere than at a table no felt is shown before it is known what is there', () => {
  const dataset = {};
  vi.stubGlobal('document', { documentElement: { dataset } });
  location.pathname = '/daily';
  runScript();
  expect(dataset).not.toHaveProperty('atTable');
});

test('P10: a page is loaded again where its script does not come, and never once it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let onError = (_event: { target: unknown }): void => {};
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onError) => (onError = listener));
  let page: object | null = {};
  vi.stubGlobal('document', { querySelector: () => page });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: 'navigate' }] });
  const reload = vi.fn();
  vi.stubGlobal('location', { ...location, reload });
  const check = vi.fn(async () => ({ ok: true }));
  vi.stubGlobal('fetch', check);
  // eslint-disable-next-line no-implied-eval -- the page holds it as text
  new Function(LOAD_AGAIN)();
  const target = { matches: (selector: string) => selector.includes('script') };
  onError({ target });
  page = null;
  // An exception is the window's.
  onError({ target: {} });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(check).not.toHaveBeenCalled();
  onError({ target });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledOnce();
});
