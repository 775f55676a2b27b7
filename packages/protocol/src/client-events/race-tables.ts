import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';
import { playSnapshot } from '../play.ts';

/**
 * All tables of a race whose host has chosen open tables, and their entries from now on as `play:advanced`: for those
 * who watch, and those who are done. `race:exit` ends it.
 */
export const raceTables = clientEvent(
  z.object({ code: raceCode }),
  z.object({ tables: z.array(playSnapshot) }),
);
