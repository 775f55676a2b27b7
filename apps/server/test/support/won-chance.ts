import { packOf } from '@same-deal/engine';
import wonGames from '../../../../e2e/won-games.json' with { type: 'json' };
import { cryptographicChance } from '../../src/deal/chance.ts';
import type { Chance } from '../../src/deal/chance.ts';

const bisley = 'bisley/thirteen';
/** A won game of Bisley. */
export const won = wonGames.find(({ variant }) => variant === bisley)!;

/** Deals the won game for Bisley, as some deals offer no move at all. */
export const wonChance: Chance = {
  ...cryptographicChance,
  pack(variant, packs) {
    const dealt = packOf(won.deal, 1);
    return variant === bisley && dealt.ok ? dealt.value : cryptographicChance.pack(variant, packs);
  },
};
