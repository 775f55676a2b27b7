import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';
import { raceSnapshot } from '../race.ts';

/** Takes a seat in an open race, and is `ready` with it. Again is harmless. */
export const raceJoin = clientEvent(
  z.object({ code: raceCode, ready: z.boolean().optional() }),
  raceSnapshot,
);
