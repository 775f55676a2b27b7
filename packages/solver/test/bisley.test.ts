import { mersenneDraw, newGame, shuffledPack, unwrap } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
<<<<<<< HEAD
import { solve } from '../src/index.ts';
import { plainSearch } from '../src/yardstick/index.ts';
=======
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { plainSearch, solve } from '../src/index.ts';
>>>>>>> 432d388 (Keep one case of each kind in the test, and the many for test:nightly)
import { endgames } from './endgames.ts';
import { inTime } from './in-time.ts';

const ENDGAMES = scaled(75, 300);

describe.each(['bisley/thirteen', 'bisley/twelve'])('%s', (variant) => {
<<<<<<< HEAD
  it('agrees with brute force on 600 endgames', () => {
    for (const { position, isWinnable } of endgames({ variant, won: 300, lost: 300, seed: 7 })) {
      expect(unwrap(solve(position)).verdict).toBe(isWinnable ? 'won' : 'lost');
=======
  it(`agrees with brute force on ${2 * ENDGAMES} endgames`, () => {
    const asked = { variant, won: ENDGAMES, lost: ENDGAMES, seed: firstSeed };
    for (const { position, isWinnable } of endgames(asked)) {
      expect(solve(position, inTime()).verdict).toBe(isWinnable ? 'won' : 'lost');
>>>>>>> 432d388 (Keep one case of each kind in the test, and the many for test:nightly)
    }
  });

  it('agrees with the plain search on whole deals', () => {
<<<<<<< HEAD
    for (let seed = 1; seed <= 12; seed++) {
      const deal = unwrap(newGame(variant, shuffledPack(1, mersenneDraw([seed]))));
      const plain = plainSearch(deal, { memoryBytes: 2 ** 20 });
      if (plain.verdict !== 'undecided') expect(unwrap(solve(deal)).verdict).toBe(plain.verdict);
=======
    for (let seed = 1; seed <= scaled(3, 12); seed++) {
      const deal = newGame(variant, shuffledPack(1, mersenneDraw([seed])));
      const plain = plainSearch(deal, { ...inTime(), memoryBytes: 2 ** 20 });
      if (plain.verdict !== 'undecided') expect(solve(deal, inTime()).verdict).toBe(plain.verdict);
>>>>>>> 432d388 (Keep one case of each kind in the test, and the many for test:nightly)
    }
  });

  it('decides every deal, each win a line that the engine accepts', () => {
    const verdicts = Array.from({ length: 200 }, (_, n) =>
<<<<<<< HEAD
      unwrap(solve(unwrap(newGame(variant, shuffledPack(1, mersenneDraw([1000 + n])))))),
=======
      solve(newGame(variant, shuffledPack(1, mersenneDraw([1000 + n]))), inTime()),
>>>>>>> 432d388 (Keep one case of each kind in the test, and the many for test:nightly)
    );
    const won = verdicts.filter(({ verdict }) => verdict === 'won').length;
    expect(verdicts.every(({ verdict }) => verdict !== 'undecided')).toBe(true);
    expect(won).toBeGreaterThan(130);
    expect(won).toBeLessThan(180);
  });
});
