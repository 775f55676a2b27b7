/** Alhambra's proof by the row alone, against brute force. */
import { mersenneDraw, newGame, packOf, playMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { createRowProof } from '../src/alhambra/row-alone.ts';
import { solve } from '../src/index.ts';
import { countProofs } from './endgames.ts';
import { inTime } from './in-time.ts';
import { renamed } from './renamed.ts';

const VARIANT = 'alhambra/standard';
const MOST = 200_000;
const dealOf = (code: string): Position => unwrap(newGame(VARIANT, unwrap(packOf(code, 2))));
const isRowLost = (position: Position, most = MOST) =>
  createRowProof(position)(most, inTime().shouldStop);

it('no position that brute force wins has a row that is lost alone', () => {
  const draw = mersenneDraw([43 + firstSeed]);
  const counts = countProofs(
    VARIANT,
    draw,
    scaled(150, 20_000),
    (position) => isRowLost(position) === true,
  );
  expect(counts.won).toBeGreaterThan(15);
  expect(counts.proved).toBeGreaterThan(counts.lost / 4);
});

describe('proves whole deals lost', () => {
  it.each([
    ['diamonds alone', 'AAA-AAA-C56'],
    ['two suits', 'AAA-AAA-B9H'],
    ['all four suits', 'AAA-AAA-BUU'],
  ])('by %s, whatever the suits are called', (_by, code) => {
    const deal = dealOf(code);
    for (const names of [
      [0, 1, 2, 3],
      [1, 2, 3, 0],
    ]) {
      expect(isRowLost(renamed(deal, names))).toBe(true);
    }
  });

  it('in the search of a whole deal too', () => {
    expect(unwrap(solve(dealOf('AAA-AAA-C56'), inTime())).verdict).toBe('lost');
  });

  it('but none on the way to a win', () => {
    const deal = dealOf('AAA-AAA-ABG');
    const { moves } = unwrap(solve(deal, inTime()));
    expect(moves.length).toBeGreaterThan(0);
    let table = deal;
    for (const [n, move] of moves.entries()) {
      table = unwrap(playMove(table, move));
      if (n % 10 === 0) expect(isRowLost(table, 5000)).not.toBe(true);
    }
  });

  it('and says nothing once its effort is spent', () => {
    expect(isRowLost(dealOf('AAA-AAA-B9H'), 1)).toBeUndefined();
    expect(createRowProof(dealOf('AAA-AAA-BUU'))(MOST, () => true)).toBeUndefined();
  });
});
