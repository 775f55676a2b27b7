import { z } from 'zod';
import { duplicateCode } from '../duplicate.ts';
import { clientEvent } from '../event.ts';

/** Takes part, until the window ends; joining again changes nothing. */
export const duplicateJoin = clientEvent(z.object({ code: duplicateCode }), z.object({}));
