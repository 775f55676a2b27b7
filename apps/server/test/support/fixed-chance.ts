import { CODE_SIGNS } from '@same-deal/protocol';
import type { Pack } from '@same-deal/engine';
import type { Chance } from '../../src/deal/chance.ts';

/** Ids, salts and codes that are the same in every run, and the packs a test wants. */
export function fixedChance(pack: Chance['pack']): Chance {
  let count = 0;
  const next = () => (count += 1);
  return {
    pack,
    salt: () => new Uint8Array(32).fill(next()),
    id: () => `00000000-0000-4000-8000-${String(next()).padStart(12, '0')}`,
    raceCode: () => `RACE2${CODE_SIGNS[next() % CODE_SIGNS.length]}`,
    number: (most) => next() % (most + 1),
  };
}

/** Cryptographic chance but for the pack of the next deals. */
export const withPack = (chance: Chance, pack: Pack): Chance => ({ ...chance, pack: () => pack });
