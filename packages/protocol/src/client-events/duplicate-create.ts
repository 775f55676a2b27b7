import { z } from 'zod';
import { duplicateSettings } from '../duplicate.ts';
import { clientEvent } from '../event.ts';

/** Opens a duplicate in which the sender takes part; all its deals are drawn and fixed with it. */
export const duplicateCreate = clientEvent(duplicateSettings, z.object({ code: z.string() }));
