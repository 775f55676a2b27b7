/** The real line, on a socket library that does what it is told. */
import type { Manager as RealManager } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSocketTransport } from './socket-transport.ts';
import type { Line } from './transport.ts';

type Listener = (...args: unknown[]) => void;

class Emitter {
  readonly #listeners = new Map<string, Set<Listener>>();
  on(name: string, listener: Listener): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  }
  off(name: string, listener: Listener): void {
    this.#listeners.get(name)?.delete(listener);
  }
  fire(name: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(...args);
  }
}

/** As much of Socket.IO's client as the line uses. */
class FakeSocket extends Emitter {
  connected = false;
  active = false;
  readonly dials: Record<string, string>[] = [];
  readonly io = Object.assign(new Emitter(), {
    opts: {} as { query?: Record<string, string>; transportImplementations?: readonly unknown[] },
    engine: { close: vi.fn() } as { close: () => void },
  });
  answer: (name: string, request: unknown) => Promise<unknown> = async () => ({ ok: true });
  readonly timeouts: number[] = [];

  connect(): this {
    this.active = true;
    this.dials.push({ ...this.io.opts.query });
    return this;
  }
  disconnect(): this {
    const wasConnected = this.connected;
    this.connected = this.active = false;
    if (wasConnected) this.fire('disconnect');
    return this;
  }
  timeout(ms: number) {
    return {
      emitWithAck: (name: string, request: unknown) => {
        this.timeouts.push(ms);
        return this.answer(name, request);
      },
    };
  }

  /** The service takes the connection. */
  up(): void {
    this.connected = this.active = true;
    this.fire('connect');
  }
  /** The connection is gone, and the library waits to be told what to do. */
  lose(): void {
    this.connected = false;
    this.fire('disconnect');
  }
  /** The service is not reached; the library tries again by itself. */
  miss(): void {
    this.fire('connect_error', new Error('websocket error'));
  }
  /** The service refuses it; the library leaves it at that. */
  refuse(data?: object): void {
    this.connected = this.active = false;
    this.fire('connect_error', Object.assign(new Error('refused'), { data }));
  }
}

const made = vi.hoisted(() => ({ socket: undefined as unknown, options: undefined as unknown }));
vi.mock('socket.io-client', () => ({
  WebSocket: class WebSocket {},
  XHR: class XHR {},
  Manager: class {
    opts: FakeSocket['io']['opts'];
    constructor(options: FakeSocket['io']['opts']) {
      this.opts = options;
    }
    socket(_: string, options: object) {
      const socket = new FakeSocket();
      socket.io.opts = this.opts;
      made.options = { ...this.opts, ...options };
      return (made.socket = socket);
    }
  },
}));

