import { describe, expect, it } from 'vitest';
import { valueOf } from '../../test/positions.ts';
import { after, moves, pile, refusal, table } from '../../test/tables.ts';
import { cardsHome, checkPosition, isStuck, isWon, newGame, viewOf } from '../index.ts';

const castle = 'beleaguered-castle/standard';
const aces = { fC: 'AC', fS: 'AS', fH: 'AH', fD: 'AD' };
const inOrder = Array.from({ length: 52 }, (_, card) => card);

describe('Beleaguered Castle', () => {
  it('CAS-1, CAS-2: four aces at home, eight columns of six from the end of the pack', () => {
    const position = valueOf(newGame(castle, inOrder));
    expect(position.piles.map((cards) => cards.length)).toEqual([
      ...Array<number>(4).fill(1),
      ...Array<number>(8).fill(6),
    ]);
    expect(pile(position, 't0')).toBe('KD5D9HKS5S9C');
  });

  it('CAS-3, CAS-5: up in suit at home; down on columns, of whatever suit', () => {
    const position = table(castle, 't7', { ...aces, t0: '5C 2C', t1: '3D', t7: '9H' });
    expect(moves(position)).toContain('t0>fC');
    expect(moves(position)).toContain('t0>t1');
    expect(refusal(position, 't0>fS')).toBe('wrong-suit');
    expect(refusal(position, 't1>fD')).toBe('not-next-rank');
    expect(refusal(position, 't1>t0')).toBe('not-next-rank');
    expect(pile(after(position, 't0>fC'), 'fC')).toBe('AC2C');
  });

  it('CAS-4, CAS-6: one card at a time, and any to an empty column', () => {
    const position = table(castle, 't7', { ...aces, t0: '5C 7D', t7: '9H' });
    expect(moves(position)).toContain('t0>t3');
    expect(pile(after(position, 't0>t3'), 't3')).toBe('7D');
    expect(refusal(position, 't3>t0')).toBe('empty-pile');
  });

  it('CAS-7: foundation cards stay', () => {
    const position = table(castle, 't7', { ...aces, fC: 'A-5C', t0: '7C' });
    expect(refusal(position, 'fC>t0')).toBe('no-such-route');
  });

  it('CAS-8, CAS-9: won when all are home, stuck without a move', () => {
    const full = { fC: 'A-KC', fS: 'A-KS', fH: 'A-KH', fD: 'A-QD' };
    const nearly = table(castle, 't0', { ...full, t0: 'KD' });
    expect([isWon(nearly), cardsHome(nearly)]).toEqual([false, 47]);
    const won = after(nearly, 't0>fD');
    expect([isWon(won), isStuck(won), cardsHome(won)]).toEqual([true, false, 48]);
    // Eight tops of one rank, and nothing home but aces.
    const tops = { t0: '5C', t1: '5S', t2: '5H', t3: '5D', t4: '9C', t5: '9S', t6: '9H', t7: '9D' };
    const stuck = table(castle, 't7', { ...aces, ...tops });
    expect([isWon(stuck), isStuck(stuck), moves(stuck)]).toEqual([false, true, []]);
  });

  it('CAS-10: foundations hold what they built, and no card is hidden', () => {
    const dealt = valueOf(newGame(castle, inOrder));
    expect(checkPosition(dealt).ok).toBe(true);
    expect(viewOf(dealt)).toEqual(dealt);
  });
});
