import { gameList, legalMoves, playMove, unwrap } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { solve } from '../src/index.ts';
import { endgames } from './endgames.ts';
import { inTime } from './in-time.ts';

const safe = gameList.flatMap(({ variants }) =>
  variants.filter((rules) => 'homeIsSafe' in rules && rules.homeIsSafe),
);

describe.each(safe.map((rules) => [rules.id, rules] as const))('%s', (variant, { piles }) => {
  it('BIS-4, BIS-9: can still be won after any card has gone home, whichever foundation it chose', () => {
    const won = scaled(60, 400);
    let tried = 0;
    for (const { position, isWinnable } of endgames({ variant, won, lost: 0, seed: firstSeed })) {
      if (!isWinnable) continue;
      for (const move of legalMoves(position)) {
        if (piles[move.to]?.role !== 'foundation') continue;
        tried++;
        const after = unwrap(playMove(position, move));
        expect(unwrap(solve(after, inTime())).verdict).toBe('won');
      }
    }
    expect(tried).toBeGreaterThan(won / 2);
  });
});

it('is said of some games, and not of those whose cards may be needed to build on', () => {
  const ids = safe.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['bisley/thirteen', 'bisley/twelve']));
  for (const one of ['sly-fox', 'british-square', 'alhambra']) {
    expect(ids.filter((id) => id.startsWith(one))).toEqual([]);
  }
});
