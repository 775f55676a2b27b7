import { describe, expect, it } from 'vitest';
import { valueOf } from '../test/positions.ts';
import {
  formatMove,
  formatPosition,
  newGame,
  packOf,
  parseMove,
  parsePosition,
  viewOf,
} from './index.ts';

const deal = (variant: string, packs: 1 | 2) =>
  valueOf(newGame(variant, valueOf(packOf('17', packs))));
const bisley = formatPosition(deal('bisley/thirteen', 1));
const slyFox = formatPosition(deal('sly-fox/standard', 2));
const codeOf = (variant: string, text: string) => {
  const read = parsePosition(variant, text);
  return read.ok ? undefined : read.reason.code;
};

describe('moves as text', () => {
  it('name piles; deal and redeal have words of their own', () => {
    const move = { from: 17, to: 16 };
    expect(formatMove('alhambra/standard', move)).toBe('deal');
    expect(formatMove('alhambra/standard', { from: 16, to: 17 })).toBe('redeal');
    expect(parseMove('alhambra/standard', 'deal')).toEqual(move);
    expect(formatMove('bisley/thirteen', { from: 8, to: 0 })).toBe('t0>faC');
    expect(formatMove('bisley/thirteen', { from: NaN, to: 99 })).toBe('?>?');
  });

  it('are none where a pile does not exist', () => {
    for (const text of ['deal', 't13>faC', 't0', 't0>', '>', 't0>t1>t2', 'T0>faC', ' t0>t1', '']) {
      expect(parseMove('bisley/thirteen', text)).toBeUndefined();
    }
    expect(parseMove('patience', 't0>t1')).toBeUndefined();
  });
});

describe('positions as text', () => {
  it('are refused with a code', () => {
    expect(codeOf('patience', bisley)).toBe('no-such-variant');
    expect(codeOf('bisley/twelve', bisley)).toBe('wrong-number-of-piles');
    expect(codeOf('bisley/thirteen', bisley.replace('AC', 'XC'))).toBe('not-a-card');
    expect(codeOf('bisley/thirteen', bisley.replace('AC', 'A'))).toBe('not-a-card');
    expect(codeOf('bisley/thirteen', bisley.replace('2C', '3C'))).toBe('wrong-cards');
    expect(codeOf('bisley/thirteen', bisley.replace('2C', ''))).toBe('wrong-cards');
    expect(codeOf('bisley/thirteen', bisley.replace('AC|AS', 'AS|AC'))).toBe(
      'foundation-out-of-order',
    );
    expect(codeOf('bisley/thirteen', `${bisley} 1`)).toBe('wrong-counters');
  });

  it('have counters in range, written one way', () => {
    const [piles] = slyFox.split(' ');
    for (const counters of ['-1', '0', '19']) {
      expect(codeOf('sly-fox/standard', `${piles} ${counters}`)).toBeUndefined();
    }
    for (const counters of ['', '20', '-2', '1.5', '-0', '01', '1e0', ' 1', '1,1', 'x', '1 ']) {
      expect(codeOf('sly-fox/standard', `${piles} ${counters}`)).toBe('wrong-counters');
    }
    expect(codeOf('sly-fox/standard', piles ?? '')).toBe('wrong-counters');
  });

  it('hold no foundation beyond its last card', () => {
    const clubs = 'AC2C3C4C5C6C7C8C9CTCJCQCKC';
    const over = slyFox.split('|').map((pile) => pile.replaceAll(/.C/g, ''));
    over[0] = `${clubs}KC`;
    expect(codeOf('sly-fox/standard', over.join('|'))).toBe('foundation-out-of-order');
    over[0] = clubs;
    over[4] = 'KCQCJCTC9C8C7C6C5C4C3C2CAC';
    expect(codeOf('sly-fox/standard', over.join('|'))).toBeUndefined();
    over[4] += '??';
    expect(codeOf('sly-fox/standard', over.join('|'))).toBe('foundation-out-of-order');
  });

  it('show hidden cards as ??', () => {
    const view = viewOf(deal('british-square/piles', 2));
    expect(formatPosition(view).split('|').at(-1)).toBe('??'.repeat(87));
    expect(
      valueOf(parsePosition('british-square/piles', formatPosition(view))).piles.at(-1),
    ).toEqual(view.piles.at(-1));
  });
});
