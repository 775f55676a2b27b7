import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import { valueOf } from '../test/positions.ts';
import {
  DEAL_CODES,
  formatDealCode,
  linearDraw,
  mersenneDraw,
  packOf,
  shuffle,
  sortedPack,
} from './index.ts';

const ALPHABET = 'ABCDEFGHJKMNPQRTUVWXYZS23456789';
const codes = fc.integer({ min: 0, max: DEAL_CODES - 1 });
const places = fc.integer({ min: 0, max: 8 });
const signs = fc.constantFrom(...ALPHABET);
/** Codes whose signs are mostly digits are the likeliest to be taken for a number. */
const likelyCodes = fc.oneof(
  codes,
  codes.map((n) => Math.floor(n / 31 ** 6) * 31 ** 6 + 31 ** 6 - 1 - (n % 8)),
);

describe('PySolFC numbers', () => {
  it('DEAL-1: blanks, # - _ . , and capitals do not count', () => {
    const deal = packOf('3000000', 1);
    expect(packOf(' #3.000_000, -', 1)).toEqual(deal);
    expect(packOf('MS 3-000-000', 1)).toEqual(packOf('ms3000000', 1));
    expect(packOf('ms3000000', 1)).not.toEqual(deal);
    expect(packOf('aae kzd_ac3', 2)).toEqual(packOf('AAE-KZD-AC3', 2));
    for (const text of ['', 'ms', 'ten', '1.5e3', '0x10', 'msms1', '+1']) {
      expect(packOf(text, 1)).toEqual({ ok: false, reason: 'not-a-deal' });
    }
  });

  it('DEAL-2: 5 and ms5 are one deal, 40000 and ms40000 are two; the ends of the ranges', () => {
    expect(packOf('5', 1)).toEqual(packOf('ms5', 1));
    expect(packOf('31999', 2)).toEqual(packOf('ms31999', 2));
    expect(packOf('32000', 2)).not.toEqual(packOf('ms32000', 2));
    expect(packOf('40000', 1)).not.toEqual(packOf('ms40000', 1));
    expect(packOf('0005', 1)).toEqual(packOf('5', 1));
    for (const text of ['ms8589934591', '100000000000000000000']) {
      expect(packOf(text, 1).ok).toBe(true);
    }
    for (const text of ['0', 'ms0', 'ms8589934592', '100000000000000000001']) {
      expect(packOf(text, 1)).toEqual({ ok: false, reason: 'out-of-range' });
    }
  });

  it('DEAL-3: the draws of generator L in its three ranges, as recorded', () => {
    const first = (seed: number) => {
      const draw = linearDraw(seed);
      return Array.from({ length: 8 }, (_, n) => draw(51 - n));
    };
    // Deal 1 also begins FreeCell's well-known deal no. 1.
    expect(first(1)).toEqual([41, 5, 34, 40, 17, 26, 24, 18]);
    const whole = (seed: number) => linearDraw(seed)(2 ** 20);
    expect(whole(2 ** 31 - 1)).toBeLessThan(2 ** 15);
    expect(whole(2 ** 31)).toBeGreaterThanOrEqual(2 ** 15);
    expect(whole(2 ** 32 - 1)).toBeLessThan(2 ** 16);
    expect(whole(2 ** 32 + 5)).toBe(Math.floor((5 * 214013 + 2531011) / 2 ** 16) + 1);
  });

  it('DEAL-4: generator M is MT19937 as its authors and Python give it', () => {
    // The authors' reference output for init_by_array({0x123, 0x234, 0x345, 0x456}): 1067595299,
    // 955945823, 477289528, 4107218783, …; here as the 53-bit fractions made of two outputs each.
    const draw = mersenneDraw([0x123, 0x234, 0x345, 0x456]);
    const fraction = (a: number, b: number) => ((a >>> 5) * 2 ** 26 + (b >>> 6)) / 2 ** 53;
    expect(draw(2 ** 32 - 1)).toBe(Math.floor(fraction(1067595299, 955945823) * 2 ** 32));
    expect(draw(2 ** 32 - 1)).toBe(Math.floor(fraction(477289528, 4107218783) * 2 ** 32));
    // Python: random.Random(42).random() = 0.6394267984578837, then 0.025010755222666936.
    const python = mersenneDraw([42]);
    expect(python(10 ** 15 - 1)).toBe(Math.floor(0.6394267984578837 * 10 ** 15));
    expect(python(10 ** 15 - 1)).toBe(Math.floor(0.025010755222666936 * 10 ** 15));
  });

  it('DEAL-5, DEAL-6: the starting order, and a shuffle from the last card down', () => {
    // A draw that leaves every card in its place shows the starting order of a pack.
    expect(shuffle(sortedPack(2), (most) => most)).toEqual(sortedPack(2));
    expect(shuffle(['a', 'b', 'c'], () => 0)).toEqual(['b', 'c', 'a']);
    const order = [0, 39, 26, 13, 1, 40];
    const expected = shuffle(
      [
        ...order,
        ...Array.from({ length: 46 }, (_, n) => 13 * ((52 - n - 6) % 4) + Math.floor((n + 6) / 4)),
      ],
      linearDraw(7),
    );
    expect(packOf('7', 1)).toEqual({ ok: true, value: expected });
    expect(packOf('7', 2)).toEqual({ ok: true, value: shuffle(sortedPack(2), linearDraw(7)) });
  });
});

