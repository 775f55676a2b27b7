/** The real line, on web sockets that do what they are told. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSocketTransport } from './socket-transport.ts';
import type { Line } from './transport.ts';
import type { WireEvents } from './wire.ts';

type Listener = (...args: unknown[]) => void;

class Emitter {
  readonly #listeners = new Map<string, Set<Listener>>();
  on(name: string, listener: Listener): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  }
  clear(): void {
    this.#listeners.clear();
  }
  fire(name: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(...args);
  }
}

/** As much of a browser's web socket as the line uses. */
class FakeWebSocket {
  static readonly OPEN = 1;
  static dialled: FakeWebSocket[] = [];
  readyState = FakeWebSocket.OPEN;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: string[] = [];
  readonly close = vi.fn();
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeWebSocket.dialled.push(this);
  }
  send(packet: string): void {
    this.sent.push(packet);
    service.receive(packet);
  }
}

/** How long the service leaves a line without a ping. */
const SILENT_MS = 10_000;

/** The service at the other end, by the packets of Socket.IO's server; all is said on the web socket dialled last. */
const service = {
  /** What it answers a request; it stays silent where that never resolves. */
  answer: async (_name: string, _request: unknown): Promise<unknown> => ({ ok: true }),
  requests: [] as string[],
  get socket(): FakeWebSocket {
    return FakeWebSocket.dialled.at(-1)!;
  },
  /** The queries of all dials, without what Engine.IO adds. */
  get dials() {
    return FakeWebSocket.dialled.map(({ url }) => {
      const { EIO: _, transport: __, ...query } = Object.fromEntries(new URL(url).searchParams);
      return query;
    });
  },
  say(data: string): void {
    this.socket.onmessage?.({ data });
  },
  open(): void {
    this.say(`0{"sid":"s","pingInterval":${SILENT_MS / 2},"pingTimeout":${SILENT_MS / 2}}`);
  },
  letIn(): void {
    this.say('40{"sid":"s"}');
  },
  /** Takes the connection. */
  up(): void {
    this.open();
    this.letIn();
  },
  /** The connection is gone, or nobody was reached by it. */
  lose(): void {
    this.socket.onclose?.();
  },
  /** The page is not let in. */
  refuse(data?: object): void {
    this.open();
    this.say(`44${JSON.stringify({ message: 'refused', data })}`);
  },
  receive(packet: string): void {
    const [, id, text = ''] = /^42(\d+)(.*)$/.exec(packet) ?? [];
    if (id === undefined) return;
    const [name, request] = JSON.parse(text) as [string, unknown];
    this.requests.push(name);
    const { socket } = this;
    void this.answer(name, request).then((answer) =>
      socket.onmessage?.({ data: `43${id}${JSON.stringify([answer])}` }),
    );
  },
};
const silence = () => new Promise<never>(() => undefined);

/** Whether anybody is there, as a plain request finds out. */
const asked = vi.fn<(path: string) => Promise<{ status: number }>>();
const nobody = () => Promise.reject(new TypeError('network'));

/** What long polling was made with. */
const polling = vi.hoisted(() => ({
  events: undefined as unknown,
  dials: [] as unknown[],
  reachesNobody: false,
}));
vi.mock('./polling-wire.ts', () => ({
  createPollingWire: (events: unknown) => {
    polling.events = events;
    return {
      dial: (query: unknown) => {
        polling.dials.push(query);
        if (polling.reachesNobody) (events as WireEvents).missed();
      },
      drop: () => undefined,
      send: async () => ({ ok: true, data: 'polled' }),
    };
  },
}));

const page = new Emitter();
const shown = Object.assign(new Emitter(), { visibilityState: 'visible' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.on.bind(page));
  vi.stubGlobal('location', { origin: 'https://same-deal.test' });
  vi.stubGlobal('WebSocket', FakeWebSocket);
  vi.stubGlobal('fetch', asked);
  polling.reachesNobody = true;
  asked.mockReset().mockResolvedValue({ status: 200 });
  // What earlier tests have made hears nothing more.
  page.clear();
  shown.clear();
  FakeWebSocket.dialled = [];
  service.requests = [];
  service.answer = async () => ({ ok: true });
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
  const states: string[] = [];
  line.onLine((state) => states.push(state));
  return { line, states, aim: (next: Record<string, string>) => (query = next) };
}
const check = (line: ReturnType<typeof open>['line']) => line.request('line:check', {});

