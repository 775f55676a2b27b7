import {
  formatPosition,
  gameList,
  mersenneDraw,
  newGame,
  rankOf,
  shuffledPack,
  unwrap,
  variantOf,
  viewOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { canonicalOf } from '../src/difficulty/canonical.ts';
import { begin, playOn } from '../src/careful.ts';
import { GRADING_VERSION, gradeDeal, isOpening, solve } from '../src/index.ts';
import { renamed } from './renamed.ts';
import { scaled } from '../../../tools/scale.ts';

const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(variantOf(variant).packs, mersenneDraw([seed]))));

const variants = gameList.flatMap((game) => game.variants.map(({ id }) => id));
const namings = [0, 1, 2, 3]
  .flatMap((a) => [0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3].map((c) => [a, b, c, 6 - a - b - c])))
  .filter((names) => new Set(names).size === 4 && names.every((suit) => suit >= 0 && suit <= 3));

describe.each(variants)('%s', (variant) => {
  it('has one canonical form for every naming of its suits, with the same cards', () => {
    expect(namings).toHaveLength(24);
    for (let seed = 1; seed <= scaled(10, 300); seed++) {
      const deal = dealOf(variant, seed);
      const form = formatPosition(canonicalOf(deal));
      for (const names of namings) {
        expect(formatPosition(canonicalOf(renamed(deal, names)))).toBe(form);
      }
      const ranks = ({ piles }: Position) => piles.map((pile) => pile.map(rankOf));
      const lying = ({ piles }: Position) => ranks({ ...deal, piles: piles.slice(8) });
      expect(lying(canonicalOf(deal))).toEqual(lying(deal));
      expect(isOpening(canonicalOf(deal))).toBe(true);
    }
  });

  it('is graded alike whatever its suits are called', () => {
    for (let seed = 1; seed <= scaled(2, 300); seed++) {
      const deal = dealOf(variant, seed);
      const names = namings[1 + (seed % 23)] ?? [];
      expect(gradeDeal(renamed(deal, names))).toEqual(gradeDeal(deal));
    }
  });

  it('is played by what is seen: hidden cards change nothing until one of them turns up', () => {
    const deal = dealOf(variant, 5);
    const stock = variantOf(variant).piles.findIndex(({ role }) => role === 'stock');
    const other = {
      ...deal,
      piles: deal.piles.map((pile, n) => {
        const half = Math.floor(pile.length / 2);
        return n === stock ? [...pile.slice(0, half).reverse(), ...pile.slice(half)] : pile;
      }),
    };
    const viewAfter = (start: Position, moves: number) =>
      viewOf(playOn(begin(start), mersenneDraw([9]), moves).position);
    const deepest = Math.floor((deal.piles[stock]?.length ?? 0) / 2);
    for (let moves = 1; moves <= 60; moves++) {
      const view = viewAfter(deal, moves);
      if ((view.piles[stock]?.length ?? 0) <= deepest && deepest > 0) break;
      expect(viewAfter(other, moves)).toEqual(view);
    }
  });
});

it('says under which grading a class was given', () => {
  expect(unwrap(gradeDeal(dealOf('bisley/thirteen', 1))).gradingVersion).toBe(GRADING_VERSION);
});

it('grades nothing but whole deals that show every card', () => {
  const deal = dealOf('alhambra/standard', 1);
  expect(gradeDeal(viewOf(deal))).toEqual({ ok: false, reason: { code: 'face-down', at: 's' } });
  const begun = { ...deal, counters: [1] };
  expect(gradeDeal(begun)).toEqual({ ok: false, reason: { code: 'not-a-deal' } });
});

it('bisley: each class has about a fifth of the winnable deals', () => {
  const counts = [0, 0, 0, 0, 0];
  let winnable = 0;
  for (let seed = 5001; seed <= 5000 + scaled(100, 1000); seed++) {
    const deal = dealOf('bisley/thirteen', seed);
    if (unwrap(solve(deal)).verdict !== 'won') continue;
    winnable++;
    const { difficulty } = unwrap(gradeDeal(deal));
    counts[difficulty - 1] = (counts[difficulty - 1] ?? 0) + 1;
  }
  for (const count of counts) {
    expect(count / winnable).toBeGreaterThan(0.08);
    expect(count / winnable).toBeLessThan(0.35);
  }
});
