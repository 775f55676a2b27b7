import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { raceCode } from '../ids.ts';
import { strength } from '../race.ts';

/**
 * Seats a sparring partner: the host does, or the only player in a quick match. `race:remove` takes the seat away
 * again.
 */
export const racePartner = clientEvent(z.object({ code: raceCode, strength }), z.object({}));
