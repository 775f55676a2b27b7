import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';
import { raceSettings } from '../race.ts';

/** The host changes settings; everybody's "ready" is cleared. */
export const raceConfigure = clientEvent(
  z.object({ code: raceCode, settings: raceSettings }),
  z.object({}),
);
