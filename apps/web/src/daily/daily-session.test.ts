/** A daily that somebody looks at, and the list of them. */
import type { Answer, Daily, DailyBoard, DailyList, DailyTimes } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeTransport } from '../net/fake-transport.ts';
import { Dailies, stateOf } from './dailies.svelte.ts';
import { DailySession } from './daily-session.svelte.ts';
import { practiseAnother } from './practise.ts';

const key = { day: '2026-11-21', game: 'bisley' };
const daily = { ...key, phase: 'open', mine: null, endsInMs: 60_000 } as unknown as Daily;
const ok = <Data>(data: Data): Answer<Data> => ({ ok: true, data });
const unavailable: Answer<never> = { ok: false, error: { code: 'unavailable' } };

const shown = Object.assign(new EventTarget(), { hidden: false });
beforeEach(() => {
  vi.stubGlobal('document', shown);
  vi.useFakeTimers();
});
afterEach(() => {
  shown.hidden = false;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function watching(line: 'up' | 'connecting' = 'up') {
  const transport = new FakeTransport()
    .answer('daily:watch', () => ok({}) as never)
    .answer('daily:unwatch', () => ok({}) as never);
  transport.setLine(line);
  const api = {
    daily: vi.fn(async (): Promise<Answer<Daily>> => ok(daily)),
    dailyBoard: vi.fn(
      async (_day: string, _game: string, board: string): Promise<Answer<DailyBoard>> =>
        ok({ board } as unknown as DailyBoard),
    ),
    dailyTimes: vi.fn(async () => ok({ bins: [] } as unknown as DailyTimes)),
  };
  const session = new DailySession(api, transport, key);
  const loads = () => api.daily.mock.calls.length;
  return { transport, api, session, loads };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a daily', () => {
  test('is fetched with its board and its times, and watched', async () => {
    const { session, transport } = watching();
    expect(session.daily).toBeUndefined();
    await settle();
    expect(session.daily).toEqual(daily);
    expect(session.board).toMatchObject({ board: 'fastest' });
    expect(session.times).toMatchObject({ bins: [] });
    expect(transport.sent).toEqual([{ name: 'daily:watch', request: key }]);
  });

  test('shows another board when it is asked for', async () => {
    const { session } = watching();
    await settle();
    session.show('fewest');
    expect(session.boardName).toBe('fewest');
    await settle();
    expect(session.board).toMatchObject({ board: 'fewest' });
  });

  test('is fetched again when its boards have changed, and not for others', async () => {
    const { transport, loads } = watching();
    await settle();
    const before = loads();
    transport.emit('daily:changed', { day: '2026-11-20', game: 'bisley' });
    transport.emit('daily:changed', { ...key, game: 'alhambra' });
    expect(loads()).toBe(before);
    transport.emit('daily:changed', key);
    expect(loads()).toBe(before + 1);
  });

  test('whose boards change every second is fetched again once in a while: a school shares one address', async () => {
    const { transport, loads } = watching();
    await settle();
    const before = loads();
    for (let n = 0; n < 60; n++) {
      transport.emit('daily:changed', key);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(loads() - before).toBeGreaterThanOrEqual(6);
    expect(loads() - before).toBeLessThanOrEqual(13);
  });

  test('is watched and fetched again after a lost line: nobody knows what was missed', async () => {
    const { transport, loads } = watching();
    await settle();
    const before = loads();
    transport.setLine('down');
    transport.setLine('up');
    await settle();
    expect(loads()).toBe(before + 1);
    expect(transport.sent.filter(({ name }) => name === 'daily:watch')).toHaveLength(2);
  });

  test('is looked at now and then by those who have no line', async () => {
    const { loads, transport } = watching('connecting');
    await settle();
    expect(loads()).toBe(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(loads()).toBe(2);
    // But not by those who do not see it.
    shown.hidden = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loads()).toBe(2);
    shown.hidden = false;
    transport.setLine('up');
    await settle();
    const before = loads();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loads()).toBe(before);
  });

  test('is fetched again as its day begins, ends and closes, though there is no news of that', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { api, session, loads } = watching();
    const phases: Partial<Daily>[] = [
      { phase: 'upcoming', opensInMs: 20_000 },
      { phase: 'open', endsInMs: 86_400_000 },
      { phase: 'closing', closesInMs: 43_200_000 },
    ];
    for (const phase of [...phases, { phase: 'closed' as const }])
      api.daily.mockResolvedValueOnce(ok({ ...daily, ...phase }));
    await session.load();
    for (const { opensInMs, endsInMs, closesInMs = 0 } of phases) {
      const before = loads();
      await vi.advanceTimersByTimeAsync(opensInMs ?? endsInMs ?? closesInMs);
      expect(loads()).toBe(before);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(loads()).toBe(before + 1);
    }
    const before = loads();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(loads()).toBe(before);
  });

  test('keeps what it shows when it cannot be fetched again, and says why', async () => {
    const { session, api } = watching();
    await settle();
    api.daily.mockResolvedValueOnce(unavailable);
    await session.load();
    expect(session.failure).toEqual({ code: 'unavailable' });
    expect(session.daily).toEqual(daily);
    await session.load();
    expect(session.failure).toBeUndefined();
  });

  test('of which a part is refused is fetched again, when the refusal allows it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { session, api, loads } = watching();
    await settle();
    api.dailyBoard.mockResolvedValueOnce({
      ok: false,
      error: { code: 'too-many-requests', retryAfterMs: 40_000 },
    });
    await session.load();
    const before = loads();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(loads()).toBe(before);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(loads()).toBe(before + 1);
    expect(session.failure).toBeUndefined();
  });

  test('takes the answer to the last question, in whatever order they come', async () => {
    const { session, api } = watching();
    await settle();
    let answerFirst: (answer: Answer<DailyBoard>) => void = () => undefined;
    api.dailyBoard.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
    session.show('fewest');
    session.show('fastest');
    await settle();
    answerFirst(ok({ board: 'fewest' } as unknown as DailyBoard));
    await settle();
    expect(session.board).toMatchObject({ board: 'fastest' });
  });

  test('is left alone when the page is closed', async () => {
    const { session, transport, loads } = watching();
    await settle();
    session.close();
    const before = loads();
    transport.emit('daily:changed', key);
    transport.setLine('down');
    transport.setLine('up');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loads()).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
    expect(transport.sent.at(-1)).toEqual({ name: 'daily:unwatch', request: key });
  });

  test('left without a line is not taken leave of over the next one, where it may be watched again', async () => {
    const { session, transport } = watching();
    await settle();
    transport.setLine('down');
    session.close();
    expect(transport.sent.map(({ name }) => name)).not.toContain('daily:unwatch');
  });
});

