import { z } from 'zod';
import { entryCode, milliseconds } from '../ids.ts';

/**
 * `GET /api/plays/:playId/analysis`: where a play was lost. Of an opened deal for anyone who may see the
 * play, of a practice deal for its player; refused with `deal-is-live` while the deal is live.
 */
export const playAnalysis = z.discriminatedUnion('state', [
  /** The search runs; ask again. Whoever does not ask again within 15 seconds no longer waits for it. */
  z.object({ state: z.literal('working'), askAgainInMs: milliseconds }),
  z.object({
    state: z.literal('ready'),
    /** Whether the deal could be won: `lost` only by proof, `unknown` where the search gave up. */
    deal: z.enum(['won', 'lost', 'unknown']),
    /** How many entries the log had. A practice play that has gone on since can be asked again. */
    entries: z.int(),
    /**
     * The number of the entry after which the play could not be won any more, for good; null if it
     * was won, still can be won, or never could.
     */
    lostAt: z.int().min(1).nullable(),
    /** False where `lostAt` only says after which entry the search no longer found a win. */
    proved: z.boolean(),
    /** 1 (easy) to 5, where the deal is known to be winnable. */
    difficulty: z.int().min(1).max(5).nullable(),
    /** A winning line from the opening deal, as codes of moves; empty where none is known. */
    solution: z.array(entryCode),
  }),
]);
export type PlayAnalysis = z.infer<typeof playAnalysis>;
