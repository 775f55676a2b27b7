import {
  encodeEntry,
  legalMoves,
  newGame,
  packOf,
  playMove,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { PlaySnapshot } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { entered, tablesOf } from './open-tables.ts';

const start = viewOf(unwrap(newGame('bisley/thirteen', unwrap(packOf('17', 1)))));
const moves: number[] = [];
let position = start;
for (let n = 0; n < 3; n++) {
  const move = legalMoves(position)[0]!;
  moves.push(encodeEntry(move));
  position = unwrap(playMove(position, move));
}
const table = (playId: string, entries: number) =>
  ({
    playId,
    start,
    undo: 'bounded',
    log: moves.slice(0, entries).map((entry, n) => ({ entry, elapsedMs: n })),
  }) as unknown as PlaySnapshot;
const entry = (playId: string, number: number) => ({
  ...{ playId, number, entry: moves[number - 1]!, elapsedMs: number },
  ending: null,
});

test('P2: all tables follow their entries, and those of other plays are nothing to them', () => {
  const tables = tablesOf([table('a', 0), table('b', 1)]);
  const next = entered(tables, [entry('a', 1), entry('x', 1), entry('b', 2), entry('a', 2)])!;
  expect(next).toEqual(tablesOf([table('a', 2), table('b', 2)]));
  // What came with the tables already changes nothing, and what has not changed is the same.
  expect(entered(next, [entry('a', 2)])!.map((one, n) => one === next[n])).toEqual([true, true]);
});

test('P5: where an entry is missing, or cannot be, the tables are asked for again', () => {
  const tables = tablesOf([table('a', 0)]);
  expect(entered(tables, [entry('a', 2)])).toBe(undefined);
  expect(entered(tables, [{ ...entry('a', 1), entry: 0x3f3f }])).toBe(undefined);
});
