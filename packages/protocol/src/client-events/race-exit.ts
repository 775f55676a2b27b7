import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

/** Unsubscribes from the race. The seat stays. */
export const raceExit = clientEvent(z.object({ code: raceCode }), z.object({}));
