import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';

/** Unsubscribes this device from the table. The play goes on. */
export const playClose = clientEvent(z.object({ playId }), z.object({}));
