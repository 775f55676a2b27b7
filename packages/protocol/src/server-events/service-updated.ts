import { z } from 'zod';

/** The service speaks another version than this page: it is to be loaded anew when that disturbs nobody. */
export const serviceUpdated = z.object({});
