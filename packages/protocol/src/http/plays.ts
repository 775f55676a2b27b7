import { z } from 'zod';
import { dailyKey, playId } from '../ids.ts';
import { playEnding } from '../race.ts';

/** `GET /api/plays`: my plays, newest first. `GET /api/plays/:playId` answers a `playSnapshot`. */
export const playSummary = z.object({
  playId,
  variant: z.string(),
  raceCode: z.string().nullable(),
  /** The daily whose try it is. */
  daily: dailyKey.nullable(),
  deal: z.string().nullable(),
  startedAt: z.iso.datetime(),
  cardsHome: z.int(),
  moves: z.int(),
  ending: playEnding.nullable(),
  hints: z.int(),
});
export type PlaySummary = z.infer<typeof playSummary>;

/** Where the next page of a list begins; opaque. */
const cursor = z
  .string()
  .max(60)
  .regex(/^\d{1,15}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

/** `GET /api/plays?state=…&before=…`: a page of them. */
export const playListQuery = z.object({
  /** Only those that still run, or only those that have ended. */
  state: z.enum(['in-progress', 'finished']).optional(),
  /** `next` of the page before. */
  before: cursor.optional(),
});
export type PlayListQuery = z.infer<typeof playListQuery>;

export const playList = z.object({
  plays: z.array(playSummary),
  /** Null on the last page. */
  next: cursor.nullable(),
});
export type PlayList = z.infer<typeof playList>;
