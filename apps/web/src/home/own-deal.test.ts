import { describe, expect, test } from 'vitest';
import { codeWords } from '../messages/codes.en.ts';
import { ownDeal } from './own-deal.ts';

const { dealMistakes } = codeWords;

/** Nothing here has a code that the service must be asked about. */
const none = { ok: false, error: { code: 'not-found' } } as const;
const api = { duplicate: async () => none, get: async () => none };

describe('a deal that a person types', () => {
  test.each(['17', 'ms5498619032', ' 17 ', 'daily/2026-11-20'])('%s is one', async (typed) => {
    expect(await ownDeal(typed, 1, api)).toEqual({ deal: typed.trim() });
  });

  test('is explained when it is none', async () => {
    expect(await ownDeal('seven', 1, api)).toEqual({ mistake: dealMistakes['not-a-deal'] });
    expect(await ownDeal('', 1, api)).toEqual({ mistake: dealMistakes['not-a-deal'] });
    expect(await ownDeal('daily/tomorrow', 1, api)).toEqual({
      mistake: dealMistakes['not-a-deal'],
    });
  });

  test('is explained when a number has no deal', async () => {
    expect(await ownDeal('9'.repeat(30), 2, api)).toEqual({
      mistake: dealMistakes['out-of-range'],
    });
  });

  test('may be a code or a link to something else, which leads there', async () => {
    expect(await ownDeal('abc 235', 1, api)).toEqual({ path: '/race/ABC235' });
    expect(await ownDeal('https://a.example/daily', 1, api)).toEqual({ path: '/daily' });
  });

  test('is explained when a code was mistyped', async () => {
    expect(await ownDeal('A2F-9KD-3QX', 1, api)).toEqual({ mistake: dealMistakes.mistyped });
  });
});
