import { z } from 'zod';
import { circleId } from '../circle.ts';

/** Something about a circle of this person has changed: its page reads it again. At most once a second. */
export const circleChanged = z.object({ id: circleId });
