import { CARDS_IN_PACK, faceOf, mersenneDraw, pileAt, variantOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';

/** Pseudo-random 32-bit words, determined by the seed. */
export function randomWords(length: number, seed: number): Uint32Array {
  const draw = mersenneDraw([seed]);
  return Uint32Array.from({ length }, () => draw(2 ** 32 - 1));
}

/**
 * Zobrist hashes of positions of one variant: every card in every place has a random 64-bit number,
 * and a position's hash is the exclusive or of those of all its cards and counters. So a move changes
 * the hash by a few numbers only. Copies of a card are not distinguished.
 */
export interface Hasher {
  /** The two words of the difference between the hashes of two positions, written to `into`. */
  difference(before: Position, after: Position, into: Int32Array): void;
}

const hashers = new Map<string, Hasher>();

/** The hasher of a variant; created once. */
export function hasherOf(variant: string): Hasher {
  const hasher = hashers.get(variant) ?? createHasher(variant);
  hashers.set(variant, hasher);
  return hasher;
}

function createHasher(variant: string): Hasher {
  const rules = variantOf(variant);
  const depth = rules.packs * CARDS_IN_PACK;
  const cardWords = rules.piles.length * depth * CARDS_IN_PACK;
  const counters = rules.counterRanges;
  const counterSize = Math.max(0, ...counters.map(([least, most]) => most - least + 1));
  const size = cardWords + counters.length * counterSize;
  const highs = randomWords(size, 1);
  const lows = randomWords(size, 2);
  const flip = (into: Int32Array, index: number) => {
    into[0] = (into[0] ?? 0) ^ (highs[index] ?? 0);
    into[1] = (into[1] ?? 0) ^ (lows[index] ?? 0);
  };
  return {
    difference(before, after, into) {
      into[0] = 0;
      into[1] = 0;
      for (let pile = 0; pile < rules.piles.length; pile++) {
        const old = pileAt(before.piles, pile);
        const now = pileAt(after.piles, pile);
        if (old === now) continue;
        const most = Math.max(old.length, now.length);
        for (let n = 0; n < most; n++) {
          const was = n < old.length ? faceOf(old[n] ?? 0) : -1;
          const is = n < now.length ? faceOf(now[n] ?? 0) : -1;
          if (was === is) continue;
          const place = (pile * depth + n) * CARDS_IN_PACK;
          if (was >= 0) flip(into, place + was);
          if (is >= 0) flip(into, place + is);
        }
      }
      for (let n = 0; n < counters.length; n++) {
        const least = counters[n]?.[0] ?? 0;
        const was = before.counters[n] ?? least;
        const is = after.counters[n] ?? least;
        if (was === is) continue;
        const place = cardWords + n * counterSize - least;
        flip(into, place + was);
        flip(into, place + is);
      }
    },
  };
}
