import { isWon, newGame, packOf, playMove, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { solve } from '../src/index.ts';
import { plainSearch } from '../src/yardstick/index.ts';
import { endgames } from './endgames.ts';
import { inTime } from './in-time.ts';

const dealOf = (variant: string, text: string): Position => {
  const pack = packOf(text, variant.startsWith('bisley') ? 1 : 2);
  if (!pack.ok) throw new Error(pack.reason);
  return unwrap(newGame(variant, pack.value));
};

const variants = [
  'bisley/thirteen',
  'bisley/twelve',
  'sly-fox/standard',
  'british-square/piles',
  'british-square/columns',
  'british-square/union',
  'alhambra/standard',
];

describe.each(variants)('%s', (variant) => {
  it('the plain search finds what brute force finds', () => {
    // Where any card fills a space, little is lost and that takes long to settle.
    const [won, lost] = variant === 'british-square/union' ? [5, 0] : [15, 15];
    for (const { position, isWinnable } of endgames({ variant, won, lost, seed: 1 })) {
      const { verdict, moves } = plainSearch(position, inTime());
      expect(verdict).toBe(isWinnable ? 'won' : 'lost');
      let end = position;
      for (const move of moves) {
        const played = playMove(end, move);
        if (played.ok) end = played.value;
      }
      expect(isWon(end)).toBe(isWinnable);
    }
  });
});

describe('an effort', () => {
  it('is ended by being asked to stop', () => {
    const { verdict, moves } = plainSearch(dealOf('british-square/union', '1'), {
      shouldStop: () => true,
    });
    expect({ verdict, moves }).toEqual({ verdict: 'undecided', moves: [] });
  });

  it('is ended by the bound on its memory', () => {
    const { verdict, positions } = plainSearch(dealOf('british-square/union', '1'), {
      ...inTime(),
      memoryBytes: 2 ** 20,
    });
    expect(verdict).toBe('undecided');
    expect(positions).toBeGreaterThan(20_000);
    expect(positions).toBeLessThan(2 ** 20 / 8);
  });
});

it('a position that is won is won without a move', () => {
  const deal = dealOf('bisley/thirteen', '17');
  const suits = [0, 13, 26, 39].map((first) => Array.from({ length: 13 }, (_, n) => first + n));
  const won = { ...deal, piles: deal.piles.map((_, n) => suits[n] ?? []) };
  expect(unwrap(solve(won, inTime()))).toEqual({ verdict: 'won', moves: [], positions: 1 });
});
