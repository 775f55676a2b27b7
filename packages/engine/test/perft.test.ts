/**
 * Perft: how many distinct positions can be reached in exactly so many moves from a named deal.
 *
 * Source of the numbers: this engine, each row checked against the slow second definition of the
 * rules in slow-rules.ts, which shares no code with it. Two positions are the same if their text is,
 * so the two copies of a card are not told apart. `pnpm test nightly engine` repeats the whole
 * cross-check, which otherwise stops where the slow definition would take seconds.
 */
import { describe, expect, it } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import { formatPosition, legalMoves, newGame, packOf, playMove, variantOf } from '../src/index.ts';
import { valueOf } from './positions.ts';
import { readTable, slowMoves, slowPlay, writeTable } from './slow-rules.ts';
import type { SlowTable } from './slow-rules.ts';

/** Positions by depth: after 1 move, 2 moves and so on. */
const golden: readonly (readonly [variant: string, deal: string, counts: readonly number[]])[] = [
  ['bisley/thirteen', '1', [9, 38, 115, 294, 651, 1274, 2315, 4023, 6754]],
  ['bisley/thirteen', 'ms3000000000', [8, 33, 104, 286, 696, 1489, 2874, 5106, 8574]],
  ['bisley/thirteen', '12345678901234567890', [9, 45, 163, 476, 1191, 2640, 5311]],
  ['bisley/twelve', '1', [5, 10, 16, 22, 32, 48, 81, 127, 188, 258]],
  ['bisley/twelve', 'ms3000000000', [9, 45, 171, 549, 1530, 3769, 8451]],
  ['bisley/twelve', '12345678901234567890', [5, 12, 28, 68, 144, 264, 431, 641, 885, 1167]],
  ['sly-fox/standard', '1', [22, 443, 8864]],
  ['sly-fox/standard', 'ms3000000000', [23, 468]],
  ['sly-fox/standard', '12345678901234567890', [23, 488]],
  ['british-square/piles', '1', [8, 31, 87, 203, 516, 1442, 3848]],
  ['british-square/piles', 'ms3000000000', [7, 27, 86, 224, 553, 1332, 2991, 6591]],
  ['british-square/piles', '12345678901234567890', [14, 98, 473, 1698, 4937]],
  [
    'british-square/columns',
    '1',
    [
      1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 16, 16, 17, 20, 23, 25, 28, 33, 41,
      55, 80, 121,
    ],
  ],
  [
    'british-square/columns',
    'ms3000000000',
    [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 7, 8, 8, 8, 8, 8, 8, 8, 9],
  ],
  [
    'british-square/columns',
    '12345678901234567890',
    [
      2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 5, 7, 8, 8, 8, 9, 11, 12, 12, 13, 16, 18, 18, 18, 18, 19,
      25, 39,
    ],
  ],
  ['british-square/union', '1', [8, 131, 2045]],
  ['british-square/union', 'ms3000000000', [7, 99, 1533]],
  ['british-square/union', '12345678901234567890', [14, 269, 4892]],
  ['alhambra/standard', '1', [3, 12, 22, 30, 51, 79, 117, 167, 225, 286]],
  ['alhambra/standard', 'ms3000000000', [5, 22, 71, 192, 407, 755, 1240, 1916, 2786, 3923]],
  ['alhambra/standard', '12345678901234567890', [2, 10, 18, 30, 53, 88, 115, 137, 165, 220]],
];

const SLOW_POSITIONS = scaled(150, Infinity);

function opening(variant: string, deal: string) {
  return valueOf(newGame(variant, valueOf(packOf(deal, variantOf(variant).packs))));
}

/** The number of distinct tables at each depth. */
function perft<Table>(
  start: Table,
  depth: number,
  next: (table: Table) => Table[],
  textOf: (table: Table) => string,
) {
  const counts: number[] = [];
  let layer = [start];
  while (counts.length < depth) {
    const reached = new Map<string, Table>();
    for (const table of layer) for (const one of next(table)) reached.set(textOf(one), one);
    layer = [...reached.values()];
    counts.push(layer.length);
  }
  return counts;
}

describe('perft', () => {
  it.each(golden)('%s, deal %s', (variant, deal, counts) => {
    const start = opening(variant, deal);
    const fast = perft(
      start,
      counts.length,
      (position) => legalMoves(position).map((move) => valueOf(playMove(position, move))),
      formatPosition,
    );
    expect(fast).toEqual(counts);

    const slowDepth = [1, ...counts].filter((count) => count <= SLOW_POSITIONS).length;
    const slow = perft<SlowTable>(
      readTable(variant, formatPosition(start)),
      Math.min(slowDepth, counts.length),
      (table) => slowMoves(table).map((move) => slowPlay(table, move)),
      writeTable,
    );
    expect(slow).toEqual(counts.slice(0, slow.length));
  });
});
