import { z } from 'zod';
import { account } from './accounts.ts';
import { playSnapshot } from '../play.ts';
import { gameId, milliseconds } from '../ids.ts';
import { nudgeKind, quietHours } from './nudges.ts';
import { accountPreferences } from './preferences.ts';
import { deviceSession } from './sessions.ts';

/** `GET`, `PATCH /api/me/settings` */
export const mySettings = z.object({
  /** On no board. */
  offBoards: z.boolean(),
});
export type MySettings = z.infer<typeof mySettings>;

const circleInvitation = z.object({
  /** Of the circle. */
  circle: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
});

/**
 * `GET /api/me/export`: everything that is kept about a person, as a file. Of a deal that is still live it holds no more
 * than their own table shows (P2).
 */
export const myData = z.object({
  format: z.literal('same-deal/1'),
  exportedAt: z.iso.datetime(),
  person: z.object({
    id: z.string(),
    name: z.string(),
    isGuest: z.boolean(),
    /** Ways of signing in, without what is secret of them. */
    account,
    since: z.iso.datetime(),
  }),
  settings: mySettings,
  preferences: accountPreferences,
  devices: z.array(deviceSession.extend({ userAgent: z.string() })),
  blocked: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Names of others that one has reported. */
  reported: z.array(z.object({ name: z.string(), at: z.iso.datetime() })).optional(),
  /** What rated races have done to one's ratings, oldest first, as the method has it: a mean and how sure that is. */
  ratings: z
    .array(
      z.object({
        game: gameId,
        race: z.string(),
        at: z.iso.datetime(),
        mu: z.number(),
        sigma: z.number(),
      }),
    )
    .optional(),
  /** The duplicates one takes part in, and whether one has opened them. */
  duplicates: z
    .array(z.object({ code: z.string(), joinedAt: z.iso.datetime(), openedByMe: z.boolean() }))
    .optional(),
  /** The circles one is or was in, and what one shows there. */
  circles: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        isHost: z.boolean(),
        joinedAt: z.iso.datetime(),
        leftAt: z.iso.datetime().nullable(),
        /** By the host. */
        removedAt: z.iso.datetime().nullable().optional(),
        /** Before one joined the last time: UTC days, from the first one to the one before the other. */
        formerStays: z.array(z.object({ from: z.iso.date(), before: z.iso.date() })).optional(),
        showsLane: z.boolean(),
        showsPresence: z.boolean(),
        /** What one has said to races that were arranged there. */
        dates: z.array(z.object({ at: z.iso.datetime(), comes: z.boolean() })),
      }),
    )
    .optional(),
  /** Open invitations to circles; of the others there is who they are, and no name. */
  invitations: z
    .object({
      received: z.array(circleInvitation.extend({ fromId: z.string() })),
      sent: z.array(circleInvitation.extend({ toId: z.string() })),
    })
    .optional(),
  /** The races one has arranged in circles. */
  arranged: z
    .array(
      z.object({
        circle: z.string(),
        at: z.iso.datetime(),
        variant: z.string(),
        isCancelled: z.boolean(),
      }),
    )
    .optional(),
  /** Opened deals that one has seen: of a race its code, of a daily its day, of a duplicate its code and number. */
  seenDeals: z
    .array(z.object({ deal: z.string(), variant: z.string(), at: z.iso.datetime() }))
    .optional(),
  /** Which nudges one wants, the devices that take them, and those stored, oldest first. */
  nudges: z
    .object({
      kinds: z.array(nudgeKind),
      quiet: quietHours.nullable(),
      zone: z.string(),
      rivals: z.array(z.object({ id: z.string(), name: z.string() })),
      devices: z.array(z.object({ endpoint: z.string(), since: z.iso.datetime() })),
      stored: z.array(
        z.object({
          kind: z.string(),
          subject: z.string(),
          /** Whom it is about. */
          aboutId: z.string().nullable().optional(),
          at: z.iso.datetime(),
          outcome: z.string().nullable(),
        }),
      ),
    })
    .optional(),
  /** Newest first, with their logs; anybody can replay them. */
  plays: z.array(
    playSnapshot.extend({
      startedAt: z.iso.datetime(),
      /** In a race: how long after its start the table was first shown, as the page has measured it. */
      shownAfterMs: milliseconds.nullable().optional(),
    }),
  ),
});
export type MyData = z.infer<typeof myData>;

/**
 * `DELETE /api/me`: be forgotten. Practice goes altogether; the races of others stay whole, with a nameless player in
 * one's place. Refused with `race-running` while a race of theirs runs.
 */
export const meDelete = z.object({ sure: z.literal(true) });
