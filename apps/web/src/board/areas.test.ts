import { gameList, variantOf } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { nextArea } from './areas.ts';

const variants = gameList.flatMap((game) => game.variants);

test.each(variants.map(({ id }) => id))(
  'P11: %s: one key leads through all areas, and back',
  (id) => {
    const { piles } = variantOf(id);
    const walk = (step: 1 | -1) => {
      const seen: string[] = [];
      let at = nextArea(piles, undefined, step);
      while (at) {
        seen.push(at.area);
        at = nextArea(piles, at.pile, step);
      }
      return seen;
    };
    expect(walk(1).slice(0, 2)).toEqual(['foundations', 'tableau']);
    expect(walk(1)).toHaveLength(piles.some(({ role }) => role === 'stock') ? 3 : 2);
    expect(walk(-1)).toEqual(walk(1).reverse());
  },
);
