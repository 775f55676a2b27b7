/** A line between many nodes, and one that has grown too old. */
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import type { Answer, Failure } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Update } from '../state/update.svelte.ts';
import { FakeTransport } from './fake-transport.ts';
import { createLineRoute } from './line-route.ts';
import { createRoutedTransport, MOST_TRIES } from './routed-transport.ts';

const v = String(PROTOCOL_VERSION);
const check = { code: 'ABC234' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the query of a line', () => {
  test('carries the version, and where the page is at', () => {
    let here = undefined as string | undefined;
    const route = createLineRoute(() => here);
    expect(route.query()).toEqual({ v });
    here = 'ABC234';
    expect(route.query()).toEqual({ v, at: 'ABC234' });
  });

  test('carries the node that was named, once, then leaves it to the load balancer, ever more patiently', () => {
    const route = createLineRoute(
      () => 'ABC234',
      () => 1,
    );
    expect(route.follow({ at: 'race-7', node: 'n2' })).toBe(0);
    expect(route.query()).toEqual({ v, at: 'race-7', node: 'n2' });
    const waits = [1, 2, 3, 4, 5].map(() => {
      const wait = route.follow({ at: 'race-7', node: 'n2' });
      expect(route.query()).toEqual({ v, at: 'race-7' });
      return wait;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  test('lets pages that lost the same node come at different times', () => {
    const waitWith = (random: number) =>
      createLineRoute(
        () => 'A',
        () => random,
      ).follow({ at: 'A' });
    expect(waitWith(0)).toBe(250);
    expect(waitWith(1)).toBe(500);
    expect(new Set([0, 0.2, 0.4, 0.6].map(waitWith)).size).toBe(4);
  });

  test('names no node that cannot be reached', () => {
    const route = createLineRoute(() => 'A');
    route.unreachable();
    route.follow({ at: 'A', node: 'n2' });
    route.unreachable();
    expect(route.query()).toEqual({ v, at: 'A' });
  });

  test('forgets what was said of a race when the page is elsewhere', () => {
    let here: string | undefined = 'A';
    const route = createLineRoute(() => here);
    route.follow({ at: 'A', node: 'n2' });
    here = 'B';
    expect(route.query()).toEqual({ v, at: 'B' });
    here = undefined;
    expect(route.query()).toEqual({ v });
  });

  test('follows a node again once the last one was right', () => {
    const route = createLineRoute(() => 'A');
    route.follow({ at: 'A', node: 'n2' });
    route.arrived();
    expect(route.follow({ at: 'A', node: 'n3' })).toBe(0);
    expect(route.query()).toMatchObject({ node: 'n3' });
  });
});

/** A line on which `race:enter` gets these answers, one after another. */
function lineWith(...answers: (Answer<never> | 'served')[]) {
  const line = new FakeTransport().answer('race:enter', () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return next === 'served' || next === undefined ? { ok: true, data: {} as never } : next;
  });
  const queries: Record<string, string>[] = [];
  const route = createLineRoute(
    () => 'ABC234',
    () => 1,
  );
  vi.spyOn(line, 'reconnect').mockImplementation(() => void queries.push(route.query()));
  return { line, queries, transport: createRoutedTransport(line, route) };
}
const refusal = (failure: Failure): Answer<never> => ({ ok: false, error: failure });
const elsewhere = (node?: string) =>
  refusal({ code: 'elsewhere', at: 'race-7', ...(node !== undefined && { node }) });

describe('P8: a request that another node serves', () => {
  test('is asked there, and its answer is the answer', async () => {
    const { line, queries, transport } = lineWith(elsewhere('n2'), 'served');
    const answer = transport.request('race:enter', check);
    await vi.advanceTimersByTimeAsync(0);
    expect(await answer).toMatchObject({ ok: true });
    expect(queries).toEqual([{ v, at: 'race-7', node: 'n2' }]);
    expect(line.sent.map(({ name }) => name)).toEqual(['race:enter', 'race:enter']);
  });

  test('whose node is gone too is asked wherever the load balancer sends it, after a moment', async () => {
    const { queries, transport } = lineWith(elsewhere('n2'), elsewhere('n3'), 'served');
    const answer = transport.request('race:enter', check);
    await vi.advanceTimersByTimeAsync(0);
    expect(queries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(queries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ ok: true });
    expect(queries[1]).toEqual({ v, at: 'race-7' });
  });

  test('that nobody serves is given up as unavailable, for whoever asked to try later', async () => {
    const { line, transport } = lineWith(elsewhere());
    const answer = transport.request('race:enter', check);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answer).toEqual({ ok: false, error: { code: 'unavailable' } });
    expect(line.sent).toHaveLength(MOST_TRIES);
  });

  test('moves the line once, however many ask at the same time', async () => {
    const { queries, transport } = lineWith(elsewhere('n2'), elsewhere('n2'), 'served');
    const answers = [
      transport.request('race:enter', check),
      transport.request('race:enter', check),
    ];
    await vi.advanceTimersByTimeAsync(0);
    for (const answer of answers) expect(await answer).toMatchObject({ ok: true });
    expect(queries).toHaveLength(1);
  });

  test('is not mistaken for any other refusal', async () => {
    const { queries, transport } = lineWith(refusal({ code: 'not-found' }));
    expect(await transport.request('race:enter', check)).toEqual(refusal({ code: 'not-found' }));
    expect(queries).toEqual([]);
  });

  test('is followed at the door as well', async () => {
    const { line, queries } = lineWith('served');
    line.refuseLine({ code: 'elsewhere', at: 'race-7', node: 'n2' });
    await vi.advanceTimersByTimeAsync(0);
    expect(queries).toEqual([{ v, at: 'race-7', node: 'n2' }]);
  });

  test('leaves a node that cannot be reached', async () => {
    const { line, queries, transport } = lineWith(elsewhere('n2'), 'served');
    void transport.request('race:enter', check);
    await vi.advanceTimersByTimeAsync(0);
    line.refuseLine({ code: 'unavailable' });
    transport.reconnect();
    expect(queries).toEqual([
      { v, at: 'race-7', node: 'n2' },
      { v, at: 'race-7' },
    ]);
  });
});

test('all else goes over the line as it is', () => {
  const { line, transport } = lineWith('served');
  const lost = vi.fn();
  const news = vi.fn();
  transport.onSessionLost(lost);
  const stop = transport.on('daily:changed', news);
  const states: string[] = [];
  transport.onLine((state) => states.push(state));
  transport.connect();
  transport.disconnect();
  line.setLine('down');
  line.loseSession();
  line.emit('daily:changed', { day: '2026-11-21', game: 'bisley' });
  stop();
  line.emit('daily:changed', { day: '2026-11-21', game: 'bisley' });
  expect(line.calls).toEqual(['connect', 'disconnect']);
  expect(states).toEqual(['up', 'down']);
  expect(lost).toHaveBeenCalledOnce();
  expect(news).toHaveBeenCalledOnce();
});

describe('a page that is older than the service', () => {
  test('is offered a reload when a newer one has taken over', () => {
    const { line, transport } = lineWith('served');
    const update = new Update(transport);
    expect(update.isOffered).toBe(false);
    line.emit('service:updated', {});
    expect(update.isOffered).toBe(true);
  });

  test('is not, while moves are on their way', () => {
    const { line, transport } = lineWith('served');
    const update = new Update(transport);
    const stored = update.hold();
    const alsoStored = update.hold();
    line.emit('service:updated', {});
    expect(update.isOffered).toBe(false);
    stored();
    expect(update.isOffered).toBe(false);
    alsoStored();
    expect(update.isOffered).toBe(true);
  });

  test('is, when nothing is taken from it any more: what waits is kept, and goes out after the reload', async () => {
    const { transport } = lineWith(refusal({ code: 'outdated' }));
    const update = new Update(transport);
    update.hold();
    expect(await transport.request('race:enter', check)).toEqual(refusal({ code: 'outdated' }));
    expect(update.isOffered).toBe(true);
  });

  test('is, when it is refused at the door, and stays so', () => {
    const { line, transport } = lineWith('served');
    const update = new Update(transport);
    line.refuseLine({ code: 'outdated' });
    update.hold();
    line.emit('service:updated', {});
    expect(update.isOffered).toBe(true);
  });

  test('tells nobody who has stopped listening', () => {
    const { line, transport } = lineWith('served');
    const listener = vi.fn();
    transport.onOutdated(listener)();
    line.refuseLine({ code: 'outdated' });
    expect(listener).not.toHaveBeenCalled();
  });
});
