import { z } from 'zod';
import { clientEvent } from '../event.ts';
import { playId, variantId } from '../ids.ts';

/**
 * Practice, alone: on the deal that a code or a PySolFC number names, or a closed daily such as
 * `daily/2026-11-21`, else on a new one.
 */
export const playCreate = clientEvent(
  z.object({ variant: variantId, deal: z.string().max(40).optional() }),
  z.object({ playId }),
);
