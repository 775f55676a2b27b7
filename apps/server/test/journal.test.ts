// The journal, with a store that is let through by hand.
import { describe, expect, test } from 'vitest';
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
