/** Where the deals of races and dailies come from: the pool of certified ones, else the cryptographic generator. */
import { newGame, openPlay, unwrap, variantOf } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import type { DealFinding } from '../solver/work.ts';
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
  /** 1 (easy) to 5, see the solver's `gradeDeal`. Public, also while the deal is live. */
  readonly difficulty: number;
  /** The grading it comes from; null: an older one. The present one if not given. */
  readonly gradingVersion?: number | null;
  /** Codes of the moves of a winning line. As secret as the pack. */
  readonly solution: readonly number[];
  /** Whether it is proved that no win is shorter. */
  readonly isShortest?: boolean;
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
  /** The opened deal that it is a copy of. */
  readonly copyOf?: string;
}

export interface DealPool {
  /**
   * Takes the oldest certified deal out, for good: nobody else gets it.
   * @param leave how many must remain for more urgent uses; with fewer, there is none
   */
  take(variant: string, leave: number): Promise<CertifiedDeal | null>;
}

/** What a short search says of a pack; null if it could not be run. */
export type ShortSearch = (variant: string, pack: Pack) => Promise<DealFinding | null>;

/** Who has a deal drawn. */
export interface Taker {
  readonly id: string;
  /** Or what it counts as; undefined where nobody requests it, and they are not known to be there. */
  readonly address?: string | undefined;
}

/**
 * Counts one more proved deal for those who get it together, each of them and each address; false if all of them have had
 * as many lately as they may.
 */
export type MayTakeProved = (takers: readonly Taker[]) => Promise<boolean>;

export type DrawDeal = ReturnType<typeof dealDrawer>;

/** What a deal is drawn for. */
export type Use = 'daily' | 'race' | 'unproved race';

/** Most deals can be won: this many in a row that cannot occur once in many millions of draws. */
const DRAWS = 10;

/**
 * Makes the one function that draws live deals.
 * @param search tries the deals of dailies that the pool has none for: everybody gets them, and they cannot be replaced
 */
export function dealDrawer(chance: Chance, pool: DealPool, search: ShortSearch = async () => null) {
  /** From the generator; for a daily not one that is quickly seen to be lost. */
  async function freshDeal(
    variant: string,
    use: Use,
  ): Promise<{ readonly pack: Pack; readonly proof: Proof | null }> {
    for (let n = 1; ; n++) {
      const pack = chance.pack(variant, variantOf(variant).packs);
      const found = use === 'daily' ? await search(variant, pack) : null;
      if (found?.verdict === 'won') return { pack, proof: proofOf(found) };
      if (found?.verdict !== 'lost' || n === DRAWS) return { pack, proof: null };
    }
  }

  /**
   * A new deal, used by nobody before: certified where the pool has one for that use, else fresh from
   * the generator and not proved.
   */
  return async function drawDeal(variant: string, use: Use): Promise<FixedDeal> {
    const certified =
      use === 'unproved race'
        ? null
        : await pool.take(variant, use === 'daily' ? 0 : keptForDailies(variant));
    const { pack, proof } = certified ?? (await freshDeal(variant, use));
    const salt = chance.salt();
    return {
      id: chance.id(),
      variant,
      pack,
      salt,
      commitment: commitmentOf(salt, variant, pack),
      proof,
    };
  };
}

interface ProvedDealOptions {
  readonly drawDeal: DrawDeal;
  /** A deal that was drawn and not used. */
  readonly giveBack: (deal: FixedDeal) => Promise<void>;
}

/**
 * A deal for a race, proved where one is ready and may be had. Only what has been taken is counted: where none is ready,
 * nobody's allowance is used up.
 * @param mayBeProved counts one
 */
export async function drawProved(
  { drawDeal, giveBack }: ProvedDealOptions,
  variant: string,
  mayBeProved: () => Promise<boolean>,
): Promise<FixedDeal> {
  const deal = await drawDeal(variant, 'race');
  if (!deal.proof || (await mayBeProved())) return deal;
  await giveBack(deal);
  return drawDeal(variant, 'unproved race');
}

/** A deal in which no card can move is no fun for days; one in thousands is drawn again. */
const PLAYABLE_DRAWS = 20;

/** A deal in which something can be moved, where each person has one try and all the time. */
export async function drawPlayable(draw: () => Promise<FixedDeal>): Promise<FixedDeal> {
  for (let n = 1; ; n++) {
    const deal = await draw();
    const play = openPlay(unwrap(newGame(deal.variant, deal.pack)), 'bounded');
    if (play.ending === undefined || n >= PLAYABLE_DRAWS) return deal;
  }
}

/** What makes a found win a proof. */
export const proofOf = ({ difficulty, moves, isShortest = false }: DealFinding): Proof => ({
  difficulty: difficulty ?? 1,
  solution: moves,
  isShortest,
});
