/** Searches for sparring partners, in a thread of its own: they neither wait for people's searches nor delay them. */
import { decodeEntry } from '@same-deal/engine';
import type { SparringOptions } from './sparring.ts';
import { createSearches } from '../solver/searches.ts';
import type { SearchesOptions } from '../solver/searches.ts';

/** Far more than a move takes, a tenth of a second; a thread that needs longer is ended. */
const BUDGET = { ms: 5_000, memoryBytes: 0 };
/** A move takes a twentieth of the time that a partner pauses before it; a household has a school's worth of partners. */
const BOUNDS = { most: 1_000, mostEach: 100 };

export function createThinking(options: SearchesOptions) {
  const searches = createSearches({ ...options, threads: 1, bounds: BOUNDS });
  const think: SparringOptions['think'] = async (thought, household) => {
    const found = await searches.search({ kind: 'spar', ...thought }, BUDGET, household);
    if (!found.ok || !found.value.isChosen) return undefined;
    return found.value.entry === null ? null : decodeEntry(found.value.entry);
  };
  return { think, close: searches.close };
}
