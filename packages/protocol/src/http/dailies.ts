/** The dailies: one deal per game and UTC day, the same for everyone. */
import { z } from 'zod';
import { dailyKey, milliseconds, playId, utcDay } from '../ids.ts';
import { playEnding } from '../race.ts';
import { streak } from './stats.ts';

/**
 * `upcoming`: tomorrow's. `open`: it can be begun. `closing`: its day is over, what was begun on it may still
 * be finished, until 12:00 UTC. `closed`: deal, salt and replays are open.
 */
export const dailyPhase = z.enum(['upcoming', 'open', 'closing', 'closed']);
export type DailyPhase = z.infer<typeof dailyPhase>;

/** My one ranked try. */
export const dailyTry = z.object({
  playId,
  startedAt: z.iso.datetime(),
  /** Null while it runs. */
  ending: playEnding.nullable(),
  elapsedMs: milliseconds,
  moves: z.int(),
  undos: z.int(),
  cardsHome: z.int(),
  /** Places among those who are listed, whether or not I am one of them; null while it runs, or when it does not count. */
  fastestPlace: z.int().nullable(),
  fewestPlace: z.int().nullable(),
  /** How many of a hundred other ranked tries were slower, 0 to 100; the unfinished count as slower. Null as above. */
  percentile: z.number().nullable(),
  /** Whether others see it on the boards: a guest's try is listed when claimed before the close. */
  isListed: z.boolean(),
});
export type DailyTry = z.infer<typeof dailyTry>;

/** `GET /api/dailies/:day/:game`. */
export const daily = dailyKey.extend({
  variant: z.string(),
  phase: dailyPhase,
  /** Whether a solver has proved that the deal can be won, and how hard that is. */
  proved: z.boolean(),
  difficulty: z.int().nullable(),
  /** SHA-256 of salt, variant and pack order as 64 hex digits (P1), and when it was fixed: the day before. */
  commitment: z.string(),
  committedAt: z.iso.datetime(),
  /** Milliseconds left until it can be begun, until it cannot be begun any more, and until it closes; never below 0. */
  opensInMs: milliseconds,
  endsInMs: milliseconds,
  closesInMs: milliseconds,
  /** Ranked tries that have ended. */
  tries: z.int(),
  /** How many of them were won. */
  won: z.int(),
  /**
   * Of a closed one: the fewest moves in which its deal is known to be won, by the computer or by a
   * player (whose name is null unless the board shows it). Null before, and where nobody has won it.
   */
  par: z
    .object({
      moves: z.int(),
      by: z.enum(['computer', 'player']),
      name: z.string().nullable(),
      /** Whether it is proved that no win is shorter. */
      isShortest: z.boolean().optional(),
    })
    .nullable(),
  mine: dailyTry.nullable(),
});
export type Daily = z.infer<typeof daily>;

/** `GET /api/dailies`: today's, and tomorrow's with what is known of them: that they are fixed. */
export const dailyList = z.object({
  day: utcDay,
  today: z.array(daily),
  tomorrow: z.array(daily),
  /** Yesterday's while they may still be finished. */
  yesterday: z.array(daily),
  /** Mine over all games; null if nobody is signed in. */
  streak: streak.nullable(),
});
export type DailyList = z.infer<typeof dailyList>;

/** `GET /api/dailies/archive?before=DAY`: closed days, newest first, at most 30 at a time. */
export const archiveQuery = z.object({ before: utcDay.optional() });
export const archivedDaily = dailyKey.extend({
  variant: z.string(),
  proved: z.boolean(),
  difficulty: z.int().nullable(),
  tries: z.int(),
  won: z.int(),
  /** The time of the fastest listed win. */
  bestMs: milliseconds.nullable(),
  /** How my try ended, if I had one. */
  mine: playEnding.nullable(),
});
export const dailyArchive = z.object({
  days: z.array(z.object({ day: utcDay, dailies: z.array(archivedDaily) })),
  /** Where the next page goes on; null on the last one. */
  before: utcDay.nullable(),
});
export type DailyArchive = z.infer<typeof dailyArchive>;
