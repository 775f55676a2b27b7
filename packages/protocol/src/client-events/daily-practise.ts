import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { dailyKey, playId } from '../ids.ts';

/** Practice on the deal of a daily that has closed. */
export const dailyPractise = clientEvent(dailyKey, z.object({ playId }));
