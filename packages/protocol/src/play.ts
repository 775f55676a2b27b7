/** A play as its owner may see it, and as a replay shows it: the opening view and the log. */
import { undoPolicies } from '@same-deal/engine';
import { z } from 'zod';
import { duplicateKey } from './duplicate.ts';
import { dailyKey, entryCode, milliseconds, playId } from './ids.ts';
import { playEnding } from './race.ts';
import { raceProgressed } from './server-events/race-progressed.ts';

const card = z.int().min(-1).max(103);

/** A position in which every hidden card is −1. */
export const view = z.object({
  variant: z.string(),
  piles: z.array(z.array(card)),
  counters: z.array(z.int()),
});
export type View = z.infer<typeof view>;

export const logEntry = z.object({
  entry: entryCode,
  /** From the start of the play to the receipt of the entry. */
  elapsedMs: milliseconds,
  /** The stock card that the move turned up. */
  turnedUp: card.optional(),
});
export type LogEntry = z.infer<typeof logEntry>;

export const playSnapshot = z.object({
  playId,
  playerName: z.string(),
  isYours: z.boolean(),
  variant: z.string(),
  undo: z.enum(undoPolicies),
  /** The race it belongs to; null for practice. */
  raceCode: z.string().nullable(),
  /** The daily whose try it is; null for everything else, practice on an old daily's deal too. */
  daily: dailyKey.nullable(),
  /** The duplicate at whose deal it is a try; left out for everything else. */
  duplicate: duplicateKey.nullish(),
  /** The public deal code or number of a practice deal, or `daily/2026-11-21` for a closed daily's. */
  deal: z.string().nullable(),
  /** The whole deal in pack order, where it is no secret: in practice, and when race or daily are over. */
  pack: z.array(z.int().min(0).max(103)).nullable(),
  start: view,
  /** Entry n is number n + 1. */
  log: z.array(logEntry),
  elapsedMs: milliseconds,
  closesInMs: milliseconds.nullable(),
  ending: playEnding.nullable(),
  /** What is stored of it cannot be replayed to its end; it counts as far as it is shown. */
  damaged: z.boolean().optional(),
  /** How many hints were taken; practice alone has any. */
  hints: z.int(),
});
export type PlaySnapshot = z.infer<typeof playSnapshot>;

/** What an accepted entry is answered with; the same again for the same entry (P5). */
export const acceptedEntry = logEntry.extend({
  number: z.int(),
  ending: playEnding.nullable(),
});
export type AcceptedEntry = z.infer<typeof acceptedEntry>;

/**
 * The same as it travels: time, card turned up, ending, and what the line
 * has not been sent yet of the race's progress. Number and entry are what the page has sent, and hundreds of
 * these are sent a second.
 */
export const packedEntry = z.union([
  z.tuple([milliseconds]),
  z.tuple([milliseconds, card]),
  z.tuple([milliseconds, card.nullable(), playEnding]),
  z.tuple([milliseconds, card.nullable(), playEnding.nullable(), raceProgressed]),
]);
