import { z } from 'zod';
import { milliseconds, playId } from '../ids.ts';

/** So many races are listed at most, the newest ones. */
export const LISTED_RACES_MAX = 20;

/**
 * `GET /api/races`: the races that their hosts have opened to everyone, to watch; newest first, one a host. Nothing of
 * their tables; and none in which somebody sits whom the reader has blocked or who has blocked the reader.
 */
export const listedRaces = z.object({
  races: z
    .array(
      z.object({
        code: z.string(),
        variant: z.string(),
        host: z.string(),
        /** How many have a seat, the host among them. */
        players: z.int(),
        /** Since its start; null while it waits for that. */
        runsForMs: milliseconds.nullable(),
      }),
    )
    .max(LISTED_RACES_MAX),
});
export type ListedRaces = z.infer<typeof listedRaces>;

/** `GET /api/races/:code/deal`: what anyone needs to check the deal of a settled race (P1). */
export const openedDeal = z.object({
  variant: z.string(),
  /** 64 hex digits, as shown before the start. */
  commitment: z.string(),
  /** 32 bytes as 64 hex digits. */
  salt: z.string(),
  /** Card ids in pack order; dealt from the end. */
  pack: z.array(z.int()),
});
export type OpenedDeal = z.infer<typeof openedDeal>;

/**
 * `GET /api/races/:code/courses`: how many cards everybody of a settled race had home, and when; of a ghost race the
 * ghosts' too. Counts alone: reading a result does not reveal the deal.
 */
export const raceCourses = z.object({
  courses: z.array(
    z.object({
      playId,
      /** From the first change on: milliseconds since the start, cards home from then on. */
      steps: z.array(z.tuple([milliseconds, z.int()])),
    }),
  ),
});
export type RaceCourses = z.infer<typeof raceCourses>;
