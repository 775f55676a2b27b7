import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';
import { raceSnapshot } from '../race.ts';

/** Fetches a race and subscribes to its news, with or without a seat. */
export const raceEnter = clientEvent(z.object({ code: raceCode }), raceSnapshot);
