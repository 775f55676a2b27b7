/** Repeatable shuffles. Live deals never come from here: their packs are drawn by the server. */
import { sortedPack } from './card.ts';
import type { Pack } from './card.ts';

/** A whole number from 0 to `most`, each equally likely as far as the generator allows. */
export type Draw = (most: number) => number;

/** Fisher–Yates from the last card down. Returns a new list. */
export function shuffle<Item extends string | number | object>(
  items: readonly Item[],
  draw: Draw,
): Item[] {
  const shuffled = items.slice();
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = draw(i);
    const item = shuffled[i];
    const other = shuffled[j];
    // Never so: a draw is a whole number from 0 to i.
    if (item === undefined || other === undefined) continue;
    shuffled[i] = other;
    shuffled[j] = item;
  }
  return shuffled;
}

/**
 * The generator of FreeCell's numbered deals as PySolFC extends it to 0 < n < 2^33 (rule sheet
 * deal-source.rules.md, DEAL-3). The state has 33 bits, so no 32-bit operator may touch it undivided.
 */
export function linearDraw(seed: number): Draw {
  let state = seed < 2 ** 32 ? seed : seed - 2 ** 32;
  return (most) => {
    state = (state * 214013 + 2531011) % 2 ** 33;
    const high = Math.floor(state / 2 ** 16);
    const output =
      seed < 2 ** 31
        ? high % 2 ** 15
        : seed < 2 ** 32
          ? (high % 2 ** 15) + 2 ** 15
          : (high % 2 ** 16) + 1;
    return output % (most + 1);
  };
}

const MT_WORDS = 624;
const MT_MIDDLE = 397;

/**
 * MT19937 (Matsumoto and Nishimura 1998), seeded by `init_by_array`, giving 53-bit fractions.
 * `key` holds 32-bit words, least significant first.
 */
export function mersenneDraw(key: readonly number[]): Draw {
  const state = new Uint32Array(MT_WORDS);
  const word = (i: number): number => state[i] ?? 0;
  const mixed = (i: number): number => word(i - 1) ^ (word(i - 1) >>> 30);

  state[0] = 19650218;
  for (let i = 1; i < MT_WORDS; i++) state[i] = Math.imul(1812433253, mixed(i)) + i;
  let i = 1;
  const advance = () => {
    i++;
    if (i === MT_WORDS) {
      state[0] = word(MT_WORDS - 1);
      i = 1;
    }
  };
  for (let step = 0, j = 0; step < Math.max(MT_WORDS, key.length); step++) {
    state[i] = (word(i) ^ Math.imul(mixed(i), 1664525)) + (key[j] ?? 0) + j;
    advance();
    j = (j + 1) % key.length;
  }
  for (let step = 1; step < MT_WORDS; step++) {
    state[i] = (word(i) ^ Math.imul(mixed(i), 1566083941)) - i;
    advance();
  }
  state[0] = 0x80000000;

  let used = MT_WORDS;
  const refill = () => {
    for (let k = 0; k < MT_WORDS; k++) {
      const y = (word(k) & 0x80000000) | (word((k + 1) % MT_WORDS) & 0x7fffffff);
      state[k] = word((k + MT_MIDDLE) % MT_WORDS) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    used = 0;
  };
  const next = (): number => {
    if (used === MT_WORDS) refill();
    let y = word(used++);
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  return (most) => {
    const high = next() >>> 5;
    const low = next() >>> 6;
    return Math.floor(((high * 2 ** 26 + low) / 2 ** 53) * (most + 1));
  };
}

/** A pack in an order that the draws decide. */
export const shuffledPack = (packs: 1 | 2, draw: Draw): Pack => shuffle(sortedPack(packs), draw);
