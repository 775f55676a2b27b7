/** One's own dailies over the days, and one's races. */
import { z } from 'zod';
import { gameId, milliseconds, utcDay } from '../ids.ts';
import { ratingStats } from './ratings.ts';

/**
 * Days in a row, by UTC. One missed day in an ISO week does not break it: it is frozen, and does not count either.
 * Today breaks nothing before it is over.
 */
export const streak = z.object({
  current: z.int(),
  longest: z.int(),
  /** The days that were missed within the current one. */
  frozen: z.array(utcDay),
  /** Whether today counts already. */
  hasToday: z.boolean(),
});
export type Streak = z.infer<typeof streak>;

export const dailyStats = z.object({
  /** Null: all games together. */
  game: gameId.nullable(),
  played: z.int(),
  won: z.int(),
  /** Won without undo. */
  clean: z.int(),
  bestMs: milliseconds.nullable(),
  bestMoves: z.int().nullable(),
  /** Of the wins. */
  averageMs: milliseconds.nullable(),
  averageMoves: z.number().nullable(),
  /** Of all. */
  averageCardsHome: z.number().nullable(),
  /** Of closed dailies. */
  averagePercentile: z.number().nullable(),
  /** Wins by time; each bin ends where the next begins, the last has no end. */
  times: z.array(z.object({ fromMs: milliseconds, won: z.int() })),
  /** Days with a ranked try that brought at least one card home. */
  streak,
  /** Days with a win. */
  winStreak: streak,
});
export type DailyStats = z.infer<typeof dailyStats>;

/** One's own settled races. */
export const raceStats = z.object({
  /** Null: all games together. */
  game: gameId.nullable(),
  played: z.int(),
  /** Came in first, alone or with others, and with a card home. */
  first: z.int(),
  /** Brought all cards home. */
  finished: z.int(),
  /** The fastest of those. */
  bestMs: milliseconds.nullable(),
});
export type RaceStats = z.infer<typeof raceStats>;

/** How well one has played, over the games whose replays somebody has had analysed. */
export const accuracyStats = z.object({
  /** Null: all games together. */
  game: gameId.nullable(),
  plays: z.int(),
  /** The mean of each game's share of decisions that kept the win, in per cent; null without any. */
  percent: z.number().nullable(),
  /** Decisions of these games that could not be judged and are not counted. */
  undecided: z.int().optional(),
});
export type AccuracyStats = z.infer<typeof accuracyStats>;

/** One's own practice. */
export const soloStats = z.object({
  /** Null: all games together. */
  game: gameId.nullable(),
  /** Games that have ended. */
  played: z.int(),
  won: z.int(),
  /** The fastest win without a hint. */
  bestMs: milliseconds.nullable(),
  /** The times of the last wins without a hint, oldest first. */
  times: z.array(milliseconds),
});
export type SoloStats = z.infer<typeof soloStats>;

/** A day, by UTC, on which one has ended a game of any kind. */
export const playedDay = z.object({ day: utcDay, played: z.int(), won: z.int() });
export type PlayedDay = z.infer<typeof playedDay>;

/** `GET /api/stats`: over all games first, then game by game. */
export const stats = z.object({
  stats: z.array(dailyStats),
  races: z.array(raceStats),
  accuracy: z.array(accuracyStats),
  /** Of the games in which one has been rated. */
  ratings: z.array(ratingStats).optional(),
  solo: z.array(soloStats).optional(),
  /** The last weeks, oldest first. */
  days: z.array(playedDay).optional(),
});
export type Stats = z.infer<typeof stats>;