const page = new Emitter();
const shown = Object.assign(new Emitter(), { visibilityState: 'visible' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.on.bind(page));
  vi.stubGlobal('location', { hostname: 'same-deal.test', port: '' });
  vi.stubGlobal('document', {
    addEventListener: shown.on.bind(shown),
    get visibilityState() {
      return shown.visibilityState;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  let query: Record<string, string> = { v: '1' };
  const line = createSocketTransport(() => query);
  const socket = made.socket as FakeSocket;
  const states: string[] = [];
  line.onLine((state) => states.push(state));
  return { line, socket, states, aim: (next: Record<string, string>) => (query = next) };
}
const check = (line: ReturnType<typeof open>['line']) => line.request('line:check', {});

test.each(['reconnect', 'disconnect'] as const)(
  'the line that the HTML has opened is closed by %s: it was opened with the session of before',
  (how) => {
    const socket = { url: 'wss://same-deal.test/', readyState: 1, close: vi.fn() };
    vi.stubGlobal('WebSocket', { OPEN: 1 });
    globalThis.earlyLine = { socket: socket as unknown as WebSocket, received: [] };
    const { line } = open();
    line[how]();
    expect(socket.close).toHaveBeenCalled();
    expect(globalThis.earlyLine).toBeUndefined();
  },
);

describe('the line', () => {
  test('takes every packet for a sign of life: the service does not ask a page that has just spoken', () => {
    const { line, socket } = open();
    line.connect();
    const engine = Object.assign(new Emitter(), { _resetPingTimeout: vi.fn(), close: vi.fn() });
    socket.io.engine = engine;
    socket.io.fire('open');
    for (const packet of ['an answer', 'news']) engine.fire('packet', packet);
    expect(engine._resetPingTimeout).toHaveBeenCalledTimes(2);
  });

  test('knows what resets the patience of the real library', async () => {
    const { Manager } = await vi.importActual<{ Manager: typeof RealManager }>('socket.io-client');
    const manager = new Manager('http://127.0.0.1:9', { autoConnect: false, reconnection: false });
    manager.open(() => undefined);
    expect(manager.engine).toHaveProperty('_resetPingTimeout', expect.any(Function));
    manager.engine.close();
  });

  test('is not built up before there is somebody to speak for', () => {
    const { line, socket, states } = open();
    expect(socket.dials).toEqual([]);
    line.connect();
    line.connect();
    expect(socket.dials).toHaveLength(1);
    expect(states).toEqual(['connecting']);
    socket.up();
    expect(states).toEqual(['connecting', 'up']);
  });

  test('names this tab, so that the service can tell devices apart', () => {
    open();
    const first = (made.options as { auth: { device: string } }).auth.device;
    open();
    expect(first).toMatch(/^[\da-f]{24}$/);
    expect((made.options as { auth: { device: string } }).auth.device).not.toBe(first);
  });

  test('goes where it is aimed at then, also when it is built up again', () => {
    const { line, socket, aim } = open();
    line.connect();
    expect(socket.dials).toEqual([{ v: '1' }]);
    socket.up();
    aim({ v: '1', at: 'ABC234', node: 'n2' });
    socket.lose();
    vi.advanceTimersByTime(300);
    expect(socket.dials.at(-1)).toEqual({ v: '1', at: 'ABC234', node: 'n2' });
    aim({ v: '1', at: 'ABC234' });
    line.reconnect();
    vi.advanceTimersByTime(1_500);
    expect(socket.dials.at(-1)).toEqual({ v: '1', at: 'ABC234' });
  });

  test.each([
    ['the network has lost it', true],
    ['the service has put it out', false],
  ])('P10: is built up again where %s', (_, isActive) => {
    const { line, socket, states } = open();
    line.connect();
    socket.up();
    socket.active = isActive;
    socket.lose();
    expect(states.at(-1)).toBe('down');
    vi.advanceTimersByTime(300);
    expect(socket.dials).toHaveLength(2);
  });

  test('P10: that reaches nobody is tried again after a second or two', () => {
    const { line, socket } = open();
    line.connect();
    for (let n = 1; n <= 5; n++) {
      socket.active = true;
      socket.fire('connect_error', new Error('no network'));
      vi.advanceTimersByTime(1_500);
      expect(socket.dials).toHaveLength(n + 1);
    }
  });

  test('is left alone once nobody is here any more', () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    line.disconnect();
    vi.advanceTimersByTime(60_000);
    page.fire('online');
    expect(socket.dials).toHaveLength(1);
  });

  test.each(['before', 'after'])(
    'that nobody wants any more is not lost, whether the service hangs up %s the page does',
    (when) => {
      const { line, socket } = open();
      line.connect();
      socket.up();
      if (when === 'before') socket.lose();
      line.disconnect();
      const seen: Line[] = [];
      line.onLine((state) => seen.push(state));
      vi.advanceTimersByTime(60_000);
      expect(seen).toEqual(['connecting']);
    },
  );

  test('that is built up anew for somebody else is not torn down on its way', () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    line.reconnect();
    vi.advanceTimersByTime(5_000);
    expect(socket.dials).toHaveLength(2);
  });
});

describe('P10: nobody connects anew more than once a second', () => {
  /** Dials after the first one, by when they came. */
  function openAndCount() {
    const opened = open();
    const at: number[] = [];
    const connect = opened.socket.connect.bind(opened.socket);
    opened.line.connect();
    opened.socket.connect = () => {
      at.push(performance.now());
      return connect();
    };
    return { ...opened, at };
  }
  const closest = (at: readonly number[]) =>
    Math.min(...at.slice(1).map((ms, n) => ms - (at[n] ?? 0)));

  test('whatever tells it to, and the last who tells it is heard', () => {
    const { line, socket, at, aim } = openAndCount();
    for (let n = 0; n < 50; n++) {
      aim({ v: '1', node: String(n) });
      line.reconnect();
      page.fire('online');
      vi.advanceTimersByTime(130);
    }
    vi.advanceTimersByTime(1_500);
    expect(at.length).toBeLessThanOrEqual(9);
    expect(at.length).toBeGreaterThanOrEqual(5);
    expect(closest(at)).toBeGreaterThanOrEqual(1_000);
    expect(socket.dials.at(-1)).toEqual({ v: '1', node: '49' });
  });

  test('also where the service lets it in and puts it out at once', () => {
    const { socket, at } = openAndCount();
    for (let n = 0; n < 10; n++) {
      socket.up();
      socket.active = false;
      socket.lose();
      vi.advanceTimersByTime(2_000);
    }
    expect(at).toHaveLength(10);
    expect(closest(at)).toBeGreaterThanOrEqual(1_000);
  });

  test('nor does the library by itself', () => {
    open();
    expect(made.options).toMatchObject({ reconnection: false });
  });

  test('and what was to be done for somebody who has gone is not done for who comes next', () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    line.reconnect();
    line.reconnect();
    line.disconnect();
    line.connect();
    const dials = socket.dials.length;
    vi.advanceTimersByTime(60_000);
    expect(socket.dials).toHaveLength(dials);
  });
});

