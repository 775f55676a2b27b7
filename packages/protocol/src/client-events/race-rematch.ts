import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

/** The one rematch of a race: the first to ask opens it, everyone gets the same code. */
export const raceRematch = clientEvent(
  z.object({ code: raceCode }),
  z.object({ code: z.string() }),
);
