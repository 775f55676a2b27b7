import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeMove, isWon, newGame, packOf, playMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fairQueue, fairTurns } from '../src/fair-queue.ts';
import { createSearches } from '../src/solver/searches.ts';
import type { Searches, SearchesOptions } from '../src/solver/searches.ts';
import { run } from '../src/solver/worker.ts';
import { buildTestApp } from './support/app.ts';
import { solverWorker } from './support/processes.ts';
import { listen } from './support/sockets.ts';

function dealt(variant: string, deal: string, packs: 1 | 2): Position {
  const pack = packOf(deal, packs);
  if (!pack.ok) throw new Error(pack.reason);
  return unwrap(newGame(variant, pack.value));
}
const easy = dealt('bisley/thirteen', '1', 1);
/** Nobody decides it in the length of a test: four columns, of which no search has ever decided a deal. */
const endless = dealt('british-square/columns', '1', 2);

const budget = { ms: 60_000, memoryBytes: 64 * 2 ** 20 };
const solve = (position: Position) => ({ kind: 'solve', position }) as const;

describe('the queue', () => {
  test('whoever waits has a turn before anybody has a second one', () => {
    const queue = fairQueue<string>({ most: 10, mostEach: 4 });
    for (const job of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(job[0]!, job);
    const taken = Array.from({ length: 7 }, () => queue.next());
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  });

  test('is bounded, and so is each person’s share of it', () => {
    const queue = fairQueue<number>({ most: 3, mostEach: 2 });
    expect(queue.add('a', 1)).toBe(true);
    expect(queue.add('a', 2)).toBe(true);
    expect(queue.add('a', 3)).toBe(false);
    expect(queue.add('b', 4)).toBe(true);
    expect(queue.add('c', 5)).toBe(false);
    queue.remove('a', 1);
    expect(queue.add('c', 6)).toBe(true);
    expect([queue.next(), queue.next(), queue.next(), queue.size()]).toEqual([2, 4, 6, 0]);
  });

  test('whatever happens: nothing is lost or comes twice, and the turn is whose last one is longest ago', () => {
    const person = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ add: person }),
      fc.constant('next' as const),
      fc.record({ remove: fc.nat(30) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = fairQueue<number>({ most: 12, mostEach: 5 });
        const inside = new Map<number, string>();
        const isWaiting = (who: string) => [...inside.values()].includes(who);
        /** When each person began to wait, or had the last turn. */
        const since = new Map<string, number>();
        for (const [time, one] of steps.entries()) {
          if (one === 'next') {
            const [due] = [...new Set(inside.values())].sort(
              (a, b) => since.get(a)! - since.get(b)!,
            );
            const job = queue.next();
            expect(inside.get(job ?? -1)).toBe(due);
            if (job !== undefined) inside.delete(job);
            if (due !== undefined) since.set(due, time);
          } else if ('add' in one) {
            if (!isWaiting(one.add)) since.set(one.add, time);
            if (queue.add(one.add, time)) inside.set(time, one.add);
          } else {
            queue.remove(inside.get(one.remove) ?? 'a', one.remove);
            inside.delete(one.remove);
          }
          expect(queue.size()).toBe(inside.size);
          expect(inside.size).toBeLessThanOrEqual(12);
        }
      }),
    );
  });
});

