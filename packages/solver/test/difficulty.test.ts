import { mersenneDraw, newGame, shuffledPack, unwrap } from '@same-deal/engine';
import { expect, it } from 'vitest';
import { difficultyOf, solve } from '../src/index.ts';

it.each(['bisley/thirteen', 'bisley/twelve'])(
  '%s: each class has about a fifth of the winnable deals',
  (variant) => {
    const counts = new Map<number, number>();
    let winnable = 0;
    for (let seed = 5001; seed <= 5500; seed++) {
      const deal = unwrap(newGame(variant, shuffledPack(1, mersenneDraw([seed]))));
      const { verdict, positions } = solve(deal);
      if (verdict !== 'won') continue;
      winnable++;
      const difficulty = difficultyOf(variant, positions);
      counts.set(difficulty, (counts.get(difficulty) ?? 0) + 1);
    }
    for (const difficulty of [1, 2, 3, 4, 5]) {
      const share = (counts.get(difficulty) ?? 0) / winnable;
      expect(share).toBeGreaterThan(0.12);
      expect(share).toBeLessThan(0.3);
    }
  },
);

it('grows with the positions, also in a variant that was not measured', () => {
  for (const variant of ['bisley/thirteen', 'british-square/union']) {
    const classes = [1, 1e1, 15, 1e2, 1e3, 1e4, 1e5, 1e6].map((n) => difficultyOf(variant, n));
    expect(classes).toEqual(classes.toSorted((a, b) => a - b));
    expect([classes[0], classes.at(-1)]).toEqual([1, 5]);
  }
});
