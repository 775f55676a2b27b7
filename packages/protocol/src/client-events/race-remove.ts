import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playerId, raceCode } from '../ids.ts';

/** The host takes a player's seat away before the start. */
export const raceRemove = clientEvent(z.object({ code: raceCode, playerId }), z.object({}));
