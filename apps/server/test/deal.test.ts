import { randomBytes, webcrypto } from 'node:crypto';
import { gameList, isPack } from '@same-deal/engine';
import { CODE_SIGNS, raceCode } from '@same-deal/protocol';
import { describe, expect, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { commitmentOf, toHex } from '../src/deal/commitment.ts';
import { COMMIT_GRACE_MS, isLive } from '../src/deal/is-live.ts';

describe('P1: the commitment', () => {
  // Computed with Python's hashlib.
  test('of known salts and packs is known', () => {
    const salt = Uint8Array.from({ length: 32 }, (_, n) => n);
    const pack = Array.from({ length: 52 }, (_, n) => n);
    expect(toHex(commitmentOf(salt, 'bisley/thirteen', pack))).toBe(
      'c45c4daa1eeac6a8be1efeb8e24f90dc6a8978d7a6f1e0d6a018b9be04ffb61a',
    );
    const salt2 = Uint8Array.from({ length: 32 }, (_, n) => 255 - n);
    const pack2 = Array.from({ length: 104 }, (_, n) => 103 - n);
    expect(toHex(commitmentOf(salt2, 'sly-fox/standard', pack2))).toBe(
      '6fed7219e2b0aad67dbc86b33e65663568786d6d9ef60a39755fdeaab46307c8',
    );
  });

  test('is SHA-256(salt ‖ variant ‖ 0 ‖ cards), as anyone would compute it', async () => {
    for (const variant of gameList.flatMap(({ variants }) => variants)) {
      const salt = new Uint8Array(randomBytes(32));
      const pack = cryptographicChance.pack(variant.id, variant.packs);
      const parts = [...salt, ...new TextEncoder().encode(variant.id), 0, ...pack];
      const hash = await webcrypto.subtle.digest('SHA-256', Uint8Array.from(parts));
      expect(toHex(commitmentOf(salt, variant.id, pack))).toBe(toHex(new Uint8Array(hash)));
    }
  });

  test('changes with every part', () => {
    const pack = Array.from({ length: 52 }, (_, n) => n);
    const swapped = [1, 0, ...pack.slice(2)];
    const salt = new Uint8Array(32);
    const all = [
      commitmentOf(salt, 'bisley/thirteen', pack),
      commitmentOf(salt, 'bisley/twelve', pack),
      commitmentOf(salt, 'bisley/thirteen', swapped),
      commitmentOf(
        Uint8Array.from({ length: 32 }, (_, n) => Number(n === 31)),
        'bisley/thirteen',
        pack,
      ),
    ];
    expect(new Set(all.map(toHex)).size).toBe(all.length);
  });
});

describe('chance', () => {
  /**
   * How many standard deviations the counts of cards at places are from what every order being equally likely gives:
   * Σ (seen − expected)² / expected, scaled for permutations, has mean k and variance 2k, k = (size − 1)².
   */
  function deviation(size: number, shuffles: number, shuffled: () => readonly number[]): number {
    const seen = new Uint32Array(size * size);
    for (let n = 0; n < shuffles; n++) {
      shuffled().forEach((card, place) => {
        seen[card * size + place]! += 1;
      });
    }
    const expected = shuffles / size;
    const sum = seen.reduce((total, count) => total + (count - expected) ** 2 / expected, 0);
    const freedom = (size - 1) ** 2;
    return Math.abs((sum * (size - 1)) / size - freedom) / Math.sqrt(2 * freedom);
  }
  // Seven deviations happen by chance once in some 10^11 runs.
  const BOUND = 7;

  test.each([1, 2] as const)('every card is equally often at every place: %i pack(s)', (packs) => {
    const pack = () => cryptographicChance.pack('any', packs);
    expect(deviation(packs * 52, 10_000, pack)).toBeLessThan(BOUND);
  });

  test('that measure notices the commonest wrong shuffle, which draws from the whole pack each time', () => {
    const wrong = () => {
      const pack = Array.from({ length: 52 }, (_, n) => n);
      pack.forEach((card, n) => {
        const other = cryptographicChance.number(51);
        pack[n] = pack[other]!;
        pack[other] = card;
      });
      return pack;
    };
    expect(deviation(52, 10_000, wrong)).toBeGreaterThan(BOUND);
  });

  test('a pack holds every card once', () => {
    for (const packs of [1, 2] as const) {
      for (let n = 0; n < 100; n++)
        expect(isPack(cryptographicChance.pack('any', packs), packs)).toBe(true);
    }
  });

  test('salts have 32 bytes and race codes are read back as they are', () => {
    expect(cryptographicChance.salt()).toHaveLength(32);
    const signs = new Set<string>();
    for (let n = 0; n < 1000; n++) {
      const code = cryptographicChance.raceCode();
      expect(raceCode.parse(code)).toBe(code);
      for (const sign of code) signs.add(sign);
    }
    expect([...signs].sort().join('')).toBe([...CODE_SIGNS].sort().join(''));
    expect(new Set(Array.from({ length: 1000 }, cryptographicChance.id)).size).toBe(1000);
  });
});

describe('the one gate', () => {
  test('P2: a deal is live until its race or duplicate has settled; practice never', () => {
    const now = Date.UTC(2028, 1, 29, 12);
    const use = { raceSettledAt: null, dailyClosesAt: null };
    expect(isLive({ ...use, kind: 'race' }, now)).toBe(true);
    expect(isLive({ ...use, kind: 'race', raceSettledAt: new Date(now) }, now)).toBe(false);
    expect(isLive({ ...use, kind: 'practice' }, now)).toBe(false);
    expect(isLive({ ...use, kind: 'daily' }, now), 'until it is told otherwise').toBe(true);
    expect(isLive({ ...use, kind: 'duplicate' }, now)).toBe(true);
    const settled = { ...use, kind: 'duplicate', duplicateSettledAt: new Date(now) };
    expect(isLive(settled, now)).toBe(false);
    const daily = { ...use, kind: 'daily', dailyClosesAt: new Date(now) };
    expect(isLive(daily, now - 1)).toBe(true);
    expect(isLive(daily, now), 'what came in time may still be committed').toBe(true);
    expect(isLive(daily, now + COMMIT_GRACE_MS)).toBe(false);
  });
});
