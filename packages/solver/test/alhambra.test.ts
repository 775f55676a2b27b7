import {
  isWon,
  mersenneDraw,
  newGame,
  parsePosition,
  playMove,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { dealAt } from '../../../bench/winnability/search.ts';
import { createChoiceSearch } from '../src/alhambra/choices.ts';
import { createPlanSearch } from '../src/alhambra/plan.ts';
import { solve } from '../src/index.ts';
import { plainBeam } from '../src/yardstick/index.ts';
import { endgames } from './endgames.ts';
import { inTime } from './in-time.ts';

const variant = 'alhambra/standard';
const ENDGAMES = scaled(50, 300);
const dealOf = (seed: number) => unwrap(newGame(variant, shuffledPack(2, mersenneDraw([seed]))));
/** Ends a search after so many questions, which takes equally long on any machine. */
const afterAsking = (most: number) => {
  let asked = 0;
  return () => ++asked > most;
};

function endOf(start: Position, moves: readonly Move[]): Position {
  return moves.reduce((position, move) => {
    const played = playMove(position, move);
    if (!played.ok) throw new Error(played.reason.code);
    return played.value;
  }, start);
}

const small = endgames({ variant, won: ENDGAMES, lost: ENDGAMES, seed: firstSeed });

describe('alhambra/standard', () => {
  it(`agrees with brute force on ${2 * ENDGAMES} endgames`, () => {
    for (const { position, isWinnable } of small) {
      const { verdict, moves } = unwrap(solve(position, inTime()));
      expect(verdict).toBe(isWinnable ? 'won' : 'lost');
      expect(isWon(endOf(position, moves))).toBe(isWinnable);
    }
  });

  it('plans by themselves win most of these endgames, and none that is lost', () => {
    let won = 0;
    for (const { position, isWinnable } of small) {
      const passes = 1 + (position.counters[0] ?? 0);
      const win = createPlanSearch(position, passes, 1).tryPlans(200, inTime().shouldStop);
      if (!win) continue;
      won++;
      expect(isWinnable).toBe(true);
      expect(isWon(endOf(position, win))).toBe(true);
    }
    expect(won).toBeGreaterThan(0.9 * ENDGAMES);
  });

  it('choices by themselves win most of these endgames, and call no other lost', () => {
    const found = { won: 0, lost: 0 };
    for (const { position, isWinnable } of small) {
      for (const isExact of [true, false]) {
        const search = createChoiceSearch(position, { isExact, seed: 1, memoryBytes: 2 ** 22 });
        const verdict = search.run(2000, inTime().shouldStop);
        if (verdict === 'undecided') continue;
        expect([isExact, verdict]).toEqual([isExact, isWinnable ? 'won' : 'lost']);
        if (isExact || verdict === 'lost') found[verdict]++;
        expect(isWon(endOf(position, search.moves))).toBe(isWinnable);
      }
    }
    expect(found.won).toBeGreaterThan(0.8 * ENDGAMES);
    expect(found.lost).toBeGreaterThan(0.8 * ENDGAMES);
  });

  it('proves deals lost whose row comes home with the reserve open, and wins one that plans do not', () => {
    const verdictOf = (deal: number, isExact: boolean) =>
      createChoiceSearch(dealAt(variant, deal), { isExact, seed: 1, memoryBytes: 2 ** 24 }).run(
        100_000,
        () => false,
      );
    expect([38, 49].map((deal) => verdictOf(deal, false))).toEqual(['lost', 'lost']);
    expect(verdictOf(80, true)).toBe('won');
  });

  it('wins most whole deals, each by moves that the engine accepts, and the same ones every time', () => {
    const lines = Array.from({ length: 8 }, (_, n) => {
      const deal = dealOf(100 + n);
      const { verdict, moves } = unwrap(solve(deal, { shouldStop: afterAsking(1500) }));
      expect(isWon(endOf(deal, moves))).toBe(verdict === 'won');
      return moves;
    });
    expect(lines.filter((moves) => moves.length > 0).length).toBeGreaterThan(3);
    const again = unwrap(solve(dealOf(100), { shouldStop: afterAsking(1500) }));
    expect(again.moves).toEqual(lines[0]);
  });

  it('its yardstick, the plain beam, agrees with brute force on the same endgames', () => {
    for (const { position, isWinnable } of small) {
      const { verdict, moves } = plainBeam(position, { ...inTime(), memoryBytes: 2 ** 20 });
      if (verdict === 'undecided') continue;
      expect(verdict).toBe(isWinnable ? 'won' : 'lost');
      expect(isWon(endOf(position, moves))).toBe(isWinnable);
    }
  });

  it('goes on where the last cards left the waste empty', () => {
    const home = (suit: string, cards: string) => [...cards].map((rank) => rank + suit).join('');
    const ranks = 'A23456789TJQK';
    const down = [...ranks].reverse().join('');
    // The clubs from two to king are left, the king on top, and there is no waste to turn over.
    const piles = [
      ...[home('C', 'A'), ...['S', 'H', 'D'].map((suit) => home(suit, ranks))],
      ...[home('C', down), ...['S', 'H', 'D'].map((suit) => home(suit, down))],
      ...[home('C', '23456789TJQK'), '', '', '', '', '', '', '', '', ''],
    ];
    const read = parsePosition(variant, `${piles.join('|')} 2`);
    if (!read.ok) throw new Error(read.reason.code);
    expect(unwrap(solve(read.value, inTime())).verdict).toBe('won');
  });

  it('stops when it is asked to', () => {
    const { verdict, moves } = unwrap(solve(dealOf(1), { shouldStop: () => true }));
    expect({ verdict, moves }).toEqual({ verdict: 'undecided', moves: [] });
  });
});
