/** Searches for winnable deals, so that dailies and races find them ready. Nothing waits for it. */
import { newGame, unwrap, variantOf } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import type { Clock } from '../clock.ts';
import type { DealFinding } from '../solver/work.ts';
import type { Searched } from '../solver/searches.ts';
import type { Budget, SolveWork } from '../solver/work.ts';
import type { Chance } from './chance.ts';
import { proofOf } from './draw-deal.ts';
import type { CertifiedDeal } from './draw-deal.ts';
import { nextToCertify } from './pool-needs.ts';
import type { createRegrading } from './regrading.ts';

export interface CertifierStore {
  /** How many deals are ready, by variant. */
  counts(): Promise<ReadonlyMap<string, number>>;
  add(variant: string, deal: CertifiedDeal): Promise<void>;
  /**
   * The deal of a live daily that was drawn before the pool had one, and has not been searched yet: today's first.
   * @param except the ids of deals that are left aside
   */
  unsearchedDaily(now: number, except: readonly string[]): Promise<UnsearchedDeal | null>;
  noteSearched(dealId: string, found: DealFinding): Promise<void>;
}

interface UnsearchedDeal {
  readonly id: string;
  readonly variant: string;
  /** As stored. */
  readonly pack: Pack;
}

export type Search = (
  work: SolveWork,
  budget: Budget,
  signal: AbortSignal,
) => Promise<Searched<SolveWork>>;

export interface CertifierOptions {
  readonly store: CertifierStore;
  readonly search: Search;
  readonly chance: Pick<Chance, 'pack'>;
  readonly clock: Clock;
  readonly budget?: Budget;
  /** What else is to be done in the background, one piece at a time, before the search for deals. */
  readonly regradeOne?: ReturnType<typeof createRegrading>;
  readonly onFault: (error: unknown) => void;
}

/** Most wins that are found at all are found sooner; a deal that takes longer is passed over. */
const DEFAULT_BUDGET: Budget = { ms: 30_000, memoryBytes: 128 * 2 ** 20 };
/** A daily cannot be replaced once it is drawn, so its search may take longer. */
const LONGER_FOR_DAILIES = 4;
/** When all are ready, the pool is counted again after so long; after a fault, too. */
const CHECK_AGAIN_AFTER_MS = 60_000;
/** A daily whose search failed is left aside for so long: its deal may be damaged, and everything else comes first. */
const TRY_AGAIN_AFTER_MS = 5 * 60_000;
/** A person's search has taken the thread. */
const MAKE_WAY_FOR_MS = 1_000;

export function createCertifier(options: CertifierOptions) {
  const { store, search, chance, clock, budget = DEFAULT_BUDGET, regradeOne, onFault } = options;
  const over = new AbortController();
  const spentMs = new Map<string, number>();
  /** The deals of dailies that are left aside, and until when. */
  const failed = new Map<string, number>();
  /** A deal whose search had to give way. Dropping it would favour the deals that are won soon. */
  let again: { readonly variant: string; readonly pack: Pack } | undefined;

  /** Ends a pause. */
  let goOn = () => {};
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const callOff = clock.after(ms, resolve);
      goOn = () => {
        callOff();
        resolve();
      };
    });

  /** Searches one deal; null if it had to give way. */
  async function trySearch(variant: string, pack: Pack, longer = 1): Promise<DealFinding | null> {
    const began = clock.now();
    const position = unwrap(newGame(variant, pack));
    const bounded = { ...budget, ms: budget.ms * longer };
    const found = await search({ kind: 'solve', position }, bounded, over.signal);
    spentMs.set(variant, (spentMs.get(variant) ?? 0) + clock.now() - began);
    return found.ok ? found.value : null;
  }

  /** The daily that is to be searched next. */
  function nextDaily(): Promise<UnsearchedDeal | null> {
    for (const [id, until] of failed) if (clock.now() >= until) failed.delete(id);
    return store.unsearchedDaily(clock.now(), [...failed.keys()]);
  }

  /** Does the most urgent piece of work; for how long there is nothing to do after it. */
  async function step(): Promise<number> {
    const daily = await nextDaily();
    if (daily) {
      const found = await trySearch(daily.variant, daily.pack, LONGER_FOR_DAILIES).catch(
        (error: unknown) => {
          failed.set(daily.id, clock.now() + TRY_AGAIN_AFTER_MS);
          throw error;
        },
      );
      if (!found) return MAKE_WAY_FOR_MS;
      await store.noteSearched(daily.id, found);
      return 0;
    }
    const regraded = await regradeOne?.(clock.now(), over.signal);
    if (regraded === 'gave-way') return MAKE_WAY_FOR_MS;
    if (regraded === 'graded') return 0;
    const variant = again?.variant ?? nextToCertify(await store.counts(), spentMs);
    if (variant === undefined) return CHECK_AGAIN_AFTER_MS;
    const pack = again?.pack ?? chance.pack(variant, variantOf(variant).packs);
    const found = await trySearch(variant, pack);
    again = found ? undefined : { variant, pack };
    if (!found) return MAKE_WAY_FOR_MS;
    if (found.verdict === 'won') await store.add(variant, { pack, proof: proofOf(found) });
    return 0;
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      const restMs = await step().catch((error: unknown) => {
        if (!over.signal.aborted) onFault(error);
        return CHECK_AGAIN_AFTER_MS;
      });
      if (restMs > 0 && !over.signal.aborted) await pause(restMs);
    }
  }

  let running: Promise<void> | undefined;
  return {
    start(): void {
      running ??= run();
    },
    /** Ends the search that runs, and waits for it. */
    async stop(): Promise<void> {
      over.abort();
      goOn();
      await running;
    },
  };
}
