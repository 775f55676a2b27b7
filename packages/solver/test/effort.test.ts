/** How far a search goes: what is asked for, and what holds where nothing is. */
import { mersenneDraw, newGame, shuffledPack, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { solve, stopAfter } from '../src/index.ts';
import { boundsOf } from '../src/solution.ts';
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
