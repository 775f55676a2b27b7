/** What a line is sent of how far everybody is: every change once, and nothing that it knows. */
import type { Progress } from '@same-deal/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changedIn,
  changedSince,
  emptyTally,
  lastChange,
  newsSince,
  note,
} from '../src/race/tally.ts';

const RACE = { code: 'ABC234', revision: 7 };
const progress = (changes: Partial<Progress> = {}): Progress => ({
  ...{ place: 1, cardsHome: 0, moves: 0, undos: 0, ending: null, elapsedMs: null },
  ...{ cardsHomeAtMs: 0, suitsHome: 0 },
  ...changes,
});
const seat = (id: string) => ({ userId: id, ownerId: id });

/** A tally of Anna and Ben, of whom Anna has the first seat. */
function ofTwo() {
  const tally = emptyTally();
  tally.seats = [seat('anna'), seat('ben')];
  note(tally.players, [progress(), progress()], 1);
  return tally;
}

test('P6: a line that puts together what it is sent, whenever it is, knows what is so', () => {
  const figures = fc.record({
    ...{ place: fc.integer({ min: 1, max: 3 }), cardsHome: fc.nat({ max: 4 }) },
    ...{ moves: fc.nat({ max: 3 }), undos: fc.nat({ max: 2 }), cardsHomeAtMs: fc.nat({ max: 2 }) },
    suitsHome: fc.nat({ max: 1 }),
  });
  const steps = fc.array(
    fc.record({ players: fc.tuple(figures, figures), ghost: figures, isSent: fc.boolean() }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const tally = emptyTally();
      tally.seats = [seat('anna'), seat('ben')];
      let seen = -1;
      /** What a watcher makes of the news: everybody's figures, as the page adds them up. */
      const known: number[][][] = [[], []];
      const take = () => {
        const news = newsSince(tally, RACE, seen, 'a watcher');
        expect(news === undefined).toBe(lastChange(tally) <= seen);
        seen = lastChange(tally);
        const [code, revision, players, ghosts = []] = news ?? ['ABC234', 7, []];
        expect([code, revision]).toEqual(['ABC234', 7]);
        for (const [list, changed] of [players, ghosts].entries()) {
          for (const [n, ...values] of changed) {
            // As the page takes them: what is left out is as it was, but suits, of which none is home then.
            const before = (known[list]![n] ?? []).slice(0, values.length === 5 ? 5 : undefined);
            known[list]![n] = [...values, ...before.slice(values.length)] as number[];
          }
        }
      };
      for (const [n, { players, ghost, isSent }] of all.entries()) {
        note(tally.players, players.map(progress), n + 1);
        note(tally.ghosts, [progress(ghost)], n + 1);
        if (isSent) take();
      }
      take();
      const shown = (list: typeof tally.players) =>
        list.map(({ progress: one }) => [
          ...[one.moves, one.undos, one.place, one.cardsHome, one.cardsHomeAtMs],
          ...(one.suitsHome ? [one.suitsHome] : []),
        ]);
      expect(known).toEqual([shown(tally.players), shown(tally.ghosts)]);
      expect(newsSince(tally, RACE, seen, 'a watcher')).toBeUndefined();
    }),
  );
});

test('P6: of oneself only the place is news', () => {
  const tally = ofTwo();
  note(tally.players, [progress({ moves: 1 }), progress()], 2);
  expect(newsSince(tally, RACE, 1, 'anna')).toBeUndefined();
  expect(newsSince(tally, RACE, 1, 'ben')).toEqual(['ABC234', 7, [[0, 1, 0]]]);
  note(tally.players, [progress({ moves: 1, place: 2 }), progress()], 3);
  expect(newsSince(tally, RACE, 2, 'anna')).toEqual(['ABC234', 7, [[0, 1, 0, 2, 0, 0]]]);
  // Whoever has become an account since the start is found by who they are now.
  tally.seats = [{ userId: 'guest', ownerId: 'anna' }, seat('ben')];
  note(tally.players, [progress({ moves: 2, place: 2 }), progress()], 4);
  expect(newsSince(tally, RACE, 3, 'anna')).toBeUndefined();
  expect(newsSince(tally, RACE, 3, 'guest')).toBeDefined();
});

test('no more is sent than what has changed', () => {
  const tally = ofTwo();
  note(tally.players, [progress(), progress({ moves: 1, cardsHome: 1, cardsHomeAtMs: 5 })], 2);
  note(tally.players, [progress(), progress({ moves: 2, cardsHome: 1, cardsHomeAtMs: 5 })], 3);
  expect(newsSince(tally, RACE, 2, 'anna')?.[2]).toEqual([[1, 2, 0]]);
  expect(newsSince(tally, RACE, 1, 'anna')?.[2]).toEqual([[1, 2, 0, 1, 1, 5]]);
  expect(changedIn(tally.players, 2)).toEqual([
    { n: 1, progress: progress({ moves: 2, cardsHome: 1, cardsHomeAtMs: 5 }) },
  ]);
  expect(changedIn(tally.players, 3)).toEqual([]);
});

test('a lead is taken by whoever brings a card home and comes first for it', () => {
  const changes = (first: Partial<Progress>, second: Partial<Progress>) => {
    const tally = ofTwo();
    note(tally.players, [progress(), progress({ place: 2 })], 2);
    return note(tally.players, [progress(first), progress(second)], 3);
  };
  expect(changes({ place: 2 }, { cardsHome: 1 })).toEqual({ isChanged: true, isLead: true });
  // The first has gone back, and the other is first without doing anything.
  expect(changes({ place: 2 }, {})).toEqual({ isChanged: true, isLead: false });
  // Further ahead than before.
  expect(changes({ cardsHome: 1 }, { place: 2 })).toEqual({ isChanged: true, isLead: false });
  // Level again: nobody has been overtaken, but the first is no longer alone.
  expect(changes({}, { cardsHome: 1 })).toEqual({ isChanged: true, isLead: true });
  expect(changes({}, { place: 2 })).toEqual({ isChanged: false, isLead: false });
});

test('each figure counts as a change by itself, and the same again does not', () => {
  const one: Partial<Progress>[] = [
    ...[{ place: 2 }, { cardsHome: 1 }, { cardsHomeAtMs: 1 }, { suitsHome: 1 }],
    ...[{ moves: 1 }, { undos: 1 }],
  ];
  for (const change of one) {
    const tally = ofTwo();
    const now = [progress(change), progress()];
    expect(note(tally.players, now, 2).isChanged, JSON.stringify(change)).toBe(true);
    expect(lastChange(tally)).toBe(2);
    expect(note(tally.players, now, 3).isChanged, JSON.stringify(change)).toBe(false);
    expect(lastChange(tally)).toBe(2);
  }
  expect(lastChange(emptyTally())).toBe(0);
});

test('how long a line has waited is counted from the first change that it has not been sent', () => {
  const tally = emptyTally();
  tally.recent = [
    { number: 4, at: 100 },
    { number: 6, at: 200 },
  ];
  expect([3, 4, 5, 6].map((seen) => changedSince(tally, seen))).toEqual([100, 200, 200, undefined]);
});
