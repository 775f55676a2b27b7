/** One's own ratings, game by game. */
import { z } from 'zod';
import { gameId } from '../ids.ts';

export const ratingStats = z.object({
  game: gameId,
  /** 1500 is where everybody begins; a higher one is better. */
  rating: z.int(),
  /** With 95 % confidence the true number is no further off than this. It grows while one does not race. */
  deviation: z.int(),
  provisional: z.boolean(),
  /** How many races were rated. */
  races: z.int(),
  /** The rating after each of the last races, oldest first. */
  curve: z.array(z.object({ code: z.string(), at: z.iso.datetime(), rating: z.int() })),
});
export type RatingStats = z.infer<typeof ratingStats>;
