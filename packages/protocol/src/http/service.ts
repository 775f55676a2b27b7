import { z } from 'zod';

/** `GET /api/service`: links to races use `publicUrl`, else the address the page was opened by. */
export const serviceInfo = z.object({ publicUrl: z.string().nullable() });
export type ServiceInfo = z.infer<typeof serviceInfo>;
