/** What is wrong is refused with a short code, and nothing is thrown or dealt. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  cardsHome,
  checkPosition,
  formatMove,
  gameList,
  isStuck,
  isVariantId,
  isWon,
  legalMoves,
  moveBetween,
  newGame,
  playMove,
  sortedPack,
  startPlay,
  suitsHome,
  unwrap,
  viewOf,
} from '../src/index.ts';
import type { GameId, VariantId } from '../src/index.ts';
import type { games } from '../src/games/index.ts';

const rulesOfAll = gameList.flatMap(({ variants }) => variants);

describe.each(rulesOfAll)('$id', (rules) => {
  const pack = sortedPack(rules.packs);
  const wrong = { ok: false, reason: { code: 'wrong-pack', at: rules.id } };

  it('deals no pack but that of its own number of packs, every card once', () => {
    const other = sortedPack(rules.packs === 1 ? 2 : 1);
    const twice = pack.with(0, 1);
    for (const bad of [
      other,
      twice,
      pack.slice(1),
      [...pack, 0],
      pack.with(0, -1),
      pack.with(0, NaN),
      [],
    ]) {
      expect(newGame(rules.id, bad)).toEqual(wrong);
      expect(startPlay(rules.id, bad, 'free')).toEqual(wrong);
    }
    expect(newGame(rules.id, pack).ok).toBe(true);
  });

  it('refuses every pile number that no pile has', () => {
    const deal = unwrap(newGame(rules.id, pack));
    for (const pile of [-1, rules.piles.length, 255, 1e9, 0.5, NaN, Infinity]) {
      for (const move of [
        { from: pile, to: 0 },
        { from: 0, to: pile },
      ]) {
        expect(playMove(deal, move)).toEqual({
          ok: false,
          reason: { code: 'no-such-pile', ...move },
        });
      }
    }
  });
});

it('a variant that is none is refused by name', () => {
  const reason = { code: 'no-such-variant', at: 'klondike' };
  expect(newGame('klondike', sortedPack(1))).toEqual({ ok: false, reason });
  expect(startPlay('klondike', sortedPack(1), 'free')).toEqual({ ok: false, reason });
});

it('a position of no known variant has no piles to play between, and nothing else is said of it', () => {
  const strange = { variant: 'klondike', piles: [[0], [1]], counters: [] };
  const move = { from: 0, to: 1 };
  expect(playMove(strange, move)).toEqual({ ok: false, reason: { code: 'no-such-pile', ...move } });
  expect(formatMove('klondike', move)).toBe('?>?');
  expect(checkPosition(strange)).toEqual({
    ok: false,
    reason: { code: 'no-such-variant', at: 'klondike' },
  });
  for (const ask of [legalMoves, isWon, isStuck, cardsHome, suitsHome, viewOf]) {
    expect(() => ask(strange)).toThrow(new RangeError('no variant named klondike'));
  }
});

describe('a move between two numbers', () => {
  it('is the move of just these numbers, also where no game has so many piles', () => {
    const numbers = [0, 1, 31, 32, 40, 255, -1, 0.5];
    for (const from of numbers) {
      for (const to of numbers) expect(moveBetween(from, to)).toEqual({ from, to });
    }
  });

  it('cannot be changed: everybody shares it', () => {
    const shared = moveBetween(3, 4);
    expect(() => Object.assign(shared, { to: 9 })).toThrow(TypeError);
    expect(moveBetween(3, 4)).toEqual({ from: 3, to: 4 });
  });
});

it('VariantId is the union of the registry’s names, and a text is asked whether it is one', () => {
  expectTypeOf<(typeof games)[GameId]['variants'][number]['id']>().toEqualTypeOf<VariantId>();
  // Names, not any text.
  expectTypeOf<'bisley/thirteen' | 'alhambra/standard'>().toExtend<VariantId>();
  expectTypeOf<'klondike'>().not.toExtend<VariantId>();
  expectTypeOf(rulesOfAll[0]!.id).toEqualTypeOf<VariantId>();
  expect(rulesOfAll.every(({ id }) => isVariantId(id))).toBe(true);
  expect(isVariantId('klondike')).toBe(false);
});

it('unwrap throws what a refusal says', () => {
  expect(() => unwrap(newGame('bisley/twelve', []))).toThrow('wrong-pack');
});
