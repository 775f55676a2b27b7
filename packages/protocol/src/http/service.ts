import { z } from 'zod';

/** `GET /api/service`: links to races use `publicUrl`, else the address the page was opened by. */
export const serviceInfo = z.object({
  publicUrl: z.string().nullable(),
  /** Whether links for signing in can be sent. */
  sendsEmail: z.boolean(),
});
export type ServiceInfo = z.infer<typeof serviceInfo>;
