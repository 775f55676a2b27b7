/** Fills the pool with certified deals of one variant, as fast as the machine can. */
import { newGame, unwrap, variantOf } from '@same-deal/engine';
import type { Budget } from '../solver/work.ts';
import type { CertifierStore, Search } from './certifier.ts';
import type { Chance } from './chance.ts';
import { proofOf } from './draw-deal.ts';

/** What came of the deals that were searched. */
export interface Tally {
  readonly won: number;
  /** Proved unwinnable. */
  readonly lost: number;
  /** Neither, within the budget. */
  readonly undecided: number;
}

export interface FillOptions {
  readonly variant: string;
  /** How many deals are to be added. */
  readonly count: number;
  readonly budget: Budget;
  /** How many searches run at once. */
  readonly parallel: number;
  readonly search: Search;
  readonly store: Pick<CertifierStore, 'add'>;
  readonly chance: Pick<Chance, 'pack'>;
  /** Aborted to stop; what has been certified by then stays. */
  readonly signal: AbortSignal;
  readonly onSearched: (tally: Tally) => void;
}

/** Each certified deal is stored at once, so that a run may be ended at any time and another one begun. */
export async function fillPool(options: FillOptions): Promise<Tally> {
  const { variant, count, budget, parallel, search, store, chance, signal, onSearched } = options;
  let tally: Tally = { won: 0, lost: 0, undecided: 0 };
  const isDone = () => signal.aborted || tally.won >= count;

  async function searchOn(): Promise<void> {
    while (!isDone()) {
      const pack = chance.pack(variant, variantOf(variant).packs);
      const position = unwrap(newGame(variant, pack));
      const found = await search({ kind: 'solve', position }, budget, signal);
      if (!found.ok && found.why === 'busy') throw new Error('no thread for a search');
      if (!found.ok) return;
      const { verdict } = found.value;
      // Searches that end at once may find more than was asked for; it is not thrown away.
      if (verdict === 'won') await store.add(variant, { pack, proof: proofOf(found.value) });
      tally = { ...tally, [verdict]: tally[verdict] + 1 };
      onSearched(tally);
    }
  }

  await Promise.all(Array.from({ length: parallel }, searchOn));
  return tally;
}
