import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { dailyKey } from '../ids.ts';

/** Hears from now on when the daily's boards change. */
export const dailyWatch = clientEvent(dailyKey, z.object({}));
