import { z } from 'zod';
import { playerId } from '../ids.ts';
import { progress } from '../race.ts';

/** How far everyone is: a few times a second at most, the latest values win. */
export const raceProgressed = z.object({
  code: z.string(),
  players: z.array(progress.extend({ id: playerId })),
});
