import { LOG_LIMIT } from '@same-deal/engine';
import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId } from '../ids.ts';

/**
 * Practice on the deal of a play one may see, from the table after its first `entries` entries; 0 is
 * the deal itself. The play that is left stays as it is.
 */
export const playBranch = clientEvent(
  z.object({ playId, entries: z.int().min(0).max(LOG_LIMIT) }),
  z.object({ playId }),
);
