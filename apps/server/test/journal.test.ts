// The journal, with a store that is let through by hand.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createJournal } from '../src/play/journal.ts';
import type { EntryOutcome, JournalOptions, NewEntry, WriteOutcome } from '../src/play/journal.ts';

const entryOf = (playId: string, number = 1): NewEntry => ({
  playId,
  number,
  code: 0,
  elapsedMs: 0,
  ended: null,
});

function gatedJournal(options: Partial<JournalOptions> = {}) {
  const batches: string[][] = [];
  const gates: {
    readonly open: (outcomes: WriteOutcome[]) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const journal = createJournal({
    write: (entries) => {
      batches.push(entries.map(({ playId }) => playId));
      return new Promise((open, fail) => gates.push({ open, fail }));
    },
    faultOf: (error) => (String(error).includes('line') ? 'outage' : 'other'),
    onFault: () => undefined,
    ...options,
  });
  const append = (playId: string, number?: number) =>
    new Promise<EntryOutcome>((done) => journal.append(entryOf(playId, number), done));
  const reached = (count: number) => expect.poll(() => gates.length).toBe(count);
  return { journal, append, batches, gates, reached };
}

describe('P4: the journal', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('what arrives during a commit goes into the next one, in order', async () => {
    const { append, batches, gates, reached } = gatedJournal({ lanes: 1 });
    const first = append('a');
    await reached(1);
    const later = ['b', 'c', 'd'].map((id) => append(id));
    gates[0]!.open(['written']);
    expect(await first).toBe('written');
    await reached(2);
    gates[1]!.open(['written', 'refused', 'fenced']);
    expect(await Promise.all(later)).toEqual(['written', 'refused', 'fenced']);
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  test('what arrives soon after a commit has begun shares the next one, though none is under way', async () => {
    const { append, batches, gates, reached } = gatedJournal({ batchEveryMs: [1_000, 1_000] });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const first = append('a');
    while (gates.length === 0) await turn();
    gates[0]!.open(['written']);
    await first;
    const later = [append('b')];
    // As frames of two people arrive, in different turns of the event loop.
    for (let n = 0; n < 5; n++) await turn();
    later.push(append('c'));
    await reached(2);
    gates[1]!.open(['written', 'written']);
    await Promise.all(later);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  test('the more arrives, the sooner the next batch begins, within bounds', async () => {
    vi.useFakeTimers();
    const began: number[] = [];
    const journal = createJournal({
      write: async (entries) => {
        began.push(performance.now());
        return entries.map(() => 'written');
      },
      faultOf: () => 'other',
      onFault: () => undefined,
      batchEveryMs: [10, 20],
    });
    /** Milliseconds between batches while an entry comes so often, once that has shown. */
    async function apart(everyMs: number): Promise<number> {
      for (let ms = 0; ms < 200; ms += everyMs) {
        journal.append(entryOf(`${everyMs} ${ms}`), () => undefined);
        await vi.advanceTimersByTimeAsync(everyMs);
      }
      const [before = 0, last = 0] = began.slice(-2);
      return last - before;
    }
    expect(await apart(50)).toBe(50);
    expect(await apart(4)).toBe(20);
    expect(await apart(0.5)).toBe(10);
    const between = await apart(1);
    expect(between).toBeGreaterThan(10);
    expect(between).toBeLessThan(20);
  });

  test('nor does somebody wait for others who plays alone', async () => {
    vi.useFakeTimers();
    const journal = createJournal({
      write: async (entries) => entries.map(() => 'written'),
      faultOf: () => 'other',
      onFault: () => undefined,
      batchEveryMs: [10, 20],
    });
    let sent = 0;
    // As a page does that was away: the next one goes with the answer to the last.
    const goOn = () => journal.append(entryOf('a', ++sent), () => sent < 10 && goOn());
    const began = performance.now();
    goOn();
    while (sent < 10) await vi.advanceTimersByTimeAsync(1);
    // The ninth of batches that began ten milliseconds apart.
    expect(performance.now() - began).toBe(80);
  });

  test('nothing is acknowledged before its commit', async () => {
    const { append, gates, reached } = gatedJournal();
    let isAnswered = false;
    const answer = append('a').then(() => (isAnswered = true));
    await reached(1);
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    gates[0]!.open(['written']);
    await answer;
  });

  test('P5: two entries of one play are never on their way at once', async () => {
    const { append, journal, gates, reached } = gatedJournal();
    const first = append('a', 1);
    expect(() => journal.append(entryOf('a', 1), () => undefined)).toThrow('play a');
    await reached(1);
    expect(() => journal.append(entryOf('a', 2), () => undefined)).toThrow('play a');
    gates[0]!.open(['written']);
    await first;
    const second = append('a', 2);
    await reached(2);
    gates[1]!.open(['written']);
    expect(await second).toBe('written');
  });

  test('a batch has a limit', async () => {
    const { append, batches, gates, reached } = gatedJournal({ lanes: 1 });
    const answers = Array.from({ length: 600 }, (_, n) => append(String(n)));
    await reached(1);
    gates[0]!.open(Array.from({ length: 512 }, () => 'written'));
    await reached(2);
    gates[1]!.open(Array.from({ length: 88 }, () => 'written'));
    expect((await Promise.all(answers)).every((outcome) => outcome === 'written')).toBe(true);
    expect(batches.map(({ length }) => length)).toEqual([512, 88]);
  });

  test('a batch that hangs holds up its own plays alone', async () => {
    const { append, gates, reached } = gatedJournal();
    const stuck = append('a');
    await reached(1);
    const other = append('b');
    await reached(2);
    gates[1]!.open(['written']);
    expect(await other).toBe('written');
    gates[0]!.open(['written']);
    expect(await stuck).toBe('written');
  });

  test('P8: where every lane hangs, what waits is unavailable after a bounded time', async () => {
    const { append, reached } = gatedJournal({ lanes: 1, waitLimitMs: 60 });
    void append('a');
    await reached(1);
    expect(await append('b')).toBe('unavailable');
  });

  test('a play that somebody holds is tried again, and its neighbours are written meanwhile', async () => {
    const { append, batches, gates, reached } = gatedJournal({ lanes: 1 });
    const [held, free] = [append('a'), append('b')];
    await reached(1);
    gates[0]!.open(['busy', 'written']);
    expect(await free).toBe('written');
    await reached(2);
    gates[1]!.open(['written']);
    expect(await held).toBe('written');
    expect(batches).toEqual([['a', 'b'], ['a']]);
  });

  test('after a broken line all of a batch is tried again', async () => {
    const { append, batches, gates, reached } = gatedJournal({ lanes: 1 });
    const answers = [append('a'), append('b')];
    await reached(1);
    gates[0]!.fail(new Error('the line broke'));
    await reached(2);
    gates[1]!.open(['refused', 'written']);
    expect(await Promise.all(answers)).toEqual(['refused', 'written']);
    expect(batches).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('one entry that cannot be taken does not keep the others out', async () => {
    const { append, gates, reached } = gatedJournal({ lanes: 1 });
    const answers = [append('a'), append('b')];
    await reached(1);
    gates[0]!.fail(new Error('odd'));
    await reached(2);
    gates[1]!.fail(new Error('odd'));
    await reached(3);
    gates[2]!.open(['written']);
    expect(await Promise.all(answers)).toEqual(['unavailable', 'written']);
  });
});

describe('P8: the journal in an outage', () => {
  // In this order: what is restored later would be the clock of this test.
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** So many plays have an entry waiting; counts how often the journal wakes, and what it hands to storage. */
  async function outage(plays: number, write: JournalOptions['write']) {
    vi.useFakeTimers();
    const wakes = vi.spyOn(globalThis, 'setTimeout');
    const handed: number[] = [];
    const journal = createJournal({
      write: (entries) => {
        handed.push(entries.length);
        return write(entries);
      },
      faultOf: () => 'outage',
      onFault: () => undefined,
    });
    const outcomes: EntryOutcome[] = [];
    for (let n = 0; n < plays; n++) {
      // Some of them come once others are on their way.
      if (n >= plays - 10) await vi.advanceTimersByTimeAsync(20);
      journal.append(entryOf(String(n)), (outcome) => outcomes.push(outcome));
    }
    return { journal, outcomes, handed, wakes: () => wakes.mock.calls.length };
  }

  test('where every lane hangs, it wakes when something has waited too long, and not before', async () => {
    const { outcomes, wakes } = await outage(5_000, () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(3_700);
    expect(outcomes).toEqual([]);
    expect(wakes()).toBeLessThan(20);
    await vi.advanceTimersByTimeAsync(400);
    expect(outcomes.length).toBeGreaterThanOrEqual(5_000 - 3 * 512);
    expect(new Set(outcomes)).toEqual(new Set(['unavailable']));
    expect(wakes()).toBeLessThan(40);
  });

  test('where storage refuses at once, it asks ever more rarely, and what waits is left alone', async () => {
    const refused = () => Promise.reject(new Error('the line broke'));
    const { outcomes, handed, wakes } = await outage(5_000, refused);
    await vi.advanceTimersByTimeAsync(3_700);
    expect(outcomes).toEqual([]);
    expect(handed.length).toBeLessThan(20);
    expect(wakes()).toBeLessThan(40);
    await vi.advanceTimersByTimeAsync(400);
    expect(outcomes).toHaveLength(5_000);
  });

  test('and writes all of it, in order, soon after storage is back', async () => {
    let isBack = false;
    const written: string[] = [];
    const { journal, outcomes } = await outage(2_000, async (entries) => {
      if (!isBack) throw new Error('the line broke');
      written.push(...entries.map(({ playId }) => playId));
      return entries.map(() => 'written');
    });
    await vi.advanceTimersByTimeAsync(3_000);
    isBack = true;
    await vi.advanceTimersByTimeAsync(500);
    expect(written).toEqual(Array.from({ length: 2_000 }, (_, n) => String(n)));
    expect(new Set(outcomes)).toEqual(new Set(['written']));
    expect(journal.pending()).toBe(0);
  });
});
