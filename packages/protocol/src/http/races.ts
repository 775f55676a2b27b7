import { z } from 'zod';

/** `GET /api/races/:code/deal`: what anyone needs to check the deal of a settled race (P1). */
export const openedDeal = z.object({
  variant: z.string(),
  /** 64 hex digits, as shown before the start. */
  commitment: z.string(),
  /** 32 bytes as 64 hex digits. */
  salt: z.string(),
  /** Card ids in pack order; dealt from the end. */
  pack: z.array(z.int()),
});
export type OpenedDeal = z.infer<typeof openedDeal>;
