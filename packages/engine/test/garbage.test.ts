/** Nothing that comes from outside makes the engine throw, or slips past it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../tools/scale.ts';
import {
  decodeEntry,
  decodeMove,
  encodeEntry,
  enter,
  findVariant,
  formatMove,
  isVariantId,
  parseCard,
  parseMove,
  parsePosition,
  packOf,
  playMove,
  replay,
  sortedPack,
  startPlay,
  unwrap,
} from '../src/index.ts';

import { drawOf, randomDeal } from './positions.ts';
import { slowVariants } from './slow-rules.ts';

const variants = fc.constantFrom(...slowVariants);
/** Random text, and text that looks like what is expected. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.stringMatching(/^[A2-9TJQKCSHD?| ,>\-0-9fawrst]{0,80}$/),
  fc
    .array(fc.constantFrom('AC', 'KD', '??', '|', ' ', '-', '1', 'faC', '>', 't3', 's', 'w'), {
      maxLength: 60,
    })
    .map((parts) => parts.join('')),
);
const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.integer({ min: -3, max: 40 }),
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 0.5, 1e300, 2 ** 31, 2 ** 32, 2 ** 32 + 7, 2 ** 53),
);
const runs = { numRuns: cases(1000) };

const dealFor = (variant: string) => sortedPack(findVariant(variant)?.packs ?? 1);

describe('random text', () => {
  it('is refused or read by parsePosition, parseMove, parseCard and isVariantId', () => {
    fc.assert(
      fc.property(fc.oneof(variants, texts), texts, (variant, text) => {
        const position = parsePosition(variant, text);
        if (!position.ok) expect(typeof position.reason.code).toBe('string');
        parseMove(variant, text);
        parseCard(text);
        expect(isVariantId(text)).toBe(findVariant(text) !== undefined);
      }),
      runs,
    );
  });

  it('is refused or read by packOf', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom<1 | 2>(1, 2), (text, packs) => {
        const pack = packOf(text, packs);
        expect(pack.ok ? pack.value.length : 52 * packs).toBe(52 * packs);
      }),
      runs,
    );
  });

  it('of great length is refused without delay', () => {
    expect(packOf('7'.repeat(1_000_000), 1)).toEqual({ ok: false, reason: 'out-of-range' });
    expect(packOf(`${'0'.repeat(1_000_000)}x`, 1)).toEqual({ ok: false, reason: 'not-a-deal' });
    expect(parsePosition('bisley/thirteen', '|'.repeat(1_000_000)).ok).toBe(false);
    expect(parsePosition('bisley/thirteen', 'AC'.repeat(1_000_000)).ok).toBe(false);
  });
});

describe('random numbers', () => {
  it('as a move are refused or played', () => {
    fc.assert(
      fc.property(variants, numbers, numbers, (variant, from, to) => {
        const played = playMove(randomDeal(variant, drawOf(1)), { from, to });
        if (!played.ok) expect(Object.is(played.reason.from, from)).toBe(true);
        const isPileNumber = (n: number) => Number.isInteger(n) && n >= 0;
        if (played.ok) expect(isPileNumber(from) && isPileNumber(to)).toBe(true);
        formatMove(variant, { from, to });
      }),
      runs,
    );
  });

  it('as a code are an entry only if they are 16 bits', () => {
    fc.assert(
      fc.property(numbers, (code) => {
        const entry = decodeEntry(code);
        const is16Bits = Number.isInteger(code) && code >= 0 && code <= 0xffff;
        if (is16Bits) {
          expect(encodeEntry(entry)).toBe(code + 0);
          return;
        }
        expect(entry).not.toBe('undo');
        expect(entry).not.toBe('concede');
        const { from, to } = decodeMove(code);
        const isPile = (n: number) => Number.isInteger(n) && n >= 0 && n < 256;
        expect(isPile(from) && isPile(to)).toBe(false);
      }),
      runs,
    );
  });

  it('as a log are entered, or refused with the number of the first bad entry', () => {
    fc.assert(
      fc.property(variants, fc.array(numbers, { maxLength: 30 }), (variant, codes) => {
        const play = unwrap(startPlay(variant, dealFor(variant), 'free'));
        const entries = codes.map(decodeEntry);
        const folded = replay(play, entries);
        if (folded.ok) {
          expect(folded.value.entries).toBe(codes.length);
          return;
        }
        const good = entries.slice(0, folded.reason.number - 1);
        const before = replay(play, good);
        expect(before.ok).toBe(true);
        const bad = entries[folded.reason.number - 1];
        if (before.ok && bad !== undefined) {
          expect(enter(before.value, bad)).toEqual({ ok: false, reason: folded.reason.rejection });
        }
      }),
      runs,
    );
  });
});
