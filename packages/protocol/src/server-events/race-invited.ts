import { z } from 'zod';
import { playerId } from '../ids.ts';

/** Somebody asks this person into their lobby; to all their devices, whatever page is open there. */
export const raceInvited = z.object({
  code: z.string(),
  variant: z.string(),
  from: z.object({ id: playerId, name: z.string() }),
});
