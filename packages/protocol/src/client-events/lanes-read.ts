import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';

/**
 * How far members of one's circles, whose tries at the same daily have ended, were when they had played for as long as
 * one's own try has run by now: at most ten of those who show their lane, who ended first first. None beside any other
 * play.
 */
export const lanesRead = clientEvent(
  z.object({ playId }),
  z.object({ lanes: z.array(z.object({ name: z.string(), cardsHome: z.int() })) }),
);
