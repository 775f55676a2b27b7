import { LOG_LIMIT } from '@same-deal/engine';
import { z } from 'zod';
import { duplicateKey } from '../duplicate.ts';
import { dailyKey, entryCode, playId, variantId } from '../ids.ts';
import { playEnding } from '../race.ts';

/** `GET /api/plays`: my plays, newest first. `GET /api/plays/:playId` answers a `playSnapshot`. */
export const playSummary = z.object({
  playId,
  variant: z.string(),
  raceCode: z.string().nullable(),
  /** The daily whose try it is. */
  daily: dailyKey.nullable(),
  /** The duplicate at whose deal it is a try; left out for everything else. */
  duplicate: duplicateKey.nullish(),
  deal: z.string().nullable(),
  startedAt: z.iso.datetime(),
  cardsHome: z.int(),
  moves: z.int(),
  ending: playEnding.nullable(),
  hints: z.int(),
  /** Played without a line, and entered afterwards. */
  offline: z.boolean().optional(),
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

/** Ten years; a device's clock may be anything. */
const AGE_MAX_MS = 315_360_000_000;
/** What a play's times are stored as. */
const ELAPSED_MAX_MS = 2 ** 31 - 1;

/** `POST /api/plays/offline`: practice that was played without a line. Entering the same again changes nothing. */
export const offlinePlay = z.object({
  /** Drawn by the device. */
  playId,
  variant: variantId,
  /** A deal code or number. */
  deal: z.string().max(40),
  /** How long ago it was begun, by the device's clock. */
  ageMs: z.int().min(0).max(AGE_MAX_MS),
  hints: z.int().min(0).max(1_000_000),
  /** Entry n is number n + 1: its code, and the time from the start of the play. */
  entries: z.array(z.tuple([entryCode, z.int().min(0).max(ELAPSED_MAX_MS)])).max(LOG_LIMIT),
});
export type OfflinePlay = z.infer<typeof offlinePlay>;

/** Where it is now: in the person's account, under the same id. */
export const offlinePlayEntered = z.object({ playId });
export type OfflinePlayEntered = z.infer<typeof offlinePlayEntered>;
