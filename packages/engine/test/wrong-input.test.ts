/** What is wrong is refused with a short code, and nothing is thrown or dealt. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  gameList,
  isVariantId,
  newGame,
  playMove,
  sortedPack,
  startPlay,
  unwrap,
} from '../src/index.ts';
import type { VariantId } from '../src/index.ts';

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

it('VariantId is the union of the registry’s names, and a text is asked whether it is one', () => {
  expectTypeOf<VariantId>().toEqualTypeOf<
    | 'bisley/thirteen'
    | 'bisley/twelve'
    | 'sly-fox/standard'
    | 'british-square/piles'
    | 'british-square/columns'
    | 'british-square/union'
    | 'alhambra/standard'
  >();
  expectTypeOf(rulesOfAll[0]!.id).toEqualTypeOf<VariantId>();
  expect(rulesOfAll.every(({ id }) => isVariantId(id))).toBe(true);
  expect(isVariantId('klondike')).toBe(false);
});

it('unwrap throws what a refusal says', () => {
  expect(() => unwrap(newGame('bisley/twelve', []))).toThrow('wrong-pack');
});