describe('P10: a connection that is open', () => {
  test.each([
    ['and neither let in nor refused is cut', false, 1],
    ['and let in stays', true, 0],
  ])('%s', (_, isLetIn, cuts) => {
    const { line, socket } = open();
    line.connect();
    socket.io.fire('open');
    if (isLetIn) socket.up();
    vi.advanceTimersByTime(7_999);
    expect(socket.io.engine.close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(socket.io.engine.close).toHaveBeenCalledTimes(cuts);
  });

  test('is not cut for what an earlier one was kept waiting', () => {
    const { line, socket } = open();
    line.connect();
    socket.io.fire('open');
    socket.io.engine = { close: vi.fn() };
    vi.advanceTimersByTime(60_000);
    expect(socket.io.engine.close).not.toHaveBeenCalled();
  });
});

describe('a connection that is refused', () => {
  test('for want of a session says so, and is not tried again', () => {
    const { line, socket } = open();
    const lost = vi.fn();
    const stop = line.onSessionLost(lost);
    line.connect();
    socket.refuse({ code: 'not-signed-in' });
    expect(lost).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(socket.dials).toHaveLength(1);
    stop();
    socket.refuse({ code: 'not-signed-in' });
    expect(lost).toHaveBeenCalledOnce();
  });

  test('for now is tried again when the service has said, else after two seconds', () => {
    const { line, socket } = open();
    line.connect();
    socket.refuse({ code: 'too-many-requests', retryAfterMs: 1_700 });
    vi.advanceTimersByTime(1_700);
    expect(socket.dials).toHaveLength(2);
    socket.refuse();
    vi.advanceTimersByTime(1_999);
    expect(socket.dials).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(socket.dials).toHaveLength(3);
  });

  test('because the page is too old is tried again rarely, because it belongs elsewhere by whoever follows it', () => {
    const { line, socket } = open();
    const refused = vi.fn();
    line.onRefused(refused);
    line.connect();
    socket.refuse({ code: 'outdated' });
    vi.advanceTimersByTime(14_999);
    expect(socket.dials).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(socket.dials).toHaveLength(2);
    socket.refuse({ code: 'elsewhere', at: 'race-7', node: 'n2' });
    vi.advanceTimersByTime(60_000);
    expect(socket.dials).toHaveLength(2);
    expect(refused.mock.calls).toEqual([
      [{ code: 'outdated' }],
      [{ code: 'elsewhere', at: 'race-7', node: 'n2' }],
    ]);
  });
});

describe('long polling', () => {
  const ways = (socket: FakeSocket) =>
    socket.io.opts.transportImplementations?.map((way) => (way as { name: string }).name);

  test('is tried after a web socket once one has not got through', async () => {
    const { line, socket } = open();
    line.connect();
    expect(ways(socket)).toEqual(['EarlyWebSocket']);
    socket.miss();
    await vi.waitFor(() => expect(ways(socket)).toEqual(['EarlyWebSocket', 'XHR']));
  });

  test('is not for who is refused at the door', async () => {
    const { line, socket } = open();
    line.connect();
    socket.refuse({ code: 'outdated' });
    await vi.dynamicImportSettled();
    expect(ways(socket)).toEqual(['EarlyWebSocket']);
  });
});

describe('P8: a request', () => {
  test('is answered as the service answers it', async () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    socket.answer = async (name, request) => ({ ok: true, data: { name, request } });
    expect(await check(line)).toEqual({ ok: true, data: { name: 'line:check', request: {} } });
    expect(socket.timeouts).toEqual([10_000]);
  });

  test('that is not answered in time is `unavailable`', async () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    socket.answer = () => Promise.reject(new Error('operation has timed out'));
    expect(await check(line)).toEqual({ ok: false, error: { code: 'unavailable' } });
  });

  test('waits for the line, and goes out once it is there', async () => {
    const { line, socket } = open();
    line.connect();
    const answer = check(line);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.timeouts).toEqual([]);
    socket.up();
    expect(await answer).toEqual({ ok: true });
  });

  test('does not wait for ever, and is not sent late', async () => {
    const { line, socket } = open();
    line.connect();
    const answer = check(line);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual({ ok: false, error: { code: 'unavailable' } });
    socket.up();
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.timeouts).toEqual([]);
  });
});

