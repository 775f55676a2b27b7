import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { dailyKey, raceCode } from '../ids.ts';

/** Opens a race against the recordings of a settled race or of a closed daily, with the sender as its host, seated. */
export const raceGhosts = clientEvent(
  z.union([z.object({ race: raceCode }), z.object({ daily: dailyKey })]),
  z.object({ code: z.string() }),
);
