import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { CODE_SIGNS, RACE_CODE_LENGTH } from '@same-deal/protocol';
import { shuffledPack } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';

/**
 * Where everything that nobody may foresee comes from. An argument of the application builder, so that
 * tests can fix it; no setting, route or event reaches it.
 */
export interface Chance {
  /** A pack for a live deal of the variant, every order equally likely. */
  pack(variant: string, packs: 1 | 2): Pack;
  /** 32 bytes. */
  salt(): Uint8Array<ArrayBuffer>;
  id(): string;
  raceCode(): string;
  /** A whole number from 0 to `most`. */
  number(most: number): number;
}

/** The platform's cryptographic generator; `randomInt` is unbiased, and so is the shuffle over it. */
export const cryptographicChance: Chance = {
  pack: (_variant, packs) => shuffledPack(packs, (most) => randomInt(most + 1)),
  salt: () => new Uint8Array(randomBytes(32)),
  id: randomUUID,
  raceCode: () =>
    Array.from({ length: RACE_CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join(
      '',
    ),
  number: (most) => randomInt(most + 1),
};
