/** Where the deals of races and dailies come from: the pool of certified ones, else the cryptographic generator. */
import { variantOf } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import type { Chance } from './chance.ts';
import { commitmentOf } from './commitment.ts';
import { keptForDailies } from './pool-needs.ts';

/** A deal that somebody, or a search, has won; its pack is nobody's to see while it is live. */
export interface CertifiedDeal {
  readonly pack: Pack;
  readonly proof: Proof;
}

/** Why a deal is known to be winnable. */
export interface Proof {
  /** 1 (easy) to 5, from the effort of the search. Public, also while the deal is live. */
  readonly difficulty: number;
  /** Codes of the moves of a winning line. As secret as the pack. */
  readonly solution: readonly number[];
}

/** A deal fixed and committed (P1). */
export interface FixedDeal {
  readonly id: string;
  readonly variant: string;
  readonly pack: Pack;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly commitment: Uint8Array<ArrayBuffer>;
  /** Null for a deal that has not been proved winnable. */
  readonly proof: Proof | null;
}

export interface DealPool {
  /**
   * Takes the oldest certified deal out, for good: nobody else gets it.
   * @param leave how many must remain for more urgent uses; with fewer, there is none
   */
  take(variant: string, leave: number): Promise<CertifiedDeal | null>;
}

export type DrawDeal = ReturnType<typeof dealDrawer>;

/** What a deal is drawn for. */
export type Use = 'daily' | 'race' | 'unproved race';

/** Makes the one function that draws live deals. */
export function dealDrawer(chance: Chance, pool: DealPool) {
  /**
   * A new deal, used by nobody before: certified where the pool has one for that use, else fresh from
   * the generator and not proved.
   */
  return async function drawDeal(variant: string, use: Use): Promise<FixedDeal> {
    const certified =
      use === 'unproved race'
        ? null
        : await pool.take(variant, use === 'daily' ? 0 : keptForDailies(variant));
    const pack = certified?.pack ?? chance.pack(variant, variantOf(variant).packs);
    const salt = chance.salt();
    return {
      id: chance.id(),
      variant,
      pack,
      salt,
      commitment: commitmentOf(salt, variant, pack),
      proof: certified?.proof ?? null,
    };
  };
}
