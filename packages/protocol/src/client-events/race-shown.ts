import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

const SHOWN_AFTER_MS_MAX = 60_000;

/**
 * How long after the start, by the page's own estimate of it, the first table was painted. The first report of a player
 * counts, and none for more than the time that has passed.
 */
export const raceShown = clientEvent(
  z.object({ code: raceCode, afterMs: z.int().min(0).max(SHOWN_AFTER_MS_MAX) }),
  z.object({}),
);
