/** The search of the four columns of British Square, and what it leaves out, against brute force. */
import { formatPosition, mersenneDraw, playMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { searchColumns } from '../src/british-square/columns.ts';
import { createKinderGame } from '../src/british-square/hopeless.ts';
import { createShifts } from '../src/british-square/shifts.ts';
import { squareTable } from '../src/british-square/table.ts';
import { solve } from '../src/index.ts';
import { boundsOf } from '../src/solution.ts';
import { checkWins } from '../src/check-wins.ts';
import { newStore } from '../src/two-deck/table.ts';
import { bruteForce, dealtUnder, playedOn, randomGame, scattered } from './endgames.ts';
import { inTime } from './in-time.ts';

const VARIANT = 'british-square/columns';
const MOST = 1000;

function isHopeless(position: Position): boolean {
  const table = squareTable(position);
  if (!table) return false;
  const store = newStore(1, table.stride);
  table.begin(store, 0);
  return createKinderGame(table).isHopeless(store, 0, 100);
}

/** Small positions of whole games and of small packs, as far as brute force decides them. */
function settledPositions() {
  const draw = mersenneDraw([31 + firstSeed]);
  const sources = [playedOn, scattered, dealtUnder];
  return Array.from({ length: scaled(120, 20_000) }, (_, n) => {
    const position = (sources[n % sources.length] ?? scattered)(VARIANT, draw);
    return { position, isWinnable: bruteForce(position, MOST) };
  }).filter(({ isWinnable }) => isWinnable !== undefined);
}
const settled = settledPositions();

it('no position that brute force wins is called hopeless, nor any on the way to the win', () => {
  const counts = { hopeless: 0, lost: 0, won: 0 };
  for (const { position, isWinnable } of settled) {
    const isCalled = isHopeless(position);
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

it('decides them as brute force does, on built columns too, with wins that the engine accepts', () => {
  const counts = { won: 0, lost: 0, built: 0 };
  for (const { position, isWinnable } of settled) {
    const table = squareTable(position);
    if (!table) continue;
    const { verdict, line } = searchColumns(table, boundsOf(inTime()));
    if (verdict !== (isWinnable ? 'won' : 'lost')) expect.fail(formatPosition(position));
    if (isWinnable) unwrap(checkWins(position, table.lineOf(line)));
    counts[isWinnable ? 'won' : 'lost']++;
    const isBuilt = position.counters.some(
      (base, column) => (position.piles[4 + column]?.length ?? 0) > 1 + base,
    );
    if (isBuilt) counts.built++;
  }
  expect(counts.won).toBeGreaterThan(12);
  expect(counts.lost).toBeGreaterThan(12);
  expect(counts.built).toBeGreaterThan(5);
});

it('finds every position that shifts lead to, and the same name for all of them', () => {
  const draw = mersenneDraw([39 + firstSeed]);
  let shifted = 0;
  for (let n = 0; n < scaled(8, 100); n++) {
    for (const position of randomGame(VARIANT, draw, 0)) {
      const table = squareTable(position);
      if (!table) continue;
      const store = newStore(1, table.stride);
      table.begin(store, 0);
      const shifts = createShifts(table);
      shifts.collect(store, 0);
      const { count, high, low } = shifts;
      const last = count - 1;
      const line = table.lineOf(shifts.lineTo(last));
      const end = line.reduce((from, move) => unwrap(playMove(from, move)), position);
      if (last > 0) shifted++;
      const other = squareTable(end);
      if (!other) throw new Error('a shift leads to no run');
      other.begin(store, 0);
      const back = createShifts(other);
      back.collect(store, 0);
      expect([back.count, back.high, back.low]).toEqual([count, high, low]);
    }
  }
  expect(shifted).toBeGreaterThan(20);
});
