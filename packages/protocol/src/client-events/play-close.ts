import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';

/** Hears no more of the table on this device. The play goes on. */
export const playClose = clientEvent(z.object({ playId }), z.object({}));