test.each(['reconnect', 'disconnect'] as const)(
  'the line that the HTML has opened is closed by %s: it was opened with the session of before',
  (how) => {
    const socket = { url: 'wss://same-deal.test/', readyState: 1, close: vi.fn() };
    globalThis.earlyLine = { socket: socket as unknown as WebSocket, received: [] };
    const { line } = open();
    line[how]();
    expect(socket.close).toHaveBeenCalled();
    expect(globalThis.earlyLine).toBeUndefined();
  },
);

describe('the line', () => {
  test('is not built up before there is somebody to speak for', () => {
    const { line, states } = open();
    expect(service.dials).toEqual([]);
    line.connect();
    line.connect();
    expect(service.dials).toHaveLength(1);
    expect(states).toEqual(['connecting']);
    service.up();
    expect(states).toEqual(['connecting', 'up']);
  });

  test('asks once to be let in, and says nothing more of itself than its query does', () => {
    open().line.connect();
    service.up();
    expect(service.socket.sent).toEqual(['40']);
  });

  test('that the HTML has opened is gone on with, from what has come over it', async () => {
    const early = new FakeWebSocket(
      'wss://same-deal.test/socket.io/?v=1&EIO=4&transport=websocket',
    );
    const received = [
      '0{"pingInterval":5000,"pingTimeout":5000}',
      '40{}',
      '42["service:updated",{}]',
    ];
    globalThis.earlyLine = { socket: early as unknown as WebSocket, received };
    const { line, states } = open();
    const updated = vi.fn();
    line.on('service:updated', updated);
    line.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeWebSocket.dialled).toEqual([early]);
    expect(states).toEqual(['connecting', 'up']);
    expect(updated).toHaveBeenCalledOnce();
    // It had introduced itself.
    expect(early.sent).toEqual([]);
    expect(await check(line)).toEqual({ ok: true });
  });

  describe('that the HTML has asked for a table over', () => {
    const asked = '["play:open",{"playId":"abc"}]';
    const answer = '430[{"ok":true,"data":"early"}]';
    const table = (line: ReturnType<typeof open>['line']) =>
      line.request('play:open', { playId: 'abc' });
    const connected = async (...received: string[]) => {
      const socket = new FakeWebSocket(
        'wss://same-deal.test/socket.io/?v=1&EIO=4&transport=websocket',
      );
      const html = {
        socket: socket as unknown as WebSocket,
        received: ['0{"pingInterval":5000,"pingTimeout":5000}', '40{}', ...received],
        asked,
      };
      globalThis.earlyLine = html;
      service.answer = async () => ({ ok: true, data: 'late' });
      const { line } = open();
      line.connect();
      await vi.advanceTimersByTimeAsync(0);
      return { line, forget: () => Object.assign(html, { asked: undefined }) };
    };
    const early = { ok: true, data: 'early' };
    const late = { ok: true, data: 'late' };

    test('has its answer for whoever asks first, other requests are sent', async () => {
      const { line } = await connected(answer);
      expect(await check(line)).toEqual(late);
      expect(await table(line)).toEqual(early);
      expect(service.requests).toEqual(['line:check']);
      expect(await table(line)).toEqual(late);
    });

    test('is waited for', async () => {
      const { line, forget } = await connected();
      const asking = table(line);
      await vi.advanceTimersByTimeAsync(0);
      forget();
      service.say(answer);
      expect(await asking).toEqual(early);
      expect(service.requests).toEqual([]);
    });

    test('is asked anew where news have come since then, or time has passed', async () => {
      const { line } = await connected(answer, '42["play:advanced",{}]');
      expect(await table(line)).toEqual(late);
      const { line: another, forget } = await connected(answer);
      forget();
      expect(await table(another)).toEqual(late);
    });

    test('is asked anew over the next line where this one is lost', async () => {
      const { line } = await connected();
      const asking = table(line);
      service.lose();
      expect(await asking).toMatchObject({ ok: false, error: { code: 'unavailable' } });
      await vi.advanceTimersByTimeAsync(2_000);
      service.up();
      expect(await table(line)).toEqual(late);
    });
  });

  test('answers pings, takes every packet for a sign of life, as the service asks no page that has just spoken, and is lost without one', () => {
    const { line, states } = open();
    line.connect();
    service.up();
    vi.advanceTimersByTime(SILENT_MS - 1);
    service.say('2');
    expect(service.socket.sent.at(-1)).toBe('3');
    vi.advanceTimersByTime(SILENT_MS - 1);
    service.say('42["daily:changed",{}]');
    vi.advanceTimersByTime(SILENT_MS - 1);
    expect(states.at(-1)).toBe('up');
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toBe('down');
  });

  test('goes where it is aimed at then, also when it is built up again', () => {
    const { line, aim } = open();
    line.connect();
    expect(service.dials).toEqual([{ v: '1' }]);
    service.up();
    aim({ v: '1', at: 'ABC234', node: 'n2' });
    service.lose();
    vi.advanceTimersByTime(300);
    expect(service.dials.at(-1)).toEqual({ v: '1', at: 'ABC234', node: 'n2' });
    aim({ v: '1', at: 'ABC234' });
    line.reconnect();
    vi.advanceTimersByTime(1_500);
    expect(service.dials.at(-1)).toEqual({ v: '1', at: 'ABC234' });
  });

  test.each([
    ['the network has lost it', () => service.lose()],
    ['the service has put it out', () => service.say('41')],
  ])('P10: is built up again where %s', (_, end) => {
    const { line, states } = open();
    line.connect();
    service.up();
    end();
    expect(states.at(-1)).toBe('down');
    vi.advanceTimersByTime(300);
    expect(service.dials).toHaveLength(2);
  });

  test('P10: that reaches nobody is tried again after a second or two', async () => {
    const { line } = open();
    line.connect();
    for (let n = 1; n <= 5; n++) {
      service.lose();
      await vi.advanceTimersByTimeAsync(1_500);
      expect(service.dials).toHaveLength(n + 1);
    }
  });

  test('P10: that has reached nobody waits until somebody answers, as Firefox lets each web socket in vain delay the next', async () => {
    const { line, states } = open();
    line.connect();
    service.up();
    asked.mockImplementation(nobody);
    service.lose();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(service.dials).toHaveLength(2);
    expect(asked).not.toHaveBeenCalled();
    service.lose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.mock.calls.length).toBeGreaterThan(30);
    // A proxy whose service is away.
    asked.mockResolvedValue({ status: 502 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.dials).toHaveLength(2);
    expect(states.at(-1)).toBe('down');
    // Somebody, be it to say that this is not told here.
    asked.mockResolvedValue({ status: 404 });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(service.dials).toHaveLength(3);
    service.up();
    expect(states.at(-1)).toBe('up');
    // The next loss is a new one.
    asked.mockClear();
    service.lose();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(service.dials).toHaveLength(4);
    expect(asked).not.toHaveBeenCalled();
  });

  test('P10: an answer whether somebody is there is not waited for, where the browser has a network again', async () => {
    const { line } = open();
    line.connect();
    asked.mockImplementation(silence);
    service.lose();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(service.dials).toHaveLength(1);
    asked.mockResolvedValue({ status: 200 });
    page.fire('online');
    await vi.advanceTimersByTimeAsync(0);
    expect(service.dials).toHaveLength(2);
  });

  test('nobody dials who has gone while it was asked whether somebody is there', async () => {
    const { line } = open();
    line.connect();
    let answer: (answer: { status: number }) => void = () => undefined;
    asked.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    service.lose();
    await vi.advanceTimersByTimeAsync(1_500);
    line.disconnect();
    answer({ status: 200 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.dials).toHaveLength(1);
  });

  test('is left alone once nobody is here any more', () => {
    const { line } = open();
    line.connect();
    service.up();
    line.disconnect();
    vi.advanceTimersByTime(60_000);
    page.fire('online');
    expect(service.dials).toHaveLength(1);
  });

  test.each(['before', 'after'])(
    'that nobody wants any more is not lost, whether the service hangs up %s the page does',
    (when) => {
      const { line } = open();
      line.connect();
      service.up();
      if (when === 'before') service.lose();
      line.disconnect();
      const seen: Line[] = [];
      line.onLine((state) => seen.push(state));
      vi.advanceTimersByTime(60_000);
      expect(seen).toEqual(['connecting']);
    },
  );

  test('that is built up anew for somebody else is not torn down on its way', () => {
    const { line } = open();
    line.connect();
    service.up();
    line.reconnect();
    vi.advanceTimersByTime(5_000);
    expect(service.dials).toHaveLength(2);
  });
});

