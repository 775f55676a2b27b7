import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceSettings } from '../race.ts';

/** Opens a race with the sender as its host, seated. What is left out follows the game's defaults. */
export const raceCreate = clientEvent(
  raceSettings.partial({ undo: true, capMinutes: true, proved: true }),
  z.object({ code: z.string() }),
);
