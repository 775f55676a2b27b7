/** The three formats of recorded data: playouts, single positions, deals. */
import { z } from 'zod';

/** What the piles do not show: one number, or one for each column. */
const counters = z.union([z.number(), z.array(z.number())]);
export type RecordedCounters = z.infer<typeof counters>;

/** `l`: the legal moves; `x`: moves that one reading of the rules adds; `m`: the one played; `s`: the table after it. */
const step = z.object({
  l: z.string(),
  x: z.string().optional(),
  m: z.string(),
  s: z.string(),
  v: counters.optional(),
});

export const playout = z.object({
  game: z.string(),
  deal: z.string(),
  piles: z.array(z.string()),
  init: z.string(),
  v: counters.optional(),
  steps: z.array(step),
  end: z.object({
    l: z.string().optional(),
    x: z.string().optional(),
    why: z.enum(['won', 'stuck', 'cap']),
    found: z.number(),
  }),
});
export type Playout = z.infer<typeof playout>;

export const recordedPosition = z.object({
  game: z.string(),
  note: z.string().optional(),
  s: z.string(),
  v: counters.optional(),
  l: z.string(),
  x: z.string().optional(),
  won: z.boolean(),
  next: z.array(
    z.object({ m: z.string(), s: z.string(), v: counters.optional(), won: z.boolean().optional() }),
  ),
});
export type RecordedPosition = z.infer<typeof recordedPosition>;

const decks = z.union([z.literal(1), z.literal(2)]);

export const dealsFile = z.object({
  shuffles: z.array(
    z.object({
      deal: z.string(),
      decks,
      generator: z.enum(['lcg', 'mt']),
      first_draws: z.array(z.number()).optional(),
      deck: z.array(z.number()),
    }),
  ),
  deals: z.record(
    z.string(),
    z.array(z.object({ deal: z.string(), piles: z.record(z.string(), z.string()) })),
  ),
});
export type DealsFile = z.infer<typeof dealsFile>;
