import { describe, expect, it } from 'vitest';
import { after, atHome, moves, pile, refusal, table } from '../../test/tables.ts';
import { valueOf } from '../../test/positions.ts';
import { isStuck, isWon, legalMoves, newGame, packOf, viewOf } from '../index.ts';

const slyFox = 'sly-fox/standard';
const deal = () => valueOf(newGame(slyFox, valueOf(packOf('1', 2))));
const inOrder = Array.from({ length: 104 }, (_, card) => card);
const placings = Array.from({ length: 20 }, (_, n) => `s>r${n}`).sort();
/** Twenty placings, one on each pile. */
const batch = Array.from({ length: 20 }, (_, n) => `s>r${n}`);

describe('Sly Fox', () => {
  it('SLY-1: aces and kings at home, twenty cards in reserve, 76 in the stock', () => {
    expect(deal().piles.map((cards) => cards.length)).toEqual([...Array(28).fill(1), 76]);
    expect(deal().counters).toEqual([-1]);
  });

  it('SLY-2, DEAL-7: set out from the first pack, dealt from the end', () => {
    const position = valueOf(newGame(slyFox, inOrder));
    expect(position.piles.slice(0, 8)).toEqual([[0], [13], [26], [39], [12], [25], [38], [51]]);
    expect(pile(position, 'r0')).toBe('KD');
    expect(pile(position, 'r19')).toBe('7H');
    expect(pile(position, 's')).toMatch(/^2C3C4C.*5H6H$/);
  });

  it('SLY-3: up from the ace, down from the king, and a card wanted by both goes to either', () => {
    const position = table(
      slyFox,
      'r19',
      { ...atHome, faC: 'A-5C', fkC: 'K-7C', r0: '6C', r1: '2S', r2: 'QS', r19: '9H' },
      [0],
    );
    expect(moves(position)).toEqual(['r0>faC', 'r0>fkC', 'r1>faS', 'r2>fkS']);
    expect(refusal(position, 'r1>faC')).toBe('wrong-suit');
    expect(refusal(position, 'r2>faS')).toBe('not-next-rank');
  });

  it('SLY-4: a stock card goes on any reserve pile', () => {
    const position = table(slyFox, 's', { ...atHome, r0: '5C 9H', s: '8S' }, [3]);
    expect(moves(position)).toEqual(placings);
    expect(pile(after(position, 's>r0'), 'r0')).toBe('5C9H8S');
  });

  it('SLY-5: in the opening an emptied pile is filled at once', () => {
    const position = table(slyFox, 's', { ...atHome, r0: '2C', s: '3C' }, [-1]);
    const next = after(position, 'r0>faC');
    expect([pile(next, 'r0'), next.counters]).toEqual(['3C', [-1]]);
    const last = table(slyFox, 'r19', { ...atHome, r0: '2C' }, [-1]);
    expect(pile(after(last, 'r0>faC'), 'r0')).toBe('');
    // A pile that still has a card is not filled.
    const deep = table(slyFox, 's', { ...atHome, r0: '9H 2C', s: '3C' }, [-1]);
    expect(pile(after(deep, 'r0>faC'), 'r0')).toBe('9H');
  });

  it('SLY-6: a batch binds the reserve until its twentieth card, or the end of the stock', () => {
    const position = table(slyFox, 's', { ...atHome, r0: '2C', r1: '2S', s: '9H' }, [-1]);
    expect(refusal(position, 'r0>faC')).toBeUndefined();
    const begun = after(position, 's>r5');
    expect(begun.counters).toEqual([1]);
    expect(refusal(begun, 'r0>faC')).toBe('batch-not-complete');
    const placed = after(position, ...batch.map(() => 's>r5'));
    expect(placed.counters).toEqual([0]);
    expect(refusal(placed, 'r0>faC')).toBeUndefined();
    expect(moves(placed)).toEqual(expect.arrayContaining(placings));
    const last = table(slyFox, 'r19', { ...atHome, r0: '2C', s: '9H' }, [4]);
    expect(refusal(last, 'r0>faC')).toBe('batch-not-complete');
    expect(refusal(after(last, 's>r5'), 'r0>faC')).toBeUndefined();
  });

  it('SLY-7: a stock card goes home at any time and does not count', () => {
    for (const placed of [-1, 0, 7]) {
      const position = table(slyFox, 's', { ...atHome, s: '2C' }, [placed]);
      expect(after(position, 's>faC').counters).toEqual([placed]);
    }
  });

  it('SLY-8: cards go over where the foundations of a suit meet, even the last', () => {
    for (const placed of [-1, 0, 7]) {
      const position = table(
        slyFox,
        's',
        { ...atHome, faC: 'A-KC', fkC: '', faS: 'A-9S', fkS: 'K-TS', s: '5H' },
        [placed],
      );
      expect(moves(position).filter((move) => move.startsWith('f'))).toEqual([
        'faC>fkC',
        'faS>fkS',
        'fkS>faS',
      ]);
      const next = after(position, 'faC>fkC');
      expect(next.counters).toEqual([placed]);
      expect([pile(next, 'faC').slice(-2), pile(next, 'fkC')]).toEqual(['QC', 'KC']);
    }
    const emptied = table(slyFox, 's', { ...atHome, fkC: 'K-2C', s: '5H' }, [0]);
    expect(pile(after(emptied, 'faC>fkC'), 'faC')).toBe('');
    expect(moves(after(emptied, 'faC>fkC'))).toContain('fkC>faC');
    expect(refusal(table(slyFox, 's', atHome, [0]), 'faC>fkC')).toBe('not-next-rank');
    expect(refusal(table(slyFox, 's', atHome, [0]), 'faC>faS')).toBe('wrong-suit');
  });

  it('SLY-9: only the top of the stock is seen', () => {
    const stock = viewOf(deal()).piles.at(-1) ?? [];
    expect(stock.slice(0, -1)).toEqual(Array(75).fill(-1));
    expect(stock.at(-1)).toBe(deal().piles.at(-1)?.at(-1));
  });

  it('SLY-10: nothing goes to another reserve pile, back to the reserve or to the stock', () => {
    const position = table(slyFox, 's', { ...atHome, r0: '9H' }, [0]);
    for (const move of ['r0>r1', 'faC>r0', 'r0>s', 'faC>s', 's>s', 'r0>r0', 'faC>faC']) {
      expect(refusal(position, move)).toBe('no-such-route');
    }
    expect(refusal(position, 'r3>faC')).toBe('empty-pile');
  });

  it('SLY-11: after the opening an emptied pile waits for a placed card', () => {
    const position = table(slyFox, 's', { ...atHome, r0: '2C', s: '3C' }, [0]);
    const next = after(position, 'r0>faC');
    expect(pile(next, 'r0')).toBe('');
    expect(pile(after(next, 's>r0'), 'r0')).toBe('3C');
  });

  it('SLY-12: won when the last card is home', () => {
    const all = {
      faC: 'A-KC',
      faS: 'A-KS',
      faH: 'A-KH',
      faD: 'A-KD',
      fkC: 'K-AC',
      fkS: 'K-AS',
      fkH: 'K-AH',
    };
    const position = table(slyFox, 'r0', { ...all, fkD: 'K-2D' }, [0]);
    expect(isWon(position)).toBe(false);
    const won = after(position, 'r0>fkD');
    expect([isWon(won), isStuck(won), legalMoves(won)]).toEqual([true, false, []]);
  });

  it('SLY-13, SLY-14: transfers count only where they free a reserve card', () => {
    const meeting = { ...atHome, faC: 'A-9C', fkC: 'K-TC' };
    // Every other reserve card lies under the nine of hearts.
    const useless = table(slyFox, 'r0', { ...meeting, r0: '9H' }, [0]);
    expect(moves(useless)).toEqual(['faC>fkC', 'fkC>faC']);
    expect(isStuck(useless)).toBe(true);
    const useful = table(slyFox, 'r0', { ...meeting, r0: '9H', r1: '4C' }, [0]);
    expect(moves(useful)).toEqual(['faC>fkC', 'fkC>faC']);
    expect(isStuck(useful)).toBe(false);
    const withStock = table(slyFox, 'r0', { ...atHome, r0: '9H', s: '9S' }, [0]);
    expect(isStuck(withStock)).toBe(false);
  });
});
