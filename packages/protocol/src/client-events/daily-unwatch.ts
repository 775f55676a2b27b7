import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { dailyKey } from '../ids.ts';

/** Unsubscribes from the daily's boards. */
export const dailyUnwatch = clientEvent(dailyKey, z.object({}));
