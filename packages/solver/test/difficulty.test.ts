import {
  formatPosition,
  gameList,
  isFaceUp,
  legalMoves,
  mersenneDraw,
  newGame,
  pileAt,
  playMove,
  rankOf,
  shuffledPack,
  suitOf,
  unwrap,
  variantOf,
  viewOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { canonicalForm, canonicalOf } from '../src/difficulty/canonical.ts';
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

  it('has a canonical form whose piles are those of the deal, by other names', () => {
    const deal = renamed(dealOf(variant, 4), [2, 0, 3, 1]);
    const { position, pileOf } = canonicalForm(deal);
    const ranks = (piles: Position['piles'], n: number) => pileAt(piles, n).map(rankOf);
    const suits = new Map<number, number>();
    for (const [n, pile] of position.piles.entries()) {
      expect(ranks(deal.piles, pileOf(n))).toEqual(ranks(position.piles, n));
      for (const [at, card] of pile.entries()) {
        const named = suitOf(pileAt(deal.piles, pileOf(n))[at] ?? 0);
        expect(suits.get(suitOf(card)) ?? named).toBe(named);
        suits.set(suitOf(card), named);
      }
    }
    expect(new Set(suits.values()).size).toBe(4);
    expect(new Set(position.piles.map((_, n) => pileOf(n))).size).toBe(position.piles.length);
  });

  it('of what is not seen the canonical form knows nothing', () => {
    const view = viewOf(dealOf(variant, 6));
    const form = canonicalOf(view);
    for (const [n, pile] of view.piles.entries()) {
      const hidden = pile.filter((card) => !isFaceUp(card));
      expect(pileAt(form.piles, n).filter((card) => !isFaceUp(card))).toEqual(hidden);
    }
    // The first suit that lies open comes first, whatever the hidden cards are.
    const piles = variantOf(variant).piles;
    const lying = form.piles.filter((_, n) => !piles[n]?.builds).flat();
    expect(suitOf(lying.find(isFaceUp) ?? -1)).toBe(0);
  });

  it('is no deal any more after a move', () => {
    const deal = dealOf(variant, 3);
    expect(isOpening(deal)).toBe(true);
    for (const move of legalMoves(deal)) {
      const begun = unwrap(playMove(deal, move));
      expect(isOpening(begun)).toBe(false);
      expect(gradeDeal(begun)).toEqual({ ok: false, reason: { code: 'not-a-deal' } });
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

it.each([
  ['bisley/thirteen', 1, 1792, 4],
  ['bisley/thirteen', 2, 1495, 1],
  ['bisley/twelve', 1, 1827, 4],
  ['bisley/twelve', 2, 1713, 2],
  ['sly-fox/standard', 1, 1216, 2],
  ['sly-fox/standard', 2, 1243, 3],
  ['british-square/piles', 1, 3626, 5],
  ['british-square/piles', 2, 2931, 3],
  ['british-square/columns', 1, 1856, 2],
  ['british-square/columns', 2, 1923, 5],
  ['british-square/union', 2, 2931, 3],
  ['alhambra/standard', 1, 1221, 4],
  ['alhambra/standard', 2, 1268, 5],
])(
  '%s, deal %i: what version 3 says is stored, and stays',
  (variant, seed, trouble, difficulty) => {
    const grade = { difficulty, gradingVersion: 4, trouble };
    expect(unwrap(gradeDeal(dealOf(variant, seed)))).toEqual(grade);
  },
);

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
