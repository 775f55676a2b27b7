/** What a moderator can do. Everything can be undone, and is logged. */
import { z } from 'zod';
import { plainText, playerId, playId } from '../ids.ts';

/** `void`: the result counts nowhere. `hide-name`: boards show no name. `ban`: the person is on no board. */
export const moderationAction = z.enum([
  'void',
  'restore',
  'hide-name',
  'show-name',
  'ban',
  'unban',
]);
export type ModerationAction = z.infer<typeof moderationAction>;

const reason = plainText.trim().min(1).max(500);

/** `POST /api/moderation`. */
export const moderate = z.union([
  z.strictObject({ action: z.enum(['void', 'restore']), playId, reason }),
  z.strictObject({ action: z.enum(['hide-name', 'show-name', 'ban', 'unban']), playerId, reason }),
]);
export type Moderate = z.infer<typeof moderate>;

/** `GET /api/moderation`: the last hundred, newest first. */
export const moderationLog = z.object({
  entries: z.array(
    z.object({
      at: z.iso.datetime(),
      /** Null: the operator, at the command line. */
      by: z.string().nullable(),
      /** A `moderationAction`; also `appoint` and `dismiss`, of moderators. */
      action: z.string(),
      playId: playId.nullable(),
      playerId: playerId.nullable(),
      reason: z.string(),
    }),
  ),
  /** Names that people have reported and nobody has hidden, the last hundred. */
  reports: z
    .array(z.object({ at: z.iso.datetime(), playerId, name: z.string(), times: z.int() }))
    .optional(),
});
export type ModerationLog = z.infer<typeof moderationLog>;
