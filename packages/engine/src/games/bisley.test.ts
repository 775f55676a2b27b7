import { describe, expect, it } from 'vitest';
import { after, moves, pile, refusal, table } from '../../test/tables.ts';
import { valueOf } from '../../test/positions.ts';
import { isStuck, isWon, newGame, packOf, viewOf } from '../index.ts';

const thirteen = 'bisley/thirteen';
const deal = (variant: string) => valueOf(newGame(variant, valueOf(packOf('1', 1))));
const aces = { faC: 'AC', faS: 'AS', faH: 'AH', faD: 'AD' };

describe('Bisley', () => {
  it('BIS-1: four aces at home, four columns of three, nine of four', () => {
    const { piles } = deal(thirteen);
    expect(piles.map((cards) => cards.length)).toEqual([
      ...[1, 1, 1, 1, 0, 0, 0, 0],
      ...[3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4],
    ]);
    expect(['faC', 'faS', 'faH', 'faD'].map((name) => pile(deal(thirteen), name))).toEqual([
      'AC',
      'AS',
      'AH',
      'AD',
    ]);
  });

  it('BIS-2: twelve has twelve columns of four', () => {
    const { piles } = deal('bisley/twelve');
    expect(piles.slice(8).map((cards) => cards.length)).toEqual(Array(12).fill(4));
  });

  it('BIS-3, DEAL-7: three rounds from the end of the pack, then the columns of four', () => {
    // In order of id the last cards are the diamonds, and the aces have gone.
    const inOrder = Array.from({ length: 52 }, (_, card) => card);
    const position = valueOf(newGame(thirteen, inOrder));
    expect(pile(position, 't0')).toBe('KDQHJS');
    expect(pile(position, 't4')).toBe('9D8H7STC');
    expect(pile(position, 't12')).toBe('KHQSJC2C');
    expect(pile(valueOf(newGame('bisley/twelve', inOrder)), 't0')).toBe('KDKHKSKC');
  });

  it('BIS-4, BIS-5: a card wanted by both foundations may go to either', () => {
    const position = table(thirteen, 't12', {
      ...aces,
      faC: 'A-5C',
      fkC: 'K-7C',
      t0: '6C',
      t12: '2H',
    });
    expect(moves(position)).toEqual(['t0>faC', 't0>fkC', 't12>faH']);
    expect(pile(after(position, 't0>fkC'), 'fkC')).toBe('KCQCJCTC9C8C7C6C');
  });

  it('BIS-5: a king begins its foundation, or goes on the queen', () => {
    const position = table(thirteen, 't12', { ...aces, faC: 'A-QC', t0: 'KC', t12: '9H' });
    expect(moves(position)).toEqual(['t0>faC', 't0>fkC']);
  });

  it('BIS-6, BIS-7: the top card goes up or down in suit, whatever lies below', () => {
    const position = table(thirteen, 't12', {
      ...aces,
      t0: '5C 8H',
      t1: '3D 7H',
      t2: '6H 9H',
      t12: 'KS',
    });
    expect(moves(position)).toEqual(['t0>t1', 't0>t2', 't12>fkS', 't1>t0', 't2>t0']);
    // Up to the nine, then down again: no direction is kept.
    expect(pile(after(position, 't0>t2', 't1>t2'), 't2')).toBe('6H9H8H7H');
    expect(refusal(position, 't0>t12')).toBe('wrong-suit');
    expect(refusal(position, 't1>t2')).toBe('not-next-rank');
  });

  it('BIS-8: ace and king do not adjoin', () => {
    const position = table(thirteen, 't12', {
      faC: 'AC',
      faS: 'AS',
      faH: 'AH',
      t0: 'AD',
      t1: 'KD',
      t12: '5S',
    });
    expect(moves(position)).toEqual(['t0>faD', 't1>fkD']);
    expect(refusal(position, 't1>t0')).toBe('not-next-rank');
    expect(refusal(after(position, 't1>fkD'), 't0>fkD')).toBe('not-next-rank');
  });

  it('BIS-9: an empty column stays empty', () => {
    const position = table(thirteen, 't12', { ...aces, t0: 'KC', t12: '9H' });
    expect(refusal(position, 't0>t5')).toBe('space-stays-empty');
  });

  it('BIS-10: foundation cards stay', () => {
    const position = table(thirteen, 't12', { ...aces, faC: 'A-7C', fkC: 'K-9C', t12: '9H' });
    expect(refusal(position, 'faC>fkC')).toBe('no-such-route');
    expect(refusal(position, 'faC>t0')).toBe('no-such-route');
  });

  it('BIS-11: a freed king waits for the player', () => {
    const position = table(thirteen, 't12', { ...aces, t0: 'KC 4H', t1: '5H', t12: '9S' });
    expect(pile(after(position, 't0>t1'), 't0')).toBe('KC');
  });

  it('BIS-12: won however the suits are split, stuck without a move', () => {
    const nearly = table(thirteen, 't0', {
      ...{ faC: 'A-6C', fkC: 'K-8C', faS: 'A-KS', faH: 'AH', fkH: 'K-2H', faD: 'A-KD' },
      t0: '7C',
    });
    expect([isWon(nearly), isStuck(nearly)]).toEqual([false, false]);
    const won = after(nearly, 't0>faC');
    expect([isWon(won), isStuck(won), moves(won)]).toEqual([true, false, []]);
    const stuck = table(thirteen, 't12', { ...aces, t12: '5C' });
    expect([isWon(stuck), isStuck(stuck)]).toEqual([false, true]);
  });

  it('has no hidden card: a view is the position', () => {
    expect(viewOf(deal(thirteen))).toEqual(deal(thirteen));
  });
});
