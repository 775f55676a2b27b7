import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { dailyKey } from '../ids.ts';

/** Subscribes to changes of the daily's boards. */
export const dailyWatch = clientEvent(dailyKey, z.object({}));
