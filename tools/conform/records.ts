/** The three formats of recorded data: playouts, single positions, deals. */
import { findVariant } from '@same-deal/engine';
import { z } from 'zod';

/** The state besides the piles: one number, or one for each column. */
export const counters = z.union([z.number(), z.array(z.number())]).nullish();
export type RecordedCounters = z.infer<typeof counters>;

/** Moves separated by blanks. */
const moves = z.string().nullish();

/** `l`: the legal moves; `x`: moves that one reading of the rules adds; `m`: the one played; `s`: the table after it. */
const step = z.object({ l: z.string(), x: moves, m: z.string(), s: z.string(), v: counters });

const playout = z.object({
  game: z.string(),
  deal: z.string(),
  piles: z.array(z.string()).nullish(),
  init: z.string(),
  v: counters,
  steps: z.array(step),
  end: z.object({
    l: moves,
    x: moves,
    why: z.enum(['won', 'stuck', 'cap']),
    found: z.number().nullish(),
  }),
});
export type Playout = z.infer<typeof playout>;

const position = z.object({
  game: z.string(),
  s: z.string(),
  v: counters,
  l: z.string(),
  x: moves,
  won: z.boolean().nullish(),
  next: z
    .array(z.object({ m: z.string(), s: z.string(), v: counters, won: z.boolean().nullish() }))
    .nullish(),
});
export type RecordedPosition = z.infer<typeof position>;

const decks = z.union([z.literal(1), z.literal(2)]);

const deals = z.object({
  shuffles: z
    .array(
      z.object({
        deal: z.string(),
        decks,
        generator: z.enum(['lcg', 'mt']).nullish(),
        first_draws: z.array(z.number()).nullish(),
        deck: z.array(z.number()),
      }),
    )
    .nullish(),
  deals: z
    .record(
      z.string(),
      z.array(z.object({ deal: z.string(), piles: z.record(z.string(), z.string()) })),
    )
    .nullish(),
});
export type DealsFile = z.infer<typeof deals>;

export type Recorded =
  | { readonly format: 'playout'; readonly record: Playout }
  | { readonly format: 'position'; readonly record: RecordedPosition }
  | { readonly format: 'deals'; readonly record: DealsFile }
  /** It looks like one of the formats, but a field is invalid. */
  | { readonly format: 'faulty'; readonly fault: string };

/** Parses a JSON value in the format recognised by its characteristic fields; undefined if it has none. */
export function recognize(value: unknown): Recorded | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('steps' in value || 'init' in value) {
    const read = playout.safeParse(value);
    return read.success ? { format: 'playout', record: read.data } : faulty('playout', read.error);
  }
  if ('shuffles' in value || 'deals' in value) {
    const read = deals.safeParse(value);
    return read.success ? { format: 'deals', record: read.data } : faulty('deals', read.error);
  }
  if ('next' in value || ('s' in value && 'game' in value)) {
    const read = position.safeParse(value);
    return read.success
      ? { format: 'position', record: read.data }
      : faulty('position', read.error);
  }
  return undefined;
}

function faulty(format: string, error: z.ZodError): Recorded {
  const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { format: 'faulty', fault: `is no ${format}: ${faults.slice(0, 3).join('; ')}` };
}

/**
 * The variants that a recorded game can be compared with. PySolFC's British Square lets any card fill a
 * space: its list `l` holds the moves of `piles`, `l` and `x` together those of `union`.
 */
const recordedGames = new Map<string, readonly string[]>([
  ['bisley', ['bisley/thirteen']],
  ['bisley12', ['bisley/twelve']],
  ['slyfox', ['sly-fox/standard']],
  ['slyfox-transfer', ['sly-fox/standard']],
  ['britishsquare', ['british-square/piles', 'british-square/union']],
  ['britishsquare-anyfill', ['british-square/union']],
  ['britishsquare4x4', ['british-square/columns']],
  ['alhambra', ['alhambra/standard']],
]);

/** The variants for a name in records, first the one with exactly its rules; none if unknown. */
export const variantsOfRecord = (game: string): readonly string[] =>
  recordedGames.get(game) ?? (findVariant(game) ? [game] : []);

/** A recorded table in the engine's text form. Without `v` it has no counters. */
export const textOf = (s: string, v: RecordedCounters): string =>
  v === undefined || v === null ? s : `${s} ${[v].flat().join(',')}`;
