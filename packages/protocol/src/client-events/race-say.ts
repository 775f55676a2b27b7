import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';
import { phrase } from '../race.ts';

/** A player says one of the phrases to everybody at the race. There is no free text. */
export const raceSay = clientEvent(z.object({ code: raceCode, phrase }), z.object({}));
