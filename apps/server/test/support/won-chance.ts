import { packOf } from '@same-deal/engine';
import wonGames from '../../../../e2e/won-games.json' with { type: 'json' };
import { cryptographicChance } from '../../src/deal/chance.ts';
import type { Chance } from '../../src/deal/chance.ts';

const bisley = 'bisley/thirteen';
/** A game of Bisley that was won. */
export const won = wonGames.find(({ variant }) => variant === bisley)!;

/** Deals Bisley as it was won: not every deal leaves something to move. */
export const wonChance: Chance = {
  ...cryptographicChance,
  pack(variant, packs) {
    const dealt = packOf(won.deal, 1);
    return variant === bisley && dealt.ok ? dealt.value : cryptographicChance.pack(variant, packs);
  },
};
