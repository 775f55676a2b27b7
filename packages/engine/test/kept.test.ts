/**
 * Stored plays stay what they are. Logs hold variant ids, deal codes and moves as pile numbers, so
 * none of these may change meaning: `kept/logs.jsonl` was written once and is never made anew.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodeEntry,
  encodeEntry,
  formatPosition,
  isVariantId,
  packOf,
  replay,
  startPlay,
  variantOf,
} from '../src/index.ts';
import { valueOf } from './positions.ts';

interface KeptLog {
  readonly variant: string;
  readonly code: string;
  /** Card ids in the order of the pack. */
  readonly pack: string;
  /** Names of the piles in the order of their numbers. */
  readonly piles: string;
  /** Entry codes. */
  readonly entries: string;
  /** The last position. */
  readonly position: string;
  readonly cardsHome: number;
  readonly ending: string | null;
}

const logs: KeptLog[] = readFileSync(join(import.meta.dirname, 'kept/logs.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

describe('stored data', () => {
  it.each(logs)('$variant $code: pack, pile order and moves mean what they did (P9)', (log) => {
    const pack = valueOf(packOf(log.code, variantOf(log.variant).packs));
    expect(pack.join(' ')).toBe(log.pack);
    expect(
      variantOf(log.variant)
        .piles.map(({ name }) => name)
        .join(' '),
    ).toBe(log.piles);
    const codes = log.entries.split(' ').map(Number);
    const entries = codes.map(decodeEntry);
    expect(entries.map(encodeEntry)).toEqual(codes);
    const play = valueOf(replay(valueOf(startPlay(log.variant, pack, 'free')), entries));
    expect(formatPosition(play.position)).toBe(log.position);
    expect({ cardsHome: play.cardsHome, ending: play.ending ?? null }).toEqual({
      cardsHome: log.cardsHome,
      ending: log.ending,
    });
  });

  it('has logs of every variant that was ever released, and each is there under its name', () => {
    const released = [
      'bisley/thirteen',
      'bisley/twelve',
      'sly-fox/standard',
      'british-square/piles',
      'british-square/columns',
      'british-square/union',
      'alhambra/standard',
    ];
    expect(new Set(logs.map(({ variant }) => variant))).toEqual(new Set(released));
    expect(released.filter((id) => !isVariantId(id))).toEqual([]);
  });
});
