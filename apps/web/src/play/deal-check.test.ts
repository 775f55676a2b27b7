import { packOf } from '@same-deal/engine';
import type { OpenedDeal } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { checkDeal, commitmentOf } from './deal-check.ts';
import { sha256 } from './sha256.ts';

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The platform's own, which pages opened over plain http do not have. */
const platformSha256 = async (message: Uint8Array<ArrayBuffer>) =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', message)));

test.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 137, 1000])(
  'SHA-256 of %i bytes is what the platform computes',
  async (length) => {
    const message = Uint8Array.from({ length }, (_, n) => (n * 131 + 7) & 0xff);
    expect(hex(sha256(message))).toBe(await platformSha256(message));
  },
);

const pack = packOf('1', 2);
if (!pack.ok) throw new Error('deal 1 exists');

const variant = 'sly-fox/standard';
const deal: OpenedDeal = {
  variant,
  salt: 'a5'.repeat(32),
  pack: [...pack.value],
  commitment: await platformSha256(
    Uint8Array.from([
      ...Array<number>(32).fill(0xa5),
      ...new TextEncoder().encode(variant),
      0,
      ...pack.value,
    ]),
  ),
};

test('P1: the page computes the commitment as the design states it', () => {
  expect(commitmentOf(deal)).toBe(deal.commitment);
  expect(checkDeal(deal, deal.commitment)).toEqual({
    verdict: 'good',
    computed: deal.commitment,
  });
});

test('P1: two cards that have changed places are noticed', () => {
  const [first = 0, second = 0, ...rest] = deal.pack;
  expect(checkDeal({ ...deal, pack: [second, first, ...rest] }, null).verdict).toBe('bad');
});

test('P1: a deal other than the one shown before the start is noticed', () => {
  expect(checkDeal(deal, 'f'.repeat(64)).verdict).toBe('other-fingerprint');
});

test('P1: a pack with a card twice is no pack, whatever its fingerprint', () => {
  const twice = {
    ...deal,
    pack: deal.pack.map((card, n) => (n === 1 ? (deal.pack[0] ?? 0) : card)),
  };
  const crooked = { ...twice, commitment: commitmentOf(twice) };
  expect(checkDeal(crooked, null).verdict).toBe('not-a-pack');
});
