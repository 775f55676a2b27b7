/** Checks that the cards of a settled race are the ones that were promised before it began (P1). */
import { findVariant, isPack } from '@same-deal/engine';
import type { OpenedDeal } from '@same-deal/protocol';
import { sha256 } from './sha256.ts';

export type DealVerdict = 'good' | 'bad' | 'not-a-pack' | 'other-fingerprint';

export interface DealReport {
  readonly verdict: DealVerdict;
  /** What the check computed, as 64 hex digits. */
  readonly computed: string;
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): number[] =>
  (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** SHA-256 of salt ‖ UTF-8 variant ‖ 0x00 ‖ one byte per card id, as hex. */
export function commitmentOf({ salt, variant, pack }: OpenedDeal): string {
  const name = new TextEncoder().encode(variant);
  return hexOf(sha256(Uint8Array.from([...bytesOf(salt), ...name, 0, ...pack])));
}

/** @param seen the fingerprint that this page was shown before the race, if it was there */
export function checkDeal(deal: OpenedDeal, seen: string | null): DealReport {
  const computed = commitmentOf(deal);
  const packs = findVariant(deal.variant)?.packs ?? 1;
  const verdict =
    computed !== deal.commitment.toLowerCase()
      ? 'bad'
      : seen !== null && seen.toLowerCase() !== computed
        ? 'other-fingerprint'
        : isPack(deal.pack, packs)
          ? 'good'
          : 'not-a-pack';
  return { verdict, computed };
}
