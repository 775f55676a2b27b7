import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { dailyKey, playId } from '../ids.ts';

/**
 * Begins the one ranked try at today's daily, or finds the one begun before, on whichever device. Its
 * clock runs from the first answer on and never stops.
 */
export const dailyStart = clientEvent(dailyKey, z.object({ playId }));
