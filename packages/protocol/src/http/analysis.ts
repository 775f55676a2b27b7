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
    /**
     * How well it was played: moves made with a choice while the deal could be won, how many of them
     * left it winnable, and the dearest of the others. Exact for Bisley; elsewhere in hindsight, as
     * the search sees the stock. Nothing is counted where the deal is not known to be winnable.
     */
    accuracy: z.object({
      decisions: z.int(),
      kept: z.int(),
      /** Moves made with a choice that the search could not judge: they are not among `decisions`. */
      undecided: z.int(),
      /** At most three: entries lost by it, and the code of a move that keeps the win, if known. */
      mistakes: z.array(
        z.object({ entry: z.int().min(1), cost: z.int(), better: entryCode.nullable() }),
      ),
      /**
       * After 0, 1, 2 … entries: in per cent what a careful player would bring home in the end; 0
       * where it can no longer be won. Empty where nothing is counted.
       */
      curve: z.array(z.int().min(0).max(100)),
    }),
  }),
]);
export type PlayAnalysis = z.infer<typeof playAnalysis>;
