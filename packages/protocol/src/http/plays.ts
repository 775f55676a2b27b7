import { z } from 'zod';
import { playId } from '../ids.ts';
import { playEnding } from '../race.ts';

/** `GET /api/plays`: my plays, newest first. `GET /api/plays/:playId` answers a `playSnapshot`. */
export const playSummary = z.object({
  playId,
  variant: z.string(),
  raceCode: z.string().nullable(),
  deal: z.string().nullable(),
  startedAt: z.iso.datetime(),
  cardsHome: z.int(),
  moves: z.int(),
  ending: playEnding.nullable(),
  hints: z.int(),
});
export type PlaySummary = z.infer<typeof playSummary>;

export const playList = z.object({ plays: z.array(playSummary) });
