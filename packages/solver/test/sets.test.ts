/** The sets of what a search has seen: exact within their bound, and full at it instead of growing on. */
import { describe, expect, it } from 'vitest';
import { createKeySet } from '../src/key-set.ts';
import { createSeenSet } from '../src/seen-set.ts';
import { randomWords } from '../src/zobrist.ts';

describe('a set of keys', () => {
  it('knows each key again, zero and the largest one too', () => {
    const set = createKeySet(2 ** 20);
    const keys = new Set([0, 1, 2 ** 31, 2 ** 32 - 2, ...randomWords(5000, 3)]);
    for (const key of keys) expect(set.add(key)).toBe(true);
    for (const key of keys) expect(set.add(key)).toBe(false);
    expect(set.isFull).toBe(false);
  });

  it('is full at its bound, and then adds nothing', () => {
    const set = createKeySet(2 ** 13);
    let added = 0;
    for (let key = 0; key < 100_000; key++) if (set.add(key)) added++;
    expect(set.isFull).toBe(true);
    expect(added).toBeGreaterThan(100);
    expect(added).toBeLessThan(2 ** 13 / 4);
    expect(set.add(200_000)).toBe(false);
  });
});

describe('a set of hashes', () => {
  const highs = randomWords(5000, 5);
  const lows = randomWords(5000, 6);

  it('knows each pair of words again, and tells pairs apart that share one', () => {
    const set = createSeenSet(2 ** 20);
    for (let n = 0; n < highs.length; n++) expect(set.add(highs[n] ?? 0, lows[n] ?? 0)).toBe(true);
    for (let n = 0; n < highs.length; n++) expect(set.add(highs[n] ?? 0, lows[n] ?? 0)).toBe(false);
    expect(set.size).toBe(5000);
    expect(set.add(highs[0] ?? 0, lows[1] ?? 0)).toBe(true);
    expect(set.add(highs[1] ?? 0, lows[0] ?? 0)).toBe(true);
  });

  it('keeps the hash of two zeros, and negative words as they are', () => {
    const set = createSeenSet(2 ** 16);
    expect(set.add(0, 0)).toBe(true);
    expect(set.add(0, 0)).toBe(false);
    expect(set.add(-1, -2)).toBe(true);
    expect(set.add(-1, -2)).toBe(false);
    expect(set.add(-2, -1)).toBe(true);
  });

  it('is full at its bound, and then adds nothing', () => {
    const set = createSeenSet(2 ** 16);
    let added = 0;
    for (let n = 0; n < highs.length; n++) if (set.add(highs[n] ?? 0, lows[n] ?? 0)) added++;
    expect(set.isFull).toBe(true);
    expect(set.size).toBe(added);
    expect(added).toBeLessThanOrEqual(2 ** 16 / 8);
    expect(set.add(7, 7)).toBe(false);
  });
});
