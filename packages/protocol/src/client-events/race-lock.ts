import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

/** The host lets nobody else in, or opens the race again. */
export const raceLock = clientEvent(
  z.object({ code: raceCode, locked: z.boolean() }),
  z.object({}),
);
