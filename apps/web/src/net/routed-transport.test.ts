/** A line between many nodes, and one that has grown too old. */
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import type { Answer, Failure } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Update } from '../state/update.svelte.ts';
import { FakeTransport } from './fake-transport.ts';
import { createLineRoute } from './line-route.ts';
import { createRoutedTransport, MOST_TRIES } from './routed-transport.ts';

const v = String(PROTOCOL_VERSION);
const quiet = '1';
const check = { code: 'ABC234' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
    expect(queries).toEqual([{ v, quiet, at: 'race-7', node: 'n2' }]);
    expect(line.sent.map(({ name }) => name)).toEqual(['race:enter', 'race:enter']);
  });

  test('whose node names itself away is asked wherever the load balancer sends it, after a moment', async () => {
    const { queries, transport } = lineWith(elsewhere('n2'), elsewhere('n2'), 'served');
    const answer = transport.request('race:enter', check);
    await vi.advanceTimersByTimeAsync(0);
    expect(queries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(499);
    expect(queries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ ok: true });
    expect(queries[1]).toEqual({ v, quiet, at: 'race-7' });
  });

  test('waits as after the first miss once it has arrived, also where it was served at the first try', async () => {
    const { line, queries, transport } = lineWith('served');
    const nobody = { code: 'elsewhere', at: 'race-7' } as const;
    for (let n = 0; n < 5; n++) {
      line.refuseLine(nobody);
      await vi.advanceTimersByTimeAsync(4_000);
    }
    expect(queries).toHaveLength(5);
    await transport.request('race:enter', check);
    line.refuseLine(nobody);
    await vi.advanceTimersByTimeAsync(500);
    expect(queries).toHaveLength(6);
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
    expect(queries).toEqual([{ v, quiet, at: 'race-7', node: 'n2' }]);
  });

  test('leaves a node that cannot be reached', async () => {
    const { line, queries, transport } = lineWith(elsewhere('n2'), 'served');
    void transport.request('race:enter', check);
    await vi.advanceTimersByTimeAsync(0);
    line.refuseLine({ code: 'unavailable' });
    transport.reconnect();
    expect(queries).toEqual([
      { v, quiet, at: 'race-7', node: 'n2' },
      { v, quiet, at: 'race-7' },
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
