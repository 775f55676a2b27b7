import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';

/** Counts a hint in a practice play; the page computes the hint itself. */
export const playHint = clientEvent(z.object({ playId }), z.object({ hints: z.int() }));
