import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COLLECT_MS, createCollecting } from './collecting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A table with so many cards that can go home. */
function withCards(cards: number, isStill = false) {
  const table = { left: cards, done: [] as number[], isInControl: true };
  const collecting = createCollecting({
    collectOne: () => table.left > 0 && (table.isInControl = table.left-- > 0),
    isInControl: () => table.isInControl,
    isStill: () => isStill,
    done: (count) => table.done.push(count),
  });
  return { table, collecting };
}

describe('collecting', () => {
  test('brings home card after card, and says at the end how many', () => {
    const { table, collecting } = withCards(3);
    collecting.start();
    expect(table.left).toBe(2);
    expect(collecting.isRunning).toBe(true);
    vi.advanceTimersByTime(COLLECT_MS);
    expect(table.left).toBe(1);
    expect(table.done).toEqual([]);
    vi.advanceTimersByTime(2 * COLLECT_MS);
    expect(table.done).toEqual([3]);
    expect(collecting.isRunning).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('stops at the first touch, and the next card stays', () => {
    const { table, collecting } = withCards(3);
    collecting.start();
    collecting.stop();
    vi.advanceTimersByTime(10 * COLLECT_MS);
    expect(table.left).toBe(2);
    expect(table.done).toEqual([]);
    expect(collecting.isRunning).toBe(false);
  });

  test('goes at once where nothing is to move', () => {
    const { table, collecting } = withCards(5, true);
    collecting.start();
    expect(table.left).toBe(0);
    expect(table.done).toEqual([5]);
  });

  test('says so when nothing can go', () => {
    const { table, collecting } = withCards(0);
    collecting.start();
    expect(table.done).toEqual([0]);
  });

  test('begun again goes on from there, once', () => {
    const { table, collecting } = withCards(3);
    collecting.start();
    collecting.start();
    vi.advanceTimersByTime(10 * COLLECT_MS);
    expect(table.done).toEqual([2]);
  });

  test('P6: stops where another device acts meanwhile; who begins it takes over', () => {
    const { table, collecting } = withCards(4);
    table.isInControl = false;
    collecting.start();
    expect(table.left).toBe(3);
    vi.advanceTimersByTime(COLLECT_MS);
    expect(table.left).toBe(2);
    table.isInControl = false;
    vi.advanceTimersByTime(10 * COLLECT_MS);
    expect(table.left).toBe(2);
    expect(table.done).toEqual([]);
    expect(collecting.isRunning).toBe(false);
  });

  test('ended by the card that wins the game brings home no more and says nothing', () => {
    let left = 3;
    const done = vi.fn();
    const collecting = createCollecting({
      collectOne: () => {
        left--;
        collecting.stop();
        return true;
      },
      isInControl: () => true,
      isStill: () => true,
      done,
    });
    collecting.start();
    expect(left).toBe(2);
    expect(done).not.toHaveBeenCalled();
  });
});
