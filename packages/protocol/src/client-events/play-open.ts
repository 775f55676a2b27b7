import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';
import { playSnapshot } from '../play.ts';

/** One's own table, exactly as it is, and its news from now on. */
export const playOpen = clientEvent(z.object({ playId }), playSnapshot);
