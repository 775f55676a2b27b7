// Long work takes a few milliseconds of each turn of the event loop, however much of it there is.
import { encodeEntry, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { inSlices, STEPS_A_TURN } from '../src/in-slices.ts';
import type { Steps } from '../src/in-slices.ts';
import { offlinePractice } from '../src/play/offline.ts';
import { advance, answerTo, logOf, recordInTurns, recordOf } from '../src/play/play-record.ts';
import { endsOf } from '../src/play/settlement.ts';
import { playHeader } from './support/play-header.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Counts the steps of all works that it makes, turn by turn. */
function counted() {
  const turns: number[] = [0];
  let isOver = false;
  void (async () => {
    while (!isOver) {
      await nextTurn();
      turns.push(0);
    }
  })();
  function* work<Result>(steps: number, result: Result): Steps<Result> {
    for (let n = 0; n < steps; n++) {
      turns[turns.length - 1]! += 1;
      yield;
    }
    return result;
  }
  return { work, end: () => ((isOver = true), turns) };
}

test('P8: ten long works together take no more of a turn than one', async () => {
  const { work, end } = counted();
  const works = Array.from({ length: 10 }, (_, n) => inSlices(work(5_000, n)));
  expect(await Promise.all(works)).toEqual(works.map((_, n) => n));
  const turns = end();
  expect(turns.reduce((all, one) => all + one, 0)).toBe(50_000);
  // The counter's turn and the works' may begin in either order.
  expect(Math.max(...turns)).toBeLessThanOrEqual(2 * STEPS_A_TURN);
});

test('a short work does not wait for the end of a long one, a fault ends only its own, and alone it ends at once', async () => {
  await nextTurn();
  const { work, end } = counted();
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const long = inSlices(work(5_000, null)).then(note('long'));
  const failing = inSlices(
    (function* (): Steps<never> {
      yield;
      throw new Error('its own');
    })(),
  ).catch(note('failed'));
  const short = inSlices(work(60, null)).then(note('short'));
  await Promise.all([long, failing, short]);
  expect(ended).toEqual(['failed', 'short', 'long']);
  end();
  await nextTurn();
  let isDone = false;
  void inSlices(work(STEPS_A_TURN - 1, null)).then(() => (isDone = true));
  await Promise.resolve();
  expect(isDone).toBe(true);
});

const variant = 'bisley/thirteen';
const pack = unwrap(packOf('17', 1));
const header = playHeader({ id: 'p', variant, deal: '17', pack });
const opening = unwrap(newGame(variant, pack));
/** A card is brought home and taken back, again and again: each time the one before it was the last. */
const home = legalMoves(opening).find((move) => {
  const next = advance(recordOf(header, []), move, encodeEntry(move), 0);
  return next.ok && next.value.play.cardsHome > 0;
})!;
const entries = Array.from({ length: 5_000 }, (_, n) => ({
  code: encodeEntry(n % 2 === 0 ? home : 'undo'),
  elapsedMs: 3 * n,
}));

test('P5: any entry of the longest log is found', () => {
  const record = recordOf(header, entries);
  expect(record.damage).toBe(null);
  for (let number = 1; number <= entries.length; number++) {
    expect(answerTo(record, number)?.elapsedMs).toBe(entries[number - 1]!.elapsedMs);
  }
  expect(logOf(record)).toHaveLength(entries.length);
});

test.each<[string, () => Promise<unknown>]>([
  ['a log is read', () => recordInTurns(header, entries)],
  [
    'ten plays are settled',
    () =>
      endsOf(
        Array.from({ length: 10 }, () => ({ header, entries })),
        true,
      ),
  ],
  [
    'an offline play is submitted',
    () =>
      offlinePractice(
        {
          ...{ playId: '00000000-0000-4000-8000-000000000001', variant, deal: '17' },
          ...{ ageMs: 60_000, hints: 0 },
          entries: entries.map(({ code, elapsedMs }) => [code, elapsedMs] as [number, number]),
        },
        'anna',
        1_800_000_000_000,
      ),
  ],
])('P8: others have their turn while %s of 5,000 entries', async (_, work) => {
  let isOver = false;
  let turns = 0;
  const working = work().finally(() => (isOver = true));
  while (!isOver) {
    await nextTurn();
    turns += 1;
  }
  await working;
  expect(turns).toBeGreaterThanOrEqual(5_000 / STEPS_A_TURN);
});
