import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';

/** The host starts the countdown: deal and commitment are fixed in this moment (P1). */
export const raceStart = clientEvent(z.object({ code: raceCode }), z.object({}));
