import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

export const raceReady = clientEvent(
  z.object({ code: raceCode, ready: z.boolean() }),
  z.object({}),
);
