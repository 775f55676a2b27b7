import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';
import { raceSnapshot } from '../race.ts';

/** Looks at a race and hears its news from now on, with or without a seat. */
export const raceEnter = clientEvent(z.object({ code: raceCode }), raceSnapshot);
