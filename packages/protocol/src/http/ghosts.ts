import { z } from 'zod';
import { milliseconds, playId } from '../ids.ts';
import { ghostSource, playEnding, strength } from '../race.ts';

const result = z.object({
  name: z.string(),
  ending: playEnding.nullable(),
  cardsHome: z.int(),
  moves: z.int(),
  elapsedMs: milliseconds,
});

/** Somebody who has raced the recordings later. */
export const lateResult = result.extend({
  /** The race they did it in, and the replay. */
  code: z.string(),
  playId,
  /** They had not played that deal before, and had asked for neither deal, replay nor analysis of it. */
  clean: z.boolean(),
});
export type LateResult = z.infer<typeof lateResult>;

/**
 * `GET /api/races/:code/ghosts`, `GET /api/dailies/:day/:game/ghosts`: whom one may race later, and who has. Of a ghost
 * race it is what that race was run against.
 */
export const ghostField = z.object({
  of: ghostSource,
  variant: z.string(),
  ghosts: z.array(result.extend({ playId, partner: strength.nullish() })),
  /** The caller has seen the deal, so a result of theirs would not be clean. */
  known: z.boolean(),
  /** The last of them, the best first. */
  late: z.array(lateResult),
});
export type GhostField = z.infer<typeof ghostField>;
