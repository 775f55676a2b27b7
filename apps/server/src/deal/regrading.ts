/** Grades kept deals again when the grading has changed. */
import { newGame, unwrap } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import type { Searched } from '../solver/searches.ts';
import type { Budget, GradeWork } from '../solver/work.ts';

/** A winnable deal whose class comes from another grading. */
export interface StaleDeal {
  readonly id: string;
  readonly variant: string;
  /** As stored. */
  readonly pack: Pack;
  /** In the pool of certified deals, or used by somebody. */
  readonly kept: 'pool' | 'used';
}

export interface RegradingStore {
  /**
   * The next one, if there is any. Deals of races, dailies and duplicates that are not over keep the class that everybody
   * was told.
   * @param now by the service's clock, in milliseconds
   * @param except the ids of those that are left aside
   */
  stale(now: number, except: readonly string[]): Promise<StaleDeal | null>;
  noteGrade(deal: StaleDeal, difficulty: number): Promise<void>;
}

export type Grade = (
  work: GradeWork,
  budget: Budget,
  signal: AbortSignal,
) => Promise<Searched<GradeWork>>;

const BUDGET: Budget = { ms: 10_000, memoryBytes: 16 * 2 ** 20 };
/** Only a new version of the service, or the end of a race, brings more. */
const CHECK_AGAIN_AFTER_MS = 60 * 60_000;

/**
 * Makes the piece of background work that grades one stale deal.
 * @returns `graded`, `gave-way` if somebody's search came first, `nothing` if none is stale or was lately
 */
export function createRegrading(store: RegradingStore, grade: Grade) {
  let restsUntil = -Infinity;
  /** Deals whose grading did not come to its end: all others are graded before it is tried again. */
  const unfinished = new Set<string>();

  async function gradeOf({ variant, pack }: StaleDeal, signal: AbortSignal) {
    const position = unwrap(newGame(variant, pack));
    return grade({ kind: 'grade', position }, BUDGET, signal);
  }

  return async function regradeOne(
    now: number,
    signal: AbortSignal,
  ): Promise<'graded' | 'gave-way' | 'nothing'> {
    if (now < restsUntil) return 'nothing';
    const deal = await store.stale(now, [...unfinished]);
    if (!deal) {
      unfinished.clear();
      restsUntil = now + CHECK_AGAIN_AFTER_MS;
      return 'nothing';
    }
    const found = await gradeOf(deal, signal).catch((error: unknown) => {
      unfinished.add(deal.id);
      throw error;
    });
    if (!found.ok) return 'gave-way';
    if (found.value.difficulty === null) {
      // The machine may be too busy for any.
      restsUntil = now + CHECK_AGAIN_AFTER_MS;
      unfinished.add(deal.id);
    } else await store.noteGrade(deal, found.value.difficulty);
    return 'graded';
  };
}
