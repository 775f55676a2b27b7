import { describe, expect, test } from 'vitest';
import { codeWords } from '../messages/codes.en.ts';
import { ownDeal } from './own-deal.ts';

const { dealMistakes } = codeWords;

describe('a deal that a person types', () => {
  test.each(['17', 'ms5498619032', ' 17 ', 'daily/2026-11-20'])('%s is one', (typed) => {
    expect(ownDeal(typed, 1)).toEqual({ deal: typed.trim() });
  });

  test('is explained when it is none', () => {
    expect(ownDeal('seven', 1)).toEqual({ mistake: dealMistakes['not-a-deal'] });
    expect(ownDeal('', 1)).toEqual({ mistake: dealMistakes['not-a-deal'] });
    expect(ownDeal('daily/tomorrow', 1)).toEqual({ mistake: dealMistakes['not-a-deal'] });
  });

  test('is explained when a number has no deal', () => {
    expect(ownDeal('9'.repeat(30), 2)).toEqual({ mistake: dealMistakes['out-of-range'] });
  });

  test('is explained when a code was mistyped', () => {
    expect(ownDeal('A2F-9KD-3QX', 1)).toEqual({ mistake: dealMistakes.mistyped });
  });
});
