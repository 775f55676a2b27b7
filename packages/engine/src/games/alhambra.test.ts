import { describe, expect, it } from 'vitest';
import { after, atHome, moves, pile, refusal, table } from '../../test/tables.ts';
import { valueOf } from '../../test/positions.ts';
import { isStuck, isWon, newGame, packOf, viewOf } from '../index.ts';

const alhambra = 'alhambra/standard';
const deal = () => valueOf(newGame(alhambra, valueOf(packOf('1', 2))));
const inOrder = Array.from({ length: 104 }, (_, card) => card);

describe('Alhambra', () => {
  it('ALH-1: aces and kings at home, eight piles of four, one on the waste, 63 in the stock', () => {
    expect(deal().piles.map((cards) => cards.length)).toEqual([
      ...Array(8).fill(1),
      ...Array(8).fill(4),
      1,
      63,
    ]);
    expect(deal().counters).toEqual([2]);
  });

  it('ALH-2, DEAL-7: set out from the first pack, four rounds from the end', () => {
    const position = valueOf(newGame(alhambra, inOrder));
    expect(position.piles.slice(0, 8)).toEqual([[0], [13], [26], [39], [12], [25], [38], [51]]);
    expect([pile(position, 'r0'), pile(position, 'r7')]).toEqual(['KD5DTH2H', '6DJH3H8S']);
    expect([pile(position, 'w'), pile(position, 's').slice(-4)]).toEqual(['7S', '5S6S']);
  });

  it('ALH-3, ALH-4: reserve and waste cards go home, to either foundation that wants them', () => {
    const position = table(
      alhambra,
      's',
      { ...atHome, faC: 'A-5C', fkC: 'K-7C', r0: '6C', r1: '2S', w: 'QS' },
      [0],
    );
    expect(moves(position)).toEqual(['deal', 'r0>faC', 'r0>fkC', 'r1>faS', 'w>fkS']);
    expect(refusal(position, 's>faC')).toBe('no-such-route');
    expect(refusal(position, 'r1>faC')).toBe('wrong-suit');
    expect(refusal(position, 'w>faS')).toBe('not-next-rank');
  });

  it('ALH-5: nothing goes on a reserve pile', () => {
    const position = table(alhambra, 's', { ...atHome, r0: '9H', r1: 'TH', w: '8H' }, [0]);
    for (const move of ['r0>r1', 'w>r1', 'w>r5', 'r0>r5', 's>r5']) {
      expect(refusal(position, move)).toBe('no-such-route');
    }
  });

  it('ALH-6: the waste takes its suit, one up or down, round the corner too', () => {
    const position = table(
      alhambra,
      's',
      { ...atHome, r0: '9H', r1: '7H', r2: '8H', r3: '9S', r4: 'TH', w: '8H' },
      [0],
    );
    expect(moves(position)).toEqual(['deal', 'r0>w', 'r1>w']);
    expect(pile(after(position, 'r0>w', 'r2>w', 'r1>w'), 'w')).toBe('8H9H8H7H');
    expect([refusal(position, 'r3>w'), refusal(position, 'r4>w')]).toEqual([
      'wrong-suit',
      'not-next-rank',
    ]);
    const ends = { ...atHome, r0: 'KH', r1: 'QH', r2: 'KS' };
    expect(moves(table(alhambra, 's', { ...ends, w: 'AH' }, [0]))).toContain('r0>w');
    expect(refusal(table(alhambra, 's', { ...ends, w: 'AH' }, [0]), 'r1>w')).toBe('not-next-rank');
    expect(refusal(table(alhambra, 's', { ...ends, w: 'AH' }, [0]), 'r2>w')).toBe('wrong-suit');
    expect(moves(table(alhambra, 's', { ...atHome, r0: 'AH', w: 'KH' }, [0]))).toContain('r0>w');
  });

  it('ALH-7: any reserve card begins an empty waste, and makes a redeal possible again', () => {
    const position = table(alhambra, 'r0', { ...atHome, r0: '9H', r1: '4S', w: '', s: '' }, [1]);
    expect(moves(position)).toEqual(['r0>w', 'r1>w']);
    expect(refusal(position, 'w>s')).toBe('empty-pile');
    expect(moves(after(position, 'r1>w'))).toContain('redeal');
  });

  it('ALH-8: twice the waste is turned over as a whole, and its first card dealt', () => {
    const position = table(alhambra, 'r0', { ...atHome, r0: '9H', w: '4S 7D JC', s: '' }, [2]);
    const second = after(position, 'redeal');
    expect([pile(second, 'w'), pile(second, 's'), second.counters]).toEqual(['4S', 'JC7D', [1]]);
    expect(refusal(second, 'w>s')).toBe('stock-not-empty');
    const last = after(second, 'deal', 'deal', 'redeal', 'deal', 'deal');
    expect([pile(last, 'w'), last.counters]).toEqual(['4S7DJC', [0]]);
    expect(refusal(last, 'w>s')).toBe('no-redeals-left');
  });

  it('ALH-9: the stock may be dealt at any time', () => {
    const position = table(alhambra, 's', { ...atHome, r0: '2C', w: '9S', s: '4H' }, [0]);
    expect(moves(position)).toEqual(['deal', 'r0>faC']);
    expect(pile(after(position, 'deal'), 'w')).toBe('9S4H');
  });

  it('ALH-10: foundation cards stay, nothing moves by itself', () => {
    const position = table(alhambra, 's', { ...atHome, faC: 'A-9C', fkC: 'K-TC', w: '2S' }, [2]);
    expect(refusal(position, 'faC>fkC')).toBe('no-such-route');
    expect(refusal(position, 'faC>w')).toBe('no-such-route');
    expect(pile(after(position, 'w>faS'), 'w')).toBe('');
  });

  it('ALH-11: won with the last card, stuck without a move', () => {
    const all = {
      faC: 'A-KC',
      faS: 'A-KS',
      faH: 'A-KH',
      faD: 'A-KD',
      fkC: 'K-AC',
      fkS: 'K-AS',
      fkH: 'K-AH',
    };
    const nearly = table(alhambra, 'r0', { ...all, fkD: 'K-2D' }, [0]);
    const won = after(nearly, 'r0>fkD');
    expect([isWon(nearly), isWon(won), isStuck(won)]).toEqual([false, true, false]);
    const stuck = table(alhambra, 'w', { ...atHome, r0: '5H', w: '9S' }, [0]);
    expect([moves(stuck), isStuck(stuck)]).toEqual([[], true]);
    expect(isStuck(table(alhambra, 'w', { ...atHome, r0: '5H', w: '9S' }, [1]))).toBe(false);
  });

  it('ALH-13: the stock is hidden in every pass', () => {
    expect(viewOf(deal()).piles.at(-1)).toEqual(Array(63).fill(-1));
    const second = after(table(alhambra, 'r0', { ...atHome, w: '4S 7D JC' }, [2]), 'redeal');
    expect(viewOf(second).piles.at(-1)).toEqual([-1, -1]);
  });
});
