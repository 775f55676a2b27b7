import { z } from 'zod';
import { gameId } from '../ids.ts';

/**
 * `GET`, `PUT /api/me/preferences`: how somebody likes their table, on every device of theirs. What a hand or a screen
 * decides (large faces, movement, dragging, which hand, sounds) stays in each browser and is not here. What is left out
 * is as the page has it by itself.
 */
export const accountPreferences = z.object({
  /** Two suit colours as on most packs, or one for each suit; by game. */
  colours: z.partialRecord(gameId, z.enum(['two', 'four'])).optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  felt: z.enum(['green', 'blue', 'grey']).optional(),
  /** What is printed on the backs of the cards. */
  back: z.enum(['mark', 'checks', 'stripes']).optional(),
  /** Brings cards home by itself, where nothing is lost by it. */
  autoCollect: z.boolean().optional(),
  vibration: z.boolean().optional(),
  hideClock: z.boolean().optional(),
  hideStandings: z.boolean().optional(),
  /** Whether single letters play (WCAG 2.1.4). */
  letters: z.boolean().optional(),
});
export type AccountPreferences = z.infer<typeof accountPreferences>;