describe('P10: nobody connects anew more than once a second', () => {
  /** Dials after the first one, by when they came. */
  function openAndCount() {
    const opened = open();
    opened.line.connect();
    const at: number[] = [];
    vi.stubGlobal(
      'WebSocket',
      class extends FakeWebSocket {
        constructor(url: string) {
          super(url);
          at.push(performance.now());
        }
      },
    );
    return { ...opened, at };
  }
  const closest = (at: readonly number[]) =>
    Math.min(...at.slice(1).map((ms, n) => ms - (at[n] ?? 0)));

  test('whatever tells it to, and the last who tells it is heard', () => {
    const { line, at, aim } = openAndCount();
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
    expect(service.dials.at(-1)).toEqual({ v: '1', node: '49' });
  });

  test('also where the service lets it in and puts it out at once', () => {
    const { at } = openAndCount();
    for (let n = 0; n < 10; n++) {
      service.up();
      service.say('41');
      vi.advanceTimersByTime(2_000);
    }
    expect(at).toHaveLength(10);
    expect(closest(at)).toBeGreaterThanOrEqual(1_000);
  });

  test('and what was to be done for somebody who has gone is not done for who comes next', () => {
    const { line } = open();
    line.connect();
    service.up();
    line.reconnect();
    line.reconnect();
    line.disconnect();
    line.connect();
    service.up();
    const dials = service.dials.length;
    vi.advanceTimersByTime(SILENT_MS - 1);
    expect(service.dials).toHaveLength(dials);
  });
});

