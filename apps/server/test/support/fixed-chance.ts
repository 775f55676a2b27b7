import { CODE_SIGNS } from '@same-deal/protocol';
import type { Pack } from '@same-deal/engine';
import type { Chance } from '../../src/deal/chance.ts';

/** A deterministic source of ids, salts and codes, with packs of the test's choice. */
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

/** The same source of chance, except that every deal has this pack. */
export const withPack = (chance: Chance, pack: Pack): Chance => ({ ...chance, pack: () => pack });
