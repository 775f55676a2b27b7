/** How far a search goes: what is asked for, and what holds where nothing is. */
import {
  legalMoves,
  mersenneDraw,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accuracyOf, firstLost, solve, stopAfter } from '../src/index.ts';
import { boundsForEach, boundsOf } from '../src/solution.ts';
import { squareTable } from '../src/british-square/table.ts';
import { widestBeam } from '../src/two-deck/beam.ts';

const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(2, mersenneDraw([seed]))));

afterEach(() => vi.useRealTimers());

describe('an effort', () => {
  it('is a minute and 128 MiB unless it says otherwise', () => {
    vi.useFakeTimers();
    const { shouldStop, memoryBytes } = boundsOf({});
    expect(memoryBytes).toBe(128 * 2 ** 20);
    expect(shouldStop()).toBe(false);
    vi.advanceTimersByTime(59_999);
    expect(shouldStop()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(shouldStop()).toBe(true);
  });

  it('has no other bound on the time where one is given', () => {
    vi.useFakeTimers();
    const { shouldStop } = boundsOf({ shouldStop: () => false });
    vi.advanceTimersByTime(3_600_000);
    expect(shouldStop()).toBe(false);
  });

  it('stops after so many milliseconds from now', () => {
    vi.useFakeTimers();
    const isOver = stopAfter(10);
    expect(isOver()).toBe(false);
    vi.advanceTimersByTime(10);
    expect(isOver()).toBe(true);
  });

  it('of all searches together is one minute; a function gives each search its own', () => {
    vi.useFakeTimers();
    const shared = boundsForEach({});
    expect(shared().shouldStop()).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(shared().shouldStop()).toBe(true);
    const own = boundsForEach(() => ({}));
    expect(own().shouldStop()).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(own().shouldStop()).toBe(false);
  });

  it.each([
    ['firstLost', firstLost],
    ['accuracyOf', accuracyOf],
  ])('of %s is one for all of its searches', (_, search) => {
    // Each look at the clock takes a second: with a minute for each search there would be hundreds of looks.
    vi.useFakeTimers();
    let looks = 0;
    const now = vi.spyOn(Date, 'now').mockImplementation(() => 1_000 * looks++);
    const deal = dealOf('alhambra/standard', 1);
    const log: Move[] = [];
    let position = deal;
    for (let n = 0; n < 40; n++) {
      const [move] = legalMoves(position).toReversed();
      if (!move) break;
      log.push(move);
      position = unwrap(playMove(position, move));
    }
    search(deal, log);
    now.mockRestore();
    expect(looks).toBeGreaterThan(30);
    expect(looks).toBeLessThan(180);
  });

  it.each([
    'sly-fox/standard',
    'british-square/piles',
    'british-square/columns',
    'british-square/union',
    'alhambra/standard',
  ])('of nothing decides nothing in %s, and asks once or twice only', (variant) => {
    const shouldStop = vi.fn(() => true);
    expect(unwrap(solve(dealOf(variant, 1), { shouldStop })).verdict).toBe('undecided');
    expect(shouldStop.mock.calls.length).toBeLessThan(10);
  });
});

describe('the widest beam', () => {
  it('grows with the memory it may use, and is never none', () => {
    const table = squareTable(dealOf('british-square/piles', 1));
    if (!table) throw new Error('a deal is made of runs');
    const widths = [0, 2 ** 15, 2 ** 20, 2 ** 25].map((bytes) => widestBeam(table, bytes));
    expect(widths[0]).toBe(1);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(widths[3]).toBeGreaterThan(1000);
  });
});
