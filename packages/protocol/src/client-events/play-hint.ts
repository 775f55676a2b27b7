import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';

/** Notes that a practice play was given a hint; the page that shows it worked it out. */
export const playHint = clientEvent(z.object({ playId }), z.object({ hints: z.int() }));