describe('the list of dailies', () => {
  const list = (endsInMs: number) =>
    ok({ today: [{ ...daily, endsInMs }], tomorrow: [], yesterday: [] } as unknown as DailyList);

  test('is fetched anew when a day ends', async () => {
    const api = { dailies: vi.fn(async (): Promise<Answer<DailyList>> => list(60_000)) };
    const dailies = new Dailies(api);
    await dailies.load();
    expect(dailies.list?.today).toHaveLength(1);
    // When the service has ended what ran.
    await vi.advanceTimersByTimeAsync(62_999);
    expect(api.dailies).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_001);
    expect(api.dailies).toHaveBeenCalledTimes(2);
    dailies.forget();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is asked for again where the new day could not be fetched', async () => {
    const answers = [list(60_000), unavailable, unavailable, list(86_400_000)];
    const api = { dailies: vi.fn(async (): Promise<Answer<DailyList>> => answers.shift()!) };
    const dailies = new Dailies(api);
    await dailies.load();
    await vi.advanceTimersByTimeAsync(73_000);
    expect(dailies.failure).toEqual({ code: 'unavailable' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(dailies.failure).toBeUndefined();
    expect(dailies.leftToday).toBeGreaterThan(86_000_000);
    expect(api.dailies).toHaveBeenCalledTimes(4);
    dailies.forget();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('counts down what is left of today by the page’s own clock', async () => {
    const dailies = new Dailies({ dailies: async () => list(60_000) });
    expect(dailies.leftToday).toBe(0);
    await dailies.load();
    expect(dailies.leftToday).toBe(60_000);
    vi.advanceTimersByTime(20_000);
    expect(dailies.leftToday).toBe(40_000);
    expect(dailies.left(10_000)).toBe(0);
    dailies.forget();
  });

  test('says why it cannot be had, and shows nothing to a page that is gone', async () => {
    const answers: Answer<DailyList>[] = [unavailable, list(60_000)];
    const dailies = new Dailies({ dailies: async () => answers.shift() ?? unavailable });
    await dailies.load();
    expect(dailies.failure).toEqual({ code: 'unavailable' });
    const late = dailies.load();
    dailies.forget();
    await late;
    expect(dailies.list).toBeUndefined();
  });
});

describe('what a person can do about a daily', () => {
  const mine = (ending: string | null) => ({ ...daily, mine: { ending } }) as unknown as Daily;
  test.each([
    [daily, 'begin'],
    [{ ...daily, phase: 'closed' } as Daily, 'missed'],
    [mine(null), 'resume'],
    [mine('won'), 'done'],
    [mine('conceded'), 'done'],
  ])('follows from its day and one’s own try', (one, state) => {
    expect(stateOf(one)).toBe(state);
  });

  test('while it is live, practice is on another deal of the same variant', async () => {
    const transport = new FakeTransport().answer('play:create', () => ok({ playId: 'p' }) as never);
    await practiseAnother(transport, { game: 'no-such-game', variant: 'bisley/thirteen' });
    const [asked] = transport.sent;
    expect(asked?.name).toBe('play:create');
    expect(JSON.stringify(asked?.request)).not.toContain('daily/');
    expect(asked?.request).toMatchObject({ variant: 'bisley/thirteen' });
  });
});
