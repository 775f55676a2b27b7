import { z } from 'zod';
import { milliseconds } from '../ids.ts';

const figures = z.tuple([
  /** The player's place in the list of players, from 0. */
  z.int(),
  /** As in `progress`: place, cardsHome, moves, undos, cardsHomeAtMs. */
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  milliseconds,
  /** suitsHome, where there are any. */
  z.int().optional(),
]);

/**
 * How far those have come to whom something has happened: a few times a second at most, the latest values win. It
 * belongs to the race as it is at `revision`; what comes after a newer one is to be ignored. How a play ended, and
 * when, comes with `race:updated`.
 */
export const raceProgressed = z.object({
  code: z.string(),
  revision: z.int(),
  players: z.array(figures),
  /** The same of ghosts, by their place in the list of ghosts. */
  ghosts: z.array(figures).optional(),
});
