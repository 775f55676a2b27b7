/** A short search of a deal that somebody waits for. */
import { newGame, unwrap } from '@same-deal/engine';
import type { Budget } from '../solver/work.ts';
import type { ShortSearch } from './draw-deal.ts';
import type { Search } from './certifier.ts';

/** Most deals that can be won are won sooner; the dailies of two days are searched one after the other. */
const DEFAULT_BUDGET: Budget = { ms: 700, memoryBytes: 64 * 2 ** 20 };

/** @param search may be slow to begin or to end: it is not waited for longer than its time */
export function shortSearch(search: Search, budget: Budget = DEFAULT_BUDGET): ShortSearch {
  return async (variant, pack) => {
    const over = AbortSignal.timeout(budget.ms);
    const tooLate = new Promise<null>((resolve) =>
      over.addEventListener('abort', () => resolve(null)),
    );
    const found = search({ kind: 'solve', position: unwrap(newGame(variant, pack)) }, budget, over);
    const outcome = await Promise.race([found.catch(() => null), tooLate]);
    return outcome?.ok ? outcome.value : null;
  };
}
