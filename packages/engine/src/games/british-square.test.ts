import { describe, expect, it } from 'vitest';
import { after, moves, pile, refusal, table } from '../../test/tables.ts';
import { valueOf } from '../../test/positions.ts';
import { isStuck, isWon, newGame, packOf, viewOf } from '../index.ts';

const piles = 'british-square/piles';
const columns = 'british-square/columns';
const union = 'british-square/union';
const deal = (variant: string) => valueOf(newGame(variant, valueOf(packOf('1', 2))));
const inOrder = Array.from({ length: 104 }, (_, card) => card);

describe('British Square', () => {
  it('BRI-1, BRI-3: sixteen piles of one card, one on the waste, 87 in the stock', () => {
    for (const variant of [piles, union]) {
      expect(deal(variant).piles.map((cards) => cards.length)).toEqual([
        ...[0, 0, 0, 0],
        ...Array(16).fill(1),
        ...[1, 87],
      ]);
    }
  });

  it('BRI-2: columns has four columns of four, the top dealt card its base', () => {
    expect(deal(columns).piles.map((cards) => cards.length)).toEqual([
      0, 0, 0, 0, 4, 4, 4, 4, 1, 87,
    ]);
    expect(deal(columns).counters).toEqual([3, 3, 3, 3]);
  });

  it('BRI-2: dealt cards give no direction, built ones do, and the base sinks with its column', () => {
    const position = table(
      columns,
      's',
      { t0: '5C 6C 7C 8C', t1: '7C', t2: '9C', t3: '6C' },
      [3, 0, 0, 0],
    );
    expect(moves(position)).toContain('t1>t0');
    expect(moves(position)).toContain('t2>t0');
    const built = after(position, 't1>t0');
    expect(built.counters).toEqual([3, 0, 0, 0]);
    expect(refusal(built, 't2>t0')).toBe('not-next-rank');
    expect(refusal(built, 't3>t0')).toBeUndefined();
    // 8C and then 7C leave, which makes 6C the base: 7C may come back and 5C might.
    const twoColumns = table(
      columns,
      's',
      { t0: '4C 5C 6C 7C', t1: '8C', t2: '6C', w: '5C' },
      [3, 0, 0, 0],
    );
    const sunk = after(twoColumns, 't0>t1');
    expect(sunk.counters).toEqual([2, 0, 0, 0]);
    expect(refusal(sunk, 'w>t0')).toBeUndefined();
    expect(refusal(sunk, 't1>t0')).toBeUndefined();
    const only = table(columns, 's', { t0: '7C', t1: '8C', w: 'KH' }, [0, 0, 0, 0]);
    expect(after(only, 't0>t1', 'w>t0').counters).toEqual([0, 0, 0, 0]);
  });

  it('BRI-3, BRI-8: a space takes the waste card; in union that of a pile too', () => {
    const cards = { t0: '5C', t1: '9H', w: 'KS' };
    const waste = ['w>t2', 'w>t3', 'w>t15'];
    expect(moves(table(piles, 's', cards))).toEqual(expect.arrayContaining(waste));
    expect(refusal(table(piles, 's', cards), 't0>t2')).toBe('space-takes-waste-only');
    expect(moves(table(union, 's', cards))).toEqual(
      expect.arrayContaining([...waste, 't0>t2', 't1>t15']),
    );
    expect(refusal(table(union, 's', cards), 't4>t2')).toBe('empty-pile');
    expect(refusal(table(union, 's', cards), 't0>t0')).toBe('no-such-route');
  });

  it('BRI-4: a foundation goes up, takes the second king and comes down', () => {
    const up = table(piles, 's', { fC: 'A-KC', t0: 'KC', t1: 'QC', t2: 'AC' });
    expect(refusal(up, 't1>fC')).toBe('not-next-rank');
    const turned = after(up, 't0>fC', 't1>fC');
    expect(pile(turned, 'fC').slice(-6)).toBe('KCKCQC');
    expect(refusal(up, 't2>fS')).toBe('wrong-suit');
  });

  it('BRI-4: a full foundation takes nothing, not even the king of another suit', () => {
    const full = table(piles, 's', { fC: 'A-QC', fS: 'A-KS', t0: 'KC' });
    // The 26 cards of spades, in two runs.
    const spades = table(piles, 's', { fC: 'A-QC', fS: 'A-KS K-AS', t0: 'KC' });
    expect(refusal(full, 't0>fS')).toBe('wrong-suit');
    expect(refusal(spades, 't0>fS')).toBe('wrong-suit');
    expect(moves(spades).filter((move) => move.endsWith('fS'))).toEqual([]);
  });

  it('BRI-5: tops of piles and of the waste move', () => {
    const position = table(piles, 's', { t0: 'AH 2H', t1: '3H', w: '9S AC' });
    expect(moves(position).filter((move) => !/w>t/.test(move))).toEqual([
      'deal',
      't0>t1',
      't1>t0',
      'w>fC',
    ]);
  });

  it('BRI-6: in suit, one up or down, without wrap', () => {
    const position = table(piles, 's', {
      t0: '7H',
      t1: '8H',
      t2: '8S',
      t3: '9H',
      t4: 'AD',
      t5: 'KD',
    });
    expect(moves(position).filter((move) => /t.>t/.test(move))).toEqual([
      't0>t1',
      't1>t0',
      't1>t3',
      't3>t1',
    ]);
    expect(refusal(position, 't0>t2')).toBe('wrong-suit');
    expect(refusal(position, 't0>t3')).toBe('not-next-rank');
    expect(refusal(position, 't4>t5')).toBe('not-next-rank');
    expect(refusal(position, 't5>t4')).toBe('not-next-rank');
  });

  it('BRI-7: two cards set a direction, one has none', () => {
    const position = table(piles, 's', { t0: '7H 8H', t1: '9H', t2: '7H', t3: '9S' });
    expect(refusal(position, 't1>t0')).toBeUndefined();
    expect(refusal(position, 't2>t0')).toBe('wrong-direction');
    const single = after(position, 't0>t1');
    expect(pile(single, 't0')).toBe('7H');
    expect(refusal(single, 't1>t0')).toBeUndefined();
    const down = table(piles, 's', { t0: '8H 7H', t1: '8H', t2: '6H' });
    expect(refusal(down, 't1>t0')).toBe('wrong-direction');
    expect(refusal(down, 't2>t0')).toBeUndefined();
  });

  it('BRI-9: the stock may be dealt at any time', () => {
    const position = table(piles, 's', { fC: 'AC', t0: '2C', w: '9S', s: 'KH' });
    expect(moves(position)).toContain('deal');
    expect(pile(after(position, 'deal'), 'w')).toBe('9SKH');
  });

  it('BRI-10: no redeal, and nothing is built on the waste', () => {
    const position = table(piles, 'w', { t0: '8H', w: '9H' });
    expect(refusal(position, 'w>s')).toBe('no-such-route');
    expect(refusal(position, 't0>w')).toBe('no-such-route');
    expect(refusal(position, 's>w')).toBe('empty-pile');
    expect(refusal(table(piles, 's', { s: 'AC' }), 's>fC')).toBe('no-such-route');
  });

  it('BRI-11: foundation cards stay, an empty waste stays empty', () => {
    const position = table(piles, 's', { fC: 'A-3C', t0: '4C', w: '4C' });
    expect(refusal(position, 'fC>t0')).toBe('no-such-route');
    expect(pile(after(position, 'w>fC'), 'w')).toBe('');
  });

  it('BRI-12: won with the last card, stuck without a move', () => {
    const all = { fC: 'A-KC K-AC', fS: 'A-KS K-AS', fH: 'A-KH K-AH' };
    const nearly = table(piles, 't0', { ...all, fD: 'A-KD K-2D' });
    const won = after(nearly, 't0>fD');
    expect([isWon(nearly), isWon(won), isStuck(won)]).toEqual([false, true, false]);
    const buried = table(columns, 't0', { t0: '5H', t1: '9S', t2: 'KD', t3: '7C' }, [3, 0, 0, 0]);
    expect([moves(buried), isStuck(buried)]).toEqual([[], true]);
  });

  it('BRI-14: all but the stock is seen', () => {
    const view = viewOf(deal(piles));
    expect(view.piles.slice(0, -1)).toEqual(deal(piles).piles.slice(0, -1));
    expect(view.piles.at(-1)).toEqual(Array(87).fill(-1));
  });

  it('BRI-15, DEAL-7: dealt row by row, and columns shows the same square', () => {
    const position = valueOf(newGame(piles, inOrder));
    expect([pile(position, 't0'), pile(position, 't15'), pile(position, 'w')]).toEqual([
      'KD',
      'JH',
      'TH',
    ]);
    const square = valueOf(newGame(columns, inOrder));
    for (let n = 0; n < 16; n++) {
      const column = pile(square, `t${n % 4}`);
      expect(column.slice(2 * Math.floor(n / 4)).slice(0, 2)).toBe(pile(position, `t${n}`));
    }
    expect(pile(square, 's')).toBe(pile(position, 's'));
  });
});
