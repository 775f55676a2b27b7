/** What is called hopeless in the four columns of British Square is lost, by brute force too. */
import { formatPosition, mersenneDraw, playMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { createIsHopeless } from '../src/british-square/hopeless.ts';
import { squareTable } from '../src/british-square/table.ts';
import { solve } from '../src/index.ts';
import { newStore } from '../src/two-deck/table.ts';
import { bruteForce, dealtUnder, playedOn, scattered } from './endgames.ts';
import { inTime } from './in-time.ts';

const VARIANT = 'british-square/columns';
const MOST = 1000;

function isHopeless(position: Position): boolean {
  const table = squareTable(position);
  if (!table) return false;
  const store = newStore(1, table.stride);
  table.begin(store, 0);
  return createIsHopeless(table)(store, 0);
}

it('no position that brute force wins is called hopeless, nor any on the way to the win', () => {
  const draw = mersenneDraw([31 + firstSeed]);
  const sources = [playedOn, scattered, dealtUnder];
  const counts = { hopeless: 0, lost: 0, won: 0 };
  for (let n = 0; n < scaled(120, 20_000); n++) {
    const position = (sources[n % sources.length] ?? scattered)(VARIANT, draw);
    const isWinnable = bruteForce(position, MOST);
    const isCalled = isHopeless(position);
    if (isWinnable === undefined) continue;
    if (isCalled) counts.hopeless++;
    counts[isWinnable ? 'won' : 'lost']++;
    if (!isWinnable) continue;
    if (isCalled) expect.fail(`called hopeless, but can be won: ${formatPosition(position)}`);
    let table = position;
    for (const move of unwrap(solve(position, inTime())).moves) {
      table = unwrap(playMove(table, move));
      if (isHopeless(table)) expect.fail(`hopeless on a winning line: ${formatPosition(table)}`);
    }
  }
  // Enough of each kind to mean something.
  expect(counts.won).toBeGreaterThan(12);
  expect(counts.hopeless).toBeGreaterThan(counts.lost / 4);
});