describe('P10: a line that looks alive', () => {
  test('is checked when the page is looked at again, and cut if nothing answers', async () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    shown.fire('visibilitychange');
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.io.engine.close).not.toHaveBeenCalled();
    socket.answer = () => Promise.reject(new Error('operation has timed out'));
    shown.fire('visibilitychange');
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.io.engine.close).toHaveBeenCalledOnce();
    expect(socket.timeouts).toEqual([1_500, 1_500]);
  });

  test('is given three times the delay that its answers have had lately, ten seconds at most', async () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    const answerAfter = async (ms: number) => {
      socket.answer = () => new Promise((resolve) => setTimeout(() => resolve([]), ms));
      const answer = check(line);
      await vi.advanceTimersByTimeAsync(ms);
      await answer;
    };
    const looked = () => {
      shown.fire('visibilitychange');
      return socket.timeouts.at(-1);
    };
    await answerAfter(1_200);
    expect(looked()).toBe(3_600);
    await answerAfter(9_000);
    expect(looked()).toBe(10_000);
    for (let n = 0; n < 20; n++) await answerAfter(50);
    expect(looked()).toBe(1_500);
  });

  test('is given as long as it took to be built up, where nothing has been asked on it yet', async () => {
    const { line, socket } = open();
    line.connect();
    await vi.advanceTimersByTimeAsync(6_000);
    socket.up();
    shown.fire('visibilitychange');
    expect(socket.timeouts).toEqual([6_000]);
  });

  test('is not, while the page is hidden', () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    shown.visibilityState = 'hidden';
    shown.fire('visibilitychange');
    shown.visibilityState = 'visible';
    expect(socket.timeouts).toEqual([]);
  });

  test('is checked where a request is not answered for three seconds, and cut a moment later', async () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    const asked: string[] = [];
    socket.answer = (name) => {
      asked.push(name);
      return new Promise((_, reject) => setTimeout(reject, name === 'line:check' ? 1_500 : 10_000));
    };
    const answer = line.request('play:close', { playId: '' });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(asked).toEqual(['play:close']);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['play:close', 'line:check']);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(socket.io.engine.close).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject({ ok: false });
  });

  test('is not, where everything is answered in time', async () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    await line.request('play:close', { playId: '' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(socket.timeouts).toEqual([10_000]);
  });

  test('is cut as soon as the browser knows that there is no network, and built up at once when there is', () => {
    const { line, socket } = open();
    line.connect();
    socket.up();
    page.fire('offline');
    expect(socket.io.engine.close).toHaveBeenCalled();
    socket.lose();
    page.fire('online');
    expect(socket.dials).toHaveLength(2);
  });
});

test('news is heard until nobody listens any more', () => {
  const { line, socket } = open();
  const listener = vi.fn();
  const stop = line.on('daily:changed', listener);
  socket.fire('daily:changed', { day: '2026-11-21', game: 'bisley' });
  stop();
  socket.fire('daily:changed', { day: '2026-11-21', game: 'bisley' });
  expect(listener).toHaveBeenCalledOnce();
});
