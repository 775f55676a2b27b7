/** A duplicate as one person may see it: some deals for a group, each played at one's own time, scored against the field. */
import { z } from 'zod';
import { DUPLICATE_DAYS, DUPLICATE_DEALS } from './duplicate-bounds.ts';
import { milliseconds, playerId, playId, raceCode, variantId } from './ids.ts';
import { playEnding, raceUndo } from './race.ts';

/** Written as a race's. */
export const duplicateCode = raceCode;

export const duplicateSettings = z.object({
  /** The first deal is of the first one, and so on, again and again. */
  variants: z.array(variantId).min(1).max(4),
  deals: z.int().min(DUPLICATE_DEALS.min).max(DUPLICATE_DEALS.max),
  days: z.int().min(DUPLICATE_DAYS.min).max(DUPLICATE_DAYS.max),
  undo: raceUndo.default('bounded'),
  /** A circle that the sender is in: its page shows it. */
  circleId: z.uuid().toLowerCase().optional(),
});
export type DuplicateSettings = z.infer<typeof duplicateSettings>;

/** One of a duplicate's deals, counted from 1. */
export const duplicateDealNumber = z.int().min(1).max(DUPLICATE_DEALS.max);

/** Which deal of which duplicate a play is a try at. */
export const duplicateKey = z.object({ code: z.string(), deal: duplicateDealNumber });
export type DuplicateKey = z.infer<typeof duplicateKey>;

/** `closed`: the window is over, or all who take part have played all. Then deals and replays are open. */
export const duplicatePhase = z.enum(['open', 'closed']);
export type DuplicatePhase = z.infer<typeof duplicatePhase>;

/** How somebody's try at a deal has ended. */
export const duplicateResult = z.object({
  playerId,
  place: z.int().min(1),
  ending: playEnding,
  elapsedMs: milliseconds,
  moves: z.int(),
  undos: z.int(),
  cardsHome: z.int(),
  /** The share of the others beaten, equal ones half, 0 to 1; null while nobody else has played the deal. */
  share: z.number().min(0).max(1).nullable(),
  /** The replay: one's own, and everybody's once the duplicate is closed. */
  playId: playId.nullable(),
});
export type DuplicateResult = z.infer<typeof duplicateResult>;

export const duplicateDeal = z.object({
  number: duplicateDealNumber,
  variant: z.string(),
  /** SHA-256 of salt, variant and pack order as 64 hex digits (P1): fixed when the duplicate was opened. */
  commitment: z.string(),
  /** Whether the deal was proved winnable, and how hard it is then. */
  proved: z.boolean(),
  difficulty: z.int().min(1).max(5).nullable(),
  /** How long a try may take. */
  capMinutes: z.int(),
  /** How many have played it. */
  done: z.int(),
  /** My try while it runs; when it has ended it is among the results. */
  running: z.object({ playId, closesInMs: milliseconds }).nullable(),
  /** In the order of the deal; null as long as I have not played it, and the duplicate is open. */
  results: z.array(duplicateResult).nullable(),
});
export type DuplicateDeal = z.infer<typeof duplicateDeal>;

export const duplicateStanding = z.object({
  playerId,
  name: z.string(),
  isYou: z.boolean(),
  /** By score; equal scores share one, and who has none comes last. */
  place: z.int().min(1),
  /** The mean of the shares, 0 to 1, over the deals that I have played too; over all of them once it is closed. */
  score: z.number().min(0).max(1).nullable(),
  /** How many deals they have played. */
  done: z.int(),
});
export type DuplicateStanding = z.infer<typeof duplicateStanding>;

/** `GET /api/duplicates/:code`. */
export const duplicateSnapshot = z.object({
  code: z.string(),
  phase: duplicatePhase,
  undo: raceUndo,
  /** Until the window ends; 0 once it is closed. */
  closesInMs: milliseconds,
  /** Who has opened it; null if they have gone. */
  openedBy: playerId.nullable(),
  /** Whether I take part, and whether I could. */
  isSeated: z.boolean(),
  canJoin: z.boolean(),
  deals: z.array(duplicateDeal),
  standings: z.array(duplicateStanding),
});
export type DuplicateSnapshot = z.infer<typeof duplicateSnapshot>;

/** `GET /api/duplicates`: those I take part in that are open, or were until some days ago; what waits for me comes first. */
export const duplicateList = z.object({
  duplicates: z.array(
    z.object({
      code: z.string(),
      phase: duplicatePhase,
      variants: z.array(z.string()),
      deals: z.int(),
      /** How many of them I have played. */
      done: z.int(),
      players: z.int(),
      closesInMs: milliseconds,
    }),
  ),
});
export type DuplicateList = z.infer<typeof duplicateList>;
