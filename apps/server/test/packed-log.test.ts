import { FACE_DOWN } from '@same-deal/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, emptyLog, entriesOf, entryOf, logWith } from '../src/play/packed-log.ts';

const entries = fc.record(
  {
    entry: fc.nat({ max: 0xffff }),
    elapsedMs: fc.nat({ max: 2 ** 31 - 1 }),
    turnedUp: fc.integer({ min: FACE_DOWN, max: 103 }),
  },
  { requiredKeys: ['entry', 'elapsedMs'] },
);
const counts = fc.record({
  moves: fc.nat({ max: 5000 }),
  cardsHome: fc.nat({ max: 104 }),
  homeSince: fc.nat({ max: 5000 }),
});

test('a packed log is the list of what was added, by number, whole, and by column', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(entries, counts), { maxLength: 100 }), (added) => {
      const log = added.reduce((to, [entry, count]) => logWith(to, entry, count), emptyLog);
      expect(log.length).toBe(added.length);
      expect(entriesOf(log)).toEqual(added.map(([entry]) => entry));
      for (const [n, [entry]] of added.entries()) expect(entryOf(log, n + 1)).toEqual(entry);
      expect([entryOf(log, 0), entryOf(log, added.length + 1)]).toEqual([undefined, undefined]);
      const { ms, moves, cardsHome, homeSince } = columnsOf(log);
      expect([...ms]).toEqual([0, ...added.map(([{ elapsedMs }]) => elapsedMs)]);
      expect([...moves]).toEqual([0, ...added.map(([, of]) => of.moves)]);
      expect([...cardsHome]).toEqual([0, ...added.map(([, of]) => of.cardsHome)]);
      expect([...homeSince]).toEqual([0, ...added.map(([, of]) => of.homeSince)]);
    }),
  );
});
