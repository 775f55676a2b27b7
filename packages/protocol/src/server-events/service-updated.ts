import { z } from 'zod';

/** The service speaks another version than this page: it should reload when that disturbs nobody. */
export const serviceUpdated = z.object({});
