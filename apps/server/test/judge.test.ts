/** How an entry is judged, from the play alone. */
import { decodeMove, encodeEntry, legalMoves } from '@same-deal/engine';
import type { Entry } from '@same-deal/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, lastWord, refuse } from '../src/play/judge.ts';
import type { Verdict } from '../src/play/judge.ts';
import { figuresOf, logOf, recordOf } from '../src/play/play-record.ts';
import type { PlayHeader, PlayRecord } from '../src/play/play-record.ts';
import { playHeader, raceHeader } from './support/play-header.ts';

const T = 1_800_000_000_000;

const request = (record: PlayRecord, entry: Entry, receivedAt: number, expected?: number) => ({
  playId: record.header.id,
  userId: 'anna',
  expected: expected ?? record.play.entries + 1,
  entry,
  receivedAt,
  connection: 'a line',
});

const ask = (record: PlayRecord, entry: Entry, receivedAt: number, expected?: number): Verdict =>
  judge(record, request(record, entry, receivedAt, expected));

/** What it was answered with; undefined if it is to be committed. */
const answerIn = (verdict: Verdict) => ('answer' in verdict ? verdict.answer : undefined);
const codeIn = (verdict: Verdict): string | undefined => {
  const answer = answerIn(verdict);
  return answer?.ok === false ? answer.error.code : undefined;
};

function committed(verdict: Verdict) {
  if ('answer' in verdict) throw new Error(JSON.stringify(verdict.answer));
  return verdict;
}

const enter = (record: PlayRecord, entry: Entry, receivedAt: number): PlayRecord =>
  committed(ask(record, entry, receivedAt)).next;

const fresh = (changes: Partial<PlayHeader> = {}) => recordOf(raceHeader(T, changes), []);
const firstMove = (record: PlayRecord) => legalMoves(record.play.position)[0]!;
const never = decodeMove(0);

describe('an entry', () => {
  test('that is legal is to be committed with its number, its code and its time', () => {
    const record = fresh();
    const move = firstMove(record);
    const { next, entry } = committed(ask(record, move, T + 1234));
    const code = encodeEntry(move);
    expect(entry).toEqual({
      ...{ playId: record.header.id, number: 1, code, elapsedMs: 1234, ended: null },
    });
    expect(logOf(next)).toMatchObject([{ entry: code, elapsedMs: 1234 }]);
    expect(record.play.entries, 'the record is as it was').toBe(0);
  });

  test('that ends the play carries what is stored of its end', () => {
    const record = enter(fresh(), firstMove(fresh()), T + 500);
    const { next, entry } = committed(ask(record, 'concede', T + 800));
    expect(entry.ended).toEqual(figuresOf(next));
    expect(entry.ended).toMatchObject({ ending: 'conceded', moves: 1, elapsedMs: 800 });
  });

  test('P5: that was accepted before is answered as it was then, even once the play is over', () => {
    const record = fresh();
    const move = firstMove(record);
    const over = enter(enter(record, move, T + 100), 'concede', T + 200);
    const again = answerIn(ask(over, move, T + 9_999_999, 1));
    expect(again).toEqual({
      ok: true,
      data: { entry: encodeEntry(move), elapsedMs: 100, number: 1, ending: null },
    });
    expect(answerIn(ask(over, 'concede', T - 5, 2))).toMatchObject({
      ok: true,
      data: { number: 2, ending: 'conceded' },
    });
  });

  test('P5: with a number that is taken by another, or that is not due yet, is stale, and told how the table is', () => {
    const record = enter(fresh(), firstMove(fresh()), T + 100);
    for (const expected of [1, 3, 70]) {
      const answer = answerIn(ask(record, 'concede', T + 200, expected));
      expect(answer).toMatchObject({ ok: false, error: { code: 'stale', number: 1 } });
      expect(answer).toMatchObject({
        error: { view: { variant: 'bisley/thirteen', piles: record.play.position.piles } },
      });
    }
  });

  test('P2: before the start is refused without a look at the deal, but for giving up', () => {
    const record = fresh();
    const early = answerIn(ask(record, firstMove(record), T - 250));
    expect(early).toEqual(refuse('not-started', { startsInMs: 250 }));
    expect(answerIn(ask(record, never, T - 250))).toEqual(early);
    expect(codeIn(ask(record, 'concede', T - 1, 2)), 'of another number').toBe('not-started');
    const { entry } = committed(ask(record, 'concede', T - 1));
    expect(entry).toMatchObject({ elapsedMs: 0, ended: { ending: 'conceded' } });
    committed(ask(record, firstMove(record), T));
  });

  test('of a play that is over, damaged or out of time is refused in those words', () => {
    const over = enter(fresh(), 'concede', T + 10);
    expect(codeIn(ask(over, firstMove(over), T + 20))).toBe('play-ended');
    const damaged = recordOf(raceHeader(T, { pack: [1, 2, 3] }), []);
    expect(codeIn(ask(damaged, 'concede', T + 20, 9))).toBe('play-damaged');
    const record = fresh();
    expect(codeIn(ask(record, firstMove(record), T + 900_000))).toBe('time-is-up');
    committed(ask(record, firstMove(record), T + 899_999));
  });

  test('that the rules refuse says why', () => {
    const record = fresh();
    expect(answerIn(ask(record, 'undo', T + 1))).toEqual(refuse('nothing-to-undo'));
    const illegal = answerIn(ask(record, never, T + 1));
    expect(illegal).toMatchObject({ ok: false, error: { code: 'illegal-move' } });
    expect(illegal?.ok === false && illegal.error.rejection).toBeTruthy();
  });

  test('P7: its time never runs backwards, whatever the clock does, and fits its column', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1e7 }), { maxLength: 20 }), (times) => {
        let record = recordOf(playHeader(), []);
        let latest = 0;
        for (const [n, at] of times.entries()) {
          const verdict = ask(record, n % 2 === 0 ? firstMove(record) : 'undo', Math.max(0, at));
          record = committed(verdict).next;
          latest = Math.max(latest, at);
          expect(figuresOf(record).elapsedMs).toBe(latest);
        }
      }),
    );
    const late = committed(ask(recordOf(playHeader(), []), 'concede', 2 ** 40));
    expect(late.entry.elapsedMs).toBe(2 ** 31 - 1);
  });
});

describe('the last word on an entry that storage has refused twice', () => {
  const record = fresh();
  const move = request(record, firstMove(record), T + 899_999);

  test('is that time is up, if it is by now', () => {
    expect(lastWord(record, move, T + 900_000)).toEqual(refuse('time-is-up'));
  });

  test('is that it is stale, if the cap is not what was in the way', () => {
    expect(lastWord(record, move, T + 899_999)).toMatchObject({ error: { code: 'stale' } });
    const open = recordOf(playHeader(), []);
    expect(lastWord(open, request(open, firstMove(open), 5), 1e12)).toMatchObject({
      error: { code: 'stale', number: 0 },
    });
  });

  test('P5: is its own answer, if it was written after all', () => {
    const written = enter(record, move.entry, move.receivedAt);
    expect(lastWord(written, move, T + 900_000)).toMatchObject({ ok: true, data: { number: 1 } });
  });
});
