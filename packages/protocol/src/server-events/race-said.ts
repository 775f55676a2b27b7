import { z } from 'zod';
import { playerId } from '../ids.ts';
import { phrase } from '../race.ts';

/** Somebody at the race has said something; not stored. */
export const raceSaid = z.object({ code: z.string(), playerId, phrase });
