import { z } from 'zod';
import { milliseconds } from '../ids.ts';

const figures = z.tuple([
  /** The place in the list of players, or of ghosts, from 0. */
  z.int(),
  /** As in `progress`: moves and undos. */
  z.int(),
  z.int(),
  /** If any of these has changed: place, cardsHome, cardsHomeAtMs, and suitsHome where there are any. */
  z.int().optional(),
  z.int().optional(),
  milliseconds.optional(),
  z.int().optional(),
]);

/**
 * The progress of those for whom something has changed since this line was last sent any: within a second, at once when
 * somebody takes the lead; the same comes with acknowledgements (`packedEntry`). It belongs to the race as it is at
 * that revision; what comes after a newer one is to be ignored. A line's own player is in it only when their place is
 * another. How a play ended, and when, comes with `race:updated`.
 */
export const raceProgressed = z.tuple([
  /** The race's code and revision. */
  z.string(),
  z.int(),
  /** Players. */
  z.array(figures),
  /** Ghosts. */
  z.array(figures).optional(),
]);
