import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

/** Gives the seat up; from the countdown on that is a concede. */
export const raceLeave = clientEvent(z.object({ code: raceCode }), z.object({}));