describe('deal codes', () => {
  it('DEAL-8: nine signs that come back as the deal they name, one for each number', () => {
    expect([formatDealCode(0), formatDealCode(DEAL_CODES - 1)]).toEqual([
      'AAA-AAA-AAA',
      'AZ9-999-999',
    ]);
    fc.assert(
      fc.property(codes, codes, (one, other) => {
        const code = formatDealCode(one);
        expect(code).toMatch(/^A[A-HJKMNP-RT-Z][A-HJKMNP-Z2-9](-[A-HJKMNP-Z2-9]{3}){2}$/);
        expect(packOf(code, 2).ok).toBe(true);
        expect(code === formatDealCode(other)).toBe(one === other);
      }),
    );
  });

  it('DEAL-9: any one wrong sign is noticed, be it in the alphabet or not', () => {
    const anySign = fc.oneof(
      signs,
      fc.constantFrom(...'0123456789ILOilo-_. é?ms'),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(likelyCodes, places, anySign, (number, place, sign) => {
        const code = formatDealCode(number).replaceAll('-', '');
        const wrong = code.slice(0, place) + sign + code.slice(place + 1);
        if (wrong.toUpperCase() === code) return;
        expect(packOf(wrong, 2).ok).toBe(false);
      }),
      { numRuns: cases(10_000) },
    );
  });

  it('DEAL-9: any two swapped signs are noticed', () => {
    fc.assert(
      fc.property(likelyCodes, places, places, (number, one, other) => {
        const signs = [...formatDealCode(number).replaceAll('-', '')];
        const swapped = signs.map((sign, n) =>
          n === one ? signs[other] : n === other ? signs[one] : sign,
        );
        if (swapped.join() === signs.join()) return;
        expect(packOf(swapped.join(''), 1).ok).toBe(false);
      }),
      { numRuns: cases(10_000) },
    );
  });

  it('DEAL-9: every code and every mistake, for some codes: mistyped, or of another version', () => {
    for (const number of [0, 123456789, DEAL_CODES - 1]) {
      const code = formatDealCode(number).replaceAll('-', '');
      for (let place = 0; place < 9; place++) {
        for (const sign of ALPHABET) {
          if (sign === code[place]) continue;
          const wrong = packOf(code.slice(0, place) + sign + code.slice(place + 1), 1);
          expect(wrong).toEqual({ ok: false, reason: 'mistyped' });
        }
      }
    }
    // One check sign makes a code of version B right in itself.
    const other = [...ALPHABET].map((sign) => packOf(`BAAAAAAA${sign}`, 1));
    expect(other.filter((pack) => !pack.ok && pack.reason === 'unknown-version')).toHaveLength(1);
  });

  it('DEAL-8: a code whose second sign is none of the 22 letters is no deal, also with the right check sign', () => {
    for (const sign of ALPHABET.slice(ALPHABET.indexOf('S'))) {
      const packs = [...ALPHABET].map((check) => packOf(`A${sign}AAAAAA${check}`, 1));
      const refused = packs.map((pack) => (pack.ok ? 'a pack' : pack.reason));
      expect(refused.filter((reason) => reason !== 'mistyped')).toEqual(['not-a-deal']);
    }
  });

  it('DEAL-10: a code keeps its pack for ever', () => {
    expect(valueOf(packOf('AAA-AAA-AAA', 1)).slice(0, 13).join(' ')).toMatchInlineSnapshot(
      `"49 46 3 43 6 15 34 16 17 8 32 27 45"`,
    );
    expect(valueOf(packOf('AAE-KZD-AC3', 1)).slice(0, 13).join(' ')).toMatchInlineSnapshot(
      `"31 17 0 22 40 39 51 24 29 44 30 23 45"`,
    );
    expect(valueOf(packOf('AZ9-999-999', 2)).slice(0, 13).join(' ')).toMatchInlineSnapshot(
      `"49 67 47 48 81 65 43 16 101 78 27 75 96"`,
    );
    const words = [123456789, 0, 'A'.charCodeAt(0)];
    expect(packOf('AAE-KZD-AC3', 2)).toEqual({
      ok: true,
      value: shuffle(sortedPack(2), mersenneDraw(words)),
    });
  });
});

describe('the shuffle', () => {
  /**
   * χ² of how often each card comes to each place. With (n − 1)² degrees of freedom it has that mean
   * and twice that variance; five deviations either side are past chance, and the seeds are fixed.
   */
  function deviations(packs: 1 | 2, packAt: (n: number) => readonly number[]): number {
    const cards = 52 * packs;
    const times = 10_000;
    const counts = new Float64Array(cards * cards);
    for (let n = 0; n < times; n++) {
      const pack = packAt(n);
      for (let place = 0; place < cards; place++) {
        const cell = (pack[place] ?? 0) * cards + place;
        counts[cell] = (counts[cell] ?? 0) + 1;
      }
    }
    const expected = times / cards;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    const freedom = (cards - 1) ** 2;
    return (chiSquare - freedom) / Math.sqrt(2 * freedom);
  }

  it.each([1, 2] as const)(
    'DEAL-6: puts every card in every place equally often, %i pack(s)',
    (packs) => {
      const draw = mersenneDraw([2026]);
      const ordered = sortedPack(packs);
      expect(Math.abs(deviations(packs, () => shuffle(ordered, draw)))).toBeLessThan(5);
      const step = Math.floor(DEAL_CODES / 10_000);
      const byCode = (n: number) => valueOf(packOf(formatDealCode(n * step), packs));
      expect(Math.abs(deviations(packs, byCode))).toBeLessThan(5);
    },
  );

  it('would be found out if each place drew from all cards', () => {
    const draw = mersenneDraw([2026]);
    const naive = () => {
      const pack = sortedPack(1);
      for (let i = 51; i > 0; i--) {
        const j = draw(51);
        [pack[i], pack[j]] = [pack[j] ?? 0, pack[i] ?? 0];
      }
      return pack;
    };
    expect(deviations(1, naive)).toBeGreaterThan(5);
  });
});