describe('P10: a connection that is open', () => {
  test.each([
    ['and neither let in nor refused is cut', false, 1],
    ['and let in stays', true, 0],
  ])('%s', (_, isLetIn, cuts) => {
    const { line } = open();
    line.connect();
    service.open();
    if (isLetIn) service.letIn();
    const { socket } = service;
    vi.advanceTimersByTime(5_000);
    service.say('2');
    vi.advanceTimersByTime(2_999);
    expect(socket.close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(socket.close).toHaveBeenCalledTimes(cuts);
  });
});

describe('a connection that is refused', () => {
  test('for want of a session says so, and is not tried again', () => {
    const { line } = open();
    const lost = vi.fn();
    const stop = line.onSessionLost(lost);
    line.connect();
    service.refuse({ code: 'not-signed-in' });
    expect(lost).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(service.dials).toHaveLength(1);
    stop();
    service.refuse({ code: 'not-signed-in' });
    expect(lost).toHaveBeenCalledOnce();
  });

  test('for now is tried again when the service has said, else after two seconds', () => {
    const { line } = open();
    line.connect();
    service.refuse({ code: 'too-many-requests', retryAfterMs: 1_700 });
    vi.advanceTimersByTime(1_700);
    expect(service.dials).toHaveLength(2);
    service.refuse();
    vi.advanceTimersByTime(1_999);
    expect(service.dials).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(service.dials).toHaveLength(3);
  });

  test('because the page is too old is tried again rarely, because it belongs elsewhere by whoever follows it', () => {
    const { line } = open();
    const refused = vi.fn();
    line.onRefused(refused);
    line.connect();
    service.refuse({ code: 'outdated' });
    vi.advanceTimersByTime(14_999);
    expect(service.dials).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(service.dials).toHaveLength(2);
    service.refuse({ code: 'elsewhere', at: 'race-7', node: 'n2' });
    vi.advanceTimersByTime(60_000);
    expect(service.dials).toHaveLength(2);
    expect(refused.mock.calls).toEqual([
      [{ code: 'outdated' }],
      [{ code: 'elsewhere', at: 'race-7', node: 'n2' }],
    ]);
  });
});

describe('long polling', () => {
  beforeEach(() => {
    polling.events = undefined;
    polling.dials = [];
    polling.reachesNobody = false;
  });

  test('is tried where a web socket has not got through, and then after each that does not', async () => {
    const { line, states } = open();
    line.connect();
    service.lose();
    expect(states.at(-1)).toBe('down');
    await vi.waitFor(() => expect(polling.events).toBeDefined());
    for (const dials of [1, 2]) {
      await vi.advanceTimersByTimeAsync(1_500);
      expect(polling.dials).toHaveLength(dials - 1);
      service.lose();
      expect(polling.dials).toHaveLength(dials);
      // It has gone over to a web socket.
      (polling.events as WireEvents).up();
      (polling.events as WireEvents).upgraded();
      expect(states.at(-1)).toBe('up');
      expect(await check(line)).toEqual({ ok: true, data: 'polled' });
      (polling.events as WireEvents).lost();
      expect(states.at(-1)).toBe('down');
    }
  });

  test('P10: is tried at once where a web socket is left unanswered, and first from then on', async () => {
    const { line, states } = open();
    line.connect();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(states.at(-1)).toBe('down');
    await vi.waitFor(() => expect(polling.events).toBeDefined());
    await vi.advanceTimersByTimeAsync(1_500);
    expect(polling.dials).toHaveLength(1);
    (polling.events as WireEvents).up();
    await vi.advanceTimersByTimeAsync(60_000);
    (polling.events as WireEvents).lost();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(polling.dials).toHaveLength(2);
    expect(FakeWebSocket.dialled).toHaveLength(1);
    // Where that reaches nobody either, both are tried again.
    (polling.events as WireEvents).missed();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(FakeWebSocket.dialled).toHaveLength(2);
  });

  test('is not for who is refused at the door', async () => {
    const { line } = open();
    line.connect();
    service.refuse({ code: 'outdated' });
    await vi.dynamicImportSettled();
    expect(polling.events).toBeUndefined();
  });
});

describe('P8: a request', () => {
  test('is answered as the service answers it', async () => {
    const { line } = open();
    line.connect();
    service.up();
    service.answer = async (name, request) => ({ ok: true, data: { name, request } });
    expect(await check(line)).toEqual({ ok: true, data: { name: 'line:check', request: {} } });
    expect(service.requests).toEqual(['line:check']);
  });

  test.each([
    ['is not answered in time', () => vi.advanceTimersByTimeAsync(10_000)],
    ['its line does not outlive', async () => service.lose()],
  ])('that %s is `unavailable`', async (_, pass) => {
    const { line } = open();
    line.connect();
    service.up();
    service.answer = silence;
    const answer = check(line);
    await vi.advanceTimersByTimeAsync(0);
    await pass();
    expect(await answer).toEqual({ ok: false, error: { code: 'unavailable' } });
  });

  test('waits for the line, and goes out once it is there', async () => {
    const { line } = open();
    line.connect();
    const answer = check(line);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(service.requests).toEqual([]);
    service.up();
    expect(await answer).toEqual({ ok: true });
  });

  test('does not wait for ever, and is not sent late', async () => {
    const { line } = open();
    line.connect();
    const answer = check(line);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual({ ok: false, error: { code: 'unavailable' } });
    service.up();
    await vi.advanceTimersByTimeAsync(0);
    expect(service.requests).toEqual([]);
  });
});

describe('P10: a line that looks alive', () => {
  /** Looks at the page, and is not answered. @returns how long the line is given, in milliseconds */
  async function patience(): Promise<number> {
    const { socket } = service;
    service.answer = silence;
    shown.fire('visibilitychange');
    expect(service.requests.at(-1)).toBe('line:check');
    const from = performance.now();
    while (socket.close.mock.calls.length === 0) {
      await vi.advanceTimersByTimeAsync(50);
      // It is not for want of pings that it is cut.
      socket.onmessage?.({ data: '2' });
    }
    return performance.now() - from;
  }

  test('is checked when the page is looked at again, and cut if nothing answers', async () => {
    const { line } = open();
    line.connect();
    service.up();
    shown.fire('visibilitychange');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(service.socket.close).not.toHaveBeenCalled();
    expect(await patience()).toBe(1_500);
  });

  test('is given three times the delay that its answers have had lately, ten seconds at most', async () => {
    const { line } = open();
    line.connect();
    service.up();
    const answerAfter = async (ms: number) => {
      service.answer = () => new Promise((resolve) => setTimeout(() => resolve({ ok: true }), ms));
      const answer = check(line);
      await vi.advanceTimersByTimeAsync(ms);
      await answer;
    };
    const again = async () => {
      await vi.advanceTimersByTimeAsync(2_000);
      service.up();
    };
    await answerAfter(1_200);
    expect(await patience()).toBe(3_600);
    await again();
    service.answer = () => new Promise((resolve) => setTimeout(() => resolve({ ok: true }), 2_900));
    for (let n = 0; n < 2; n++) await answerAfter(2_900);
    expect(await patience()).toBe(8_700);
    await again();
    for (let n = 0; n < 20; n++) await answerAfter(50);
    expect(await patience()).toBe(1_500);
  });

  test('is given as long as it took to be built up, where nothing has been asked on it yet', async () => {
    const { line } = open();
    line.connect();
    await vi.advanceTimersByTimeAsync(6_000);
    service.up();
    expect(await patience()).toBe(6_000);
  });

  test('is not given the time in which it was asked whether anybody is there', async () => {
    const { line } = open();
    line.connect();
    asked.mockImplementation(
      () => new Promise((resolve) => setTimeout(resolve, 6_000, { status: 200 })),
    );
    service.lose();
    while (service.dials.length < 2) await vi.advanceTimersByTimeAsync(10);
    service.up();
    expect(await patience()).toBe(1_500);
  });

  test('is built up anew after a sleep in which the page’s clock stood still, though it lives', async () => {
    const { line } = open();
    line.connect();
    service.up();
    const { socket } = service;
    vi.setSystemTime(Date.now() + 900);
    shown.fire('visibilitychange');
    expect(socket.close).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 30_000);
    shown.fire('visibilitychange');
    expect(socket.close).toHaveBeenCalledOnce();
    expect(service.dials).toHaveLength(2);
    service.up();
    shown.fire('visibilitychange');
    expect(service.dials).toHaveLength(2);
  });

  test('is not, while the page is hidden', () => {
    const { line } = open();
    line.connect();
    service.up();
    shown.visibilityState = 'hidden';
    shown.fire('visibilitychange');
    shown.visibilityState = 'visible';
    expect(service.requests).toEqual([]);
  });

  test('is checked where a request is not answered for three seconds, and cut a moment later', async () => {
    const { line } = open();
    line.connect();
    service.up();
    const { socket } = service;
    const { requests: asked } = service;
    service.answer = silence;
    const answer = line.request('play:close', { playId: '' });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(asked).toEqual(['play:close']);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['play:close', 'line:check']);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(socket.close).toHaveBeenCalledOnce();
    expect(await answer).toMatchObject({ ok: false });
  });

  test('is not, where everything is answered in time', async () => {
    const { line } = open();
    line.connect();
    service.up();
    await line.request('play:close', { playId: '' });
    await vi.advanceTimersByTimeAsync(SILENT_MS - 1);
    expect(service.requests).toEqual(['play:close']);
  });

  test('is cut as soon as the browser knows that there is no network, and built up at once when there is', () => {
    const { line } = open();
    line.connect();
    service.up();
    const { socket } = service;
    page.fire('offline');
    expect(socket.close).toHaveBeenCalled();
    page.fire('online');
    expect(service.dials).toHaveLength(2);
  });
});

test('news is heard until nobody listens any more', () => {
  const { line } = open();
  line.connect();
  service.up();
  const listener = vi.fn();
  const stop = line.on('daily:changed', listener);
  service.say('42["daily:changed",{"day":"2026-11-21","game":"bisley"}]');
  stop();
  service.say('42["daily:changed",{"day":"2026-11-21","game":"bisley"}]');
  expect(listener).toHaveBeenCalledOnce();
});
