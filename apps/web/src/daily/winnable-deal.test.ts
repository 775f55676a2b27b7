import { gameList, packOf } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { winnableDeal } from './winnable-deal.ts';

const sampled = Object.keys(import.meta.glob('../../../../packages/solver/sample/*.jsonl'));

test.each(gameList.filter(({ id }) => sampled.some((file) => file.endsWith(`/${id}.jsonl`))))(
  'while a day lives there are other deals of $id to practise on',
  async (game) => {
    const codes = await Promise.all(Array.from({ length: 40 }, () => winnableDeal(game.id)));
    expect(new Set(codes).size).toBeGreaterThan(1);
    for (const code of codes)
      expect(packOf(code ?? '', game.variants[0].packs).ok, code).toBe(true);
  },
);

test('there are games with a sample', () => {
  expect(sampled.length).toBeGreaterThan(3);
});

test('an unknown game has none', async () => {
  expect(await winnableDeal('patience')).toBeUndefined();
});
