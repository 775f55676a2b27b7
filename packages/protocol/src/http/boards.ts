/** Leaderboards: the two of a daily, and the boards of weeks and of all time. */
import { z } from 'zod';
import { dailyKey, gameId, milliseconds, playerId, playId, utcDay } from '../ids.ts';
import { playEnding } from '../race.ts';
import { dailyPhase } from './dailies.ts';

/**
 * `fastest`: won by elapsed time, then by fewer moves. `fewest`: won by moves, then by elapsed time. Equal in both
 * shares the place (1, 1, 3). Unfinished tries come below, by cards home.
 */
export const boardName = z.enum(['fastest', 'fewest']);
export type BoardName = z.infer<typeof boardName>;

export const boardRow = z.object({
  place: z.int().min(1),
  playerId,
  /** Null where a moderator has hidden the name. */
  name: z.string().nullable(),
  isYou: z.boolean(),
  ending: playEnding,
  elapsedMs: milliseconds,
  moves: z.int(),
  undos: z.int(),
  /** Won without taking anything back. */
  isClean: z.boolean(),
  cardsHome: z.int(),
  /** The replay, once the daily has closed. */
  playId: playId.nullable(),
});
export type BoardRow = z.infer<typeof boardRow>;

/** `GET /api/dailies/:day/:game/boards/:board?circle=ID`: of a circle I am in, guests and others who are not listed too. */
export const boardQuery = z.object({ circle: z.uuid().toLowerCase().optional() });

/** What is not mine may be a second old. */
export const dailyBoard = dailyKey.extend({
  board: boardName,
  phase: dailyPhase,
  /** How many are listed; `tries` counts guests' and others' as well. */
  listed: z.int(),
  tries: z.int(),
  /** The first hundred. */
  top: z.array(boardRow),
  /** My try as it would be listed; null while it runs, or if there is none. `percentile` as in `dailyTry`. */
  mine: z
    .object({ row: boardRow, percentile: z.number().nullable(), isListed: z.boolean() })
    .nullable(),
  /** The listed rows around mine, mine among them if it is listed. */
  around: z.array(boardRow),
  /** The listed rows of people I raced with. */
  people: z.array(boardRow),
  /** Of the board of a circle: `listed` and `tries` are those who have finished, and there are no rows while it is hidden. */
  circle: z
    .object({
      /** I have not finished mine, and the daily has not closed. */
      isHidden: z.boolean(),
    })
    .optional(),
});
export type DailyBoard = z.infer<typeof dailyBoard>;

/** `GET /api/dailies/:day/:game/times`: how long winning took; may be a second old. */
export const dailyTimes = dailyKey.extend({
  /** Each bin holds the wins from `fromMs` on and before the next; empty ones are left out. */
  binMs: milliseconds,
  bins: z.array(z.object({ fromMs: milliseconds, tries: z.int() })),
  /** Tries that were not won. */
  unfinished: z.int(),
  /** The time of my own win. */
  mineMs: milliseconds.nullable(),
});
export type DailyTimes = z.infer<typeof dailyTimes>;

export const boardPeriod = z.enum(['week', 'all']);
export type BoardPeriod = z.infer<typeof boardPeriod>;

export const periodRow = z.object({
  place: z.int().min(1),
  playerId,
  name: z.string().nullable(),
  isYou: z.boolean(),
  /** Dailies won, and the sum of the percentiles of all ranked tries. */
  won: z.int(),
  played: z.int(),
  percentiles: z.number(),
});
export type PeriodRow = z.infer<typeof periodRow>;

/**
 * `GET /api/boards/:game/:period?week=DAY`: by dailies won, then by the sum of percentiles. Closed dailies count;
 * `week` is any day of an ISO week (UTC), this week's if left out.
 */
export const periodQuery = z.object({ week: utcDay.optional() });
export const periodBoard = z.object({
  game: gameId,
  period: boardPeriod,
  /** Monday and Sunday; null for all time. */
  firstDay: utcDay.nullable(),
  lastDay: utcDay.nullable(),
  rows: z.array(periodRow),
  mine: periodRow.nullable(),
});
export type PeriodBoard = z.infer<typeof periodBoard>;
