import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import { drawOf, playRandomly, randomDeal, valueOf } from '../test/positions.ts';
import { slowVariants } from '../test/slow-rules.ts';
import { checkPosition, parsePosition, viewOf } from './index.ts';
import type { Position } from './index.ts';

const dealOf = (variant: string) => randomDeal(variant, drawOf(1));
const errorOf = (position: Position) => {
  const checked = checkPosition(position);
  return checked.ok ? undefined : checked.reason;
};
/** The deal with one pile, or its counters, changed. */
const withPile = (variant: string, pile: number, cards: readonly number[]): Position => {
  const deal = dealOf(variant);
  return { ...deal, piles: deal.piles.map((old, n) => (n === pile ? cards : old)) };
};
const withCounters = (variant: string, ...counters: number[]): Position => ({
  ...dealOf(variant),
  counters,
});

describe.each(slowVariants)('%s', (variant) => {
  it('BIS-14, SLY-15, BRI-16, ALH-14: no play breaks an invariant, nor does a view of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 - 1 }), (seed) => {
        const draw = drawOf(seed);
        playRandomly(randomDeal(variant, draw), 150, draw, (_, __, after) => {
          expect(errorOf(after)).toBeUndefined();
          expect(errorOf(viewOf(after))).toBeUndefined();
        });
      }),
      { numRuns: cases(10) },
    );
  });

  it('BIS-14, SLY-15, BRI-16, ALH-14: a card too many, too few, twice or none is named', () => {
    const { piles } = dealOf(variant);
    const last = piles.length - 2;
    const cards = piles[last] ?? [];
    const rest = cards.slice(1);
    expect(errorOf(withPile(variant, last, rest))).toEqual({ code: 'wrong-cards' });
    const other = piles[last + 1]?.[0] ?? 0;
    expect(errorOf(withPile(variant, last, [other, ...rest]))?.code).toBe('wrong-cards');
    expect(errorOf(withPile(variant, last, [104, ...rest]))?.code).toBe('wrong-cards');
    for (const none of [-2, 0.5, NaN, Infinity]) {
      expect(errorOf(withPile(variant, last, [none, ...rest]))?.code).toMatch(/card/);
    }
  });
});

it('what is no variant, or not its number of piles, is named', () => {
  const deal = dealOf('bisley/thirteen');
  expect(errorOf({ ...deal, variant: 'klondike' })).toEqual({
    code: 'no-such-variant',
    at: 'klondike',
  });
  expect(errorOf({ ...deal, variant: 'bisley/twelve' })?.code).toBe('wrong-number-of-piles');
});

it('BIS-14: foundations are in order and there are no counters', () => {
  const deal = dealOf('bisley/thirteen');
  const [clubs, spades, ...rest] = deal.piles;
  const swapped = { ...deal, piles: [spades ?? [], clubs ?? [], ...rest] };
  expect(errorOf(swapped)).toEqual({ code: 'foundation-out-of-order', at: 'faC' });
  expect(errorOf(withCounters('bisley/thirteen', 0))?.code).toBe('wrong-counters');
});

it('SLY-15: the count of placed cards is −1 to 19', () => {
  for (const placed of [-1, 0, 19]) {
    expect(errorOf(withCounters('sly-fox/standard', placed))).toBeUndefined();
  }
  for (const placed of [-2, 20, 0.5, NaN]) {
    expect(errorOf(withCounters('sly-fox/standard', placed))?.code).toBe('wrong-counters');
  }
});

it('ALH-14: there are 0 to 2 redeals left', () => {
  for (const left of [0, 2]) {
    expect(errorOf(withCounters('alhambra/standard', left))).toBeUndefined();
  }
  expect(errorOf(withCounters('alhambra/standard', 3))?.code).toBe('wrong-counters');
  expect(errorOf(withCounters('alhambra/standard'))?.code).toBe('wrong-counters');
});

it('BRI-16: no base card lies above the top card of its column', () => {
  const columns = 'british-square/columns';
  expect(errorOf(withCounters(columns, 3, 0, 1, 2))).toBeUndefined();
  const ranks = 'A23456789TJQK';
  const up = (suit: string) => [...ranks].map((rank) => rank + suit).join('');
  const down = (suit: string) =>
    [...ranks]
      .reverse()
      .map((rank) => rank + suit)
      .join('');
  const full = ['S', 'H', 'D'].map((suit) => up(suit) + down(suit));
  const clubs = up('C') + down('C').slice(0, -4);
  const text = (counters: string) => [clubs, ...full, 'AC2C|||||'].join('|') + ` ${counters}`;
  const read = parsePosition(columns, text('3,0,0,0'));
  expect(read).toEqual({ ok: false, reason: { code: 'broken-invariant', at: 'BRI-16' } });
  expect(parsePosition(columns, text('0,1,0,0')).ok).toBe(false);
  expect(valueOf(parsePosition(columns, text('1,0,0,0'))).counters).toEqual([1, 0, 0, 0]);
});
