import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

/** Hears no more of the race. The seat stays. */
export const raceExit = clientEvent(z.object({ code: raceCode }), z.object({}));
