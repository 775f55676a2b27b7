import { z } from 'zod';
import { playerId } from '../ids.ts';

/** How often one came in before somebody, after them, and with them. */
export const tally = z.object({ wins: z.int(), losses: z.int(), ties: z.int() });
export type Tally = z.infer<typeof tally>;

/** Somebody one has raced with, or has blocked. */
export const rival = tally.extend({
  id: playerId,
  name: z.string(),
  isBlocked: z.boolean(),
  /** Null if there has been no race. */
  lastRacedAt: z.iso.datetime().nullable(),
  lastVariant: z.string().nullable(),
});
export type Rival = z.infer<typeof rival>;

/** `GET /api/people`: whom one raced last comes first. */
export const rivalList = z.object({ people: z.array(rival) });

/** A settled race that both were in. */
export const meeting = z.object({
  code: z.string(),
  variant: z.string(),
  settledAt: z.iso.datetime(),
  outcome: z.enum(['won', 'lost', 'tied']),
  yourPlace: z.int(),
  theirPlace: z.int(),
  players: z.int(),
});
export type Meeting = z.infer<typeof meeting>;

/** `GET /api/people/:personId`: with the last races, newest first. */
export const headToHead = rival.extend({ races: z.array(meeting) });
export type HeadToHead = z.infer<typeof headToHead>;

/**
 * `PUT`, `DELETE /api/people/:personId/block`: invitations from a blocked person are not delivered, and where one is
 * host they get no seat. Nobody is told.
 */
export const blocked = z.object({ isBlocked: z.boolean() });
