import { mersenneDraw, newGame, shuffledPack, unwrap } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { solve } from '../src/index.ts';
import { plainSearch } from '../src/yardstick/index.ts';
import { endgames } from './endgames.ts';
import { inTime } from './in-time.ts';

const ENDGAMES = scaled(40, 300);

describe.each(['bisley/thirteen', 'bisley/twelve'])('%s', (variant) => {
  it(`agrees with brute force on ${2 * ENDGAMES} endgames`, () => {
    const asked = { variant, won: ENDGAMES, lost: ENDGAMES, seed: firstSeed };
    for (const { position, isWinnable } of endgames(asked)) {
      expect(unwrap(solve(position, inTime())).verdict).toBe(isWinnable ? 'won' : 'lost');
    }
  });

  it('agrees with the plain search on whole deals', () => {
    for (let seed = 1; seed <= scaled(3, 12); seed++) {
      const deal = unwrap(newGame(variant, shuffledPack(1, mersenneDraw([seed]))));
      const plain = plainSearch(deal, { ...inTime(), memoryBytes: 2 ** 20 });
      if (plain.verdict !== 'undecided')
        expect(unwrap(solve(deal, inTime())).verdict).toBe(plain.verdict);
    }
  });

  it('decides every deal, each win a line that the engine accepts', () => {
    const verdicts = Array.from({ length: 200 }, (_, n) =>
      unwrap(solve(unwrap(newGame(variant, shuffledPack(1, mersenneDraw([1000 + n])))), inTime())),
    );
    const won = verdicts.filter(({ verdict }) => verdict === 'won').length;
    expect(verdicts.every(({ verdict }) => verdict !== 'undecided')).toBe(true);
    expect(won).toBeGreaterThan(130);
    expect(won).toBeLessThan(180);
  });
});