describe('searches', () => {
  let opened: Searches[] = [];
  const open = (options: SearchesOptions = {}) => {
    const searches = createSearches({
      workerFile: solverWorker(),
      threads: 1,
      ...options,
    });
    opened.push(searches);
    return searches;
  };
  afterEach(async () => {
    await Promise.all(opened.map((searches) => searches.close()));
    opened = [];
  });

  test('find a win that the engine accepts', async () => {
    const found = await open().search(solve(easy), budget, 'anna');
    if (!found.ok || found.value.verdict !== 'won') throw new Error(JSON.stringify(found));
    let position = easy;
    for (const code of found.value.moves) {
      const played = playMove(position, decodeMove(code));
      if (!played.ok) throw new Error(played.reason.code);
      position = played.value;
    }
    expect(isWon(position)).toBe(true);
    expect(found.value.difficulty).toBeGreaterThanOrEqual(1);
  });

  test('refuse to run on the event loop', () => {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    expect(() => run({ work: solve(easy), heapBytes: 2 ** 30, stop, ...budget })).toThrow(
      'worker thread',
    );
  });

  test('a request is answered while a search runs', async () => {
    const searches = open();
    const { app, close } = await buildTestApp();
    const url = await listen(app);
    const over = new AbortController();
    const search = searches.search(solve(endless), budget, 'anna', over.signal);
    for (let n = 0; n < 20; n++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(searches.load().running, 'it still runs').toBe(1);
    over.abort();
    expect(await search).toEqual({ ok: false, why: 'cancelled' });
    await close();
  });

  test('end when nobody waits any more, running or not, and make room for the next', async () => {
    const searches = open();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = searches.search(solve(endless), budget, 'anna', first.signal);
    const waiting = searches.search(solve(endless), budget, 'ben', second.signal);
    const last = searches.search(solve(easy), budget, 'carla');
    expect(searches.load()).toEqual({ running: 1, waiting: 2 });
    second.abort();
    expect(await waiting).toEqual({ ok: false, why: 'cancelled' });
    expect(searches.load()).toEqual({ running: 1, waiting: 1 });
    first.abort();
    expect(await running).toEqual({ ok: false, why: 'cancelled' });
    expect(await last).toMatchObject({ ok: true, value: { verdict: 'won' } });
    expect(searches.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('stop at their time, and say that they do not know', async () => {
    const found = await open().search(solve(endless), { ...budget, ms: 200 }, 'anna');
    expect(found).toMatchObject({ ok: true, value: { verdict: 'undecided', moves: [] } });
  });

  test('are refused when too much waits already', async () => {
    const searches = open({ bounds: { most: 3, mostEach: 2 } });
    const running = searches.search(solve(endless), budget, 'anna');
    const waiting = [1, 2].map(() => searches.search(solve(endless), budget, 'anna'));
    expect(await searches.search(solve(endless), budget, 'anna')).toEqual({
      ok: false,
      why: 'busy',
    });
    const other = searches.search(solve(endless), budget, 'ben');
    expect(await searches.search(solve(endless), budget, 'carla')).toEqual({
      ok: false,
      why: 'busy',
    });
    await searches.close();
    for (const search of [running, ...waiting, other]) {
      expect(await search).toEqual({ ok: false, why: 'cancelled' });
    }
  });

  test('take turns: one person’s many do not hold up another’s one', async () => {
    const searches = open({ bounds: { most: 20, mostEach: 10 } });
    const done: string[] = [];
    const ask = (who: string) =>
      searches.search(solve(easy), budget, who).then(() => done.push(who));
    await Promise.all(['a', 'a', 'a', 'a', 'b'].map(ask));
    expect(done.indexOf('b')).toBeLessThan(3);
  });

  test('in the background give way to anybody’s, and come one at a time', async () => {
    const searches = open();
    const behind = searches.searchInBackground(solve(endless), budget);
    expect(searches.load()).toEqual({ running: 1, waiting: 0 });
    expect(await searches.searchInBackground(solve(easy), budget)).toEqual({
      ok: false,
      why: 'busy',
    });
    const asked = searches.search(solve(easy), budget, 'anna');
    expect(await behind).toEqual({ ok: false, why: 'gave-way' });
    expect(await asked).toMatchObject({ ok: true, value: { verdict: 'won' } });
    expect(await searches.searchInBackground(solve(easy), budget)).toMatchObject({ ok: true });
  });

  describe('with a worker that misbehaves', () => {
    let folder: string;
    const script = (body: string): string => {
      const file = path.join(folder, `worker-${randomInt(1e9)}.mjs`);
      writeFileSync(
        file,
        `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (task) => { ${body} });`,
      );
      return file;
    };
    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'solver-'));
      return () => rmSync(folder, { recursive: true });
    });

    test('one that takes more memory than it may ends by itself, long before its time', async () => {
      // A thread that has loaded the searches has more than that.
      const searches = open({ heapMegabytes: 1 });
      const found = await searches.search(solve(endless), { ...budget, ms: 600_000 }, 'anna');
      expect(found).toMatchObject({ ok: true, value: { verdict: 'undecided' } });
    });

    test('one that does not heed its time loses its thread', async () => {
      const searches = open({ workerFile: script('for (;;);'), graceMs: 100 });
      const found = await searches.search(solve(easy), { ...budget, ms: 100 }, 'anna');
      expect(found).toMatchObject({ ok: true, value: { verdict: 'undecided' } });
    });

    test('one at fault is told of', async () => {
      const searches = open({ workerFile: script('throw new Error("a fault of ours");') });
      await expect(searches.search(solve(easy), budget, 'anna')).rejects.toThrow('a fault of ours');
    });

    test('P8: a thread that cannot be started ends the search at once, finds nothing out, and ends no process', async () => {
      const searches = open({ workerFile: path.join(folder, 'missing.mjs') });
      await expect(searches.search(solve(easy), budget, 'anna')).rejects.toThrow('missing.mjs');
      await expect(searches.searchInBackground(solve(easy), budget)).rejects.toThrow('missing.mjs');
      expect(searches.load()).toEqual({ running: 0, waiting: 0 });
    });
  });
});

describe('turns', () => {
  test('P8: whoever asks for hundreds keeps nobody from a turn', async () => {
    const inTurn = fairTurns(2);
    const done: string[] = [];
    const goes: (() => void)[] = [];
    const job = (who: string) =>
      inTurn(who, () => new Promise<void>((go) => goes.push(go))).then(() => void done.push(who));
    const all = [...Array.from({ length: 300 }, () => job('greedy')), job('anna'), job('ben')];
    for (let n = 0; n < 5; n++) {
      goes.splice(0, 1)[0]?.();
      await new Promise((next) => setTimeout(next));
    }
    expect(done.filter((who) => who !== 'greedy').sort()).toEqual(['anna', 'ben']);
    while (goes.length > 0) {
      goes.shift()?.();
      await new Promise((next) => setTimeout(next));
    }
    await Promise.all(all);
    expect(done).toHaveLength(302);
  });

  test('a turn that fails is handed on', async () => {
    const inTurn = fairTurns(1);
    const failed = inTurn('anna', () => Promise.reject(new Error('gone')));
    const next = inTurn('ben', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('gone');
    expect(await next).toBe('done');
  });
});
