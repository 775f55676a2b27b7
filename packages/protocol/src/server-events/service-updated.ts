import { z } from 'zod';

/** A newer service has taken over: a page that is open is to be reloaded when that disturbs nobody. */
export const serviceUpdated = z.object({});
