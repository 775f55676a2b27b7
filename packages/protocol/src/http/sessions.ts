import { z } from 'zod';

/** A device one is signed in on. */
export const deviceSession = z.object({
  id: z.string(),
  /** Such as "Firefox"; null if it does not say. */
  browser: z.string().nullable(),
  /** Such as "Android". */
  system: z.string().nullable(),
  /** The device that asks. */
  isThis: z.boolean(),
  signedInAt: z.iso.datetime(),
  /** Within some minutes. */
  lastUsedAt: z.iso.datetime(),
});
export type DeviceSession = z.infer<typeof deviceSession>;

/** `GET /api/me/sessions`: the last used first. */
export const sessionList = z.object({ sessions: z.array(deviceSession) });

/** `DELETE /api/me/sessions/:sessionId`: sign that device out. `DELETE /api/me/sessions`: all others. */
export const sessionsEnded = z.object({ ended: z.int() });
export type SessionsEnded = z.infer<typeof sessionsEnded>;
