import { gameList, packOf } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { winnableDeal } from './winnable-deal.ts';

test.each(gameList)(
  'while a day lives there are other deals of $id to practise on',
  async (game) => {
    const codes = await Promise.all(Array.from({ length: 40 }, () => winnableDeal(game.id)));
    expect(new Set(codes).size).toBeGreaterThan(1);
    for (const code of codes)
      expect(packOf(code ?? '', game.variants[0].packs).ok, code).toBe(true);
  },
);

test('an unknown game has none', async () => {
  expect(await winnableDeal('patience')).toBeUndefined();
});
