import { z } from 'zod';
import { playerId } from '../ids.ts';
import { nudgeKinds } from '../nudge-kinds.ts';

export const nudgeKind = z.enum(nudgeKinds);

/** Minutes since midnight by one's own clock, whole quarters of an hour: zones differ by such. */
const minuteOfDay = z.int().min(0).max(1_425).multipleOf(15);

/** From `from` until `to`, over midnight if that is earlier; none at all where both are the same. */
export const quietHours = z.object({ from: minuteOfDay, to: minuteOfDay });
export type QuietHours = z.infer<typeof quietHours>;

/** A time zone by its IANA name, such as "Europe/Berlin". */
const timeZone = z.string().regex(/^[\w+/-]{1,64}$/);

/** A device that takes nudges. */
export const nudgeDevice = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  isThis: z.boolean(),
});
export type NudgeDevice = z.infer<typeof nudgeDevice>;

/** `GET /api/nudges`: which ones I want, and what the browser needs to subscribe. */
export const nudgeSettings = z.object({
  /** The service's public key (RFC 8292), base64url: subscriptions under another one are none any more. */
  key: z.string(),
  kinds: z.array(nudgeKind),
  quiet: quietHours.nullable(),
  zone: z.string(),
  /** Of whom I want to know when they have played a daily. */
  rivals: z.array(z.object({ id: playerId, name: z.string() })),
  devices: z.array(nudgeDevice),
});
export type NudgeSettings = z.infer<typeof nudgeSettings>;

/**
 * `PATCH /api/nudges`: what is not named stays. The kind `rival-played` is wanted as long as it is wanted of somebody;
 * switching it off ends it of everybody.
 */
export const nudgeWishes = z.object({
  kinds: z.partialRecord(nudgeKind, z.boolean()).optional(),
  quiet: quietHours.nullable().optional(),
  zone: timeZone.optional(),
});
export type NudgeWishes = z.infer<typeof nudgeWishes>;

/** `POST /api/nudges/devices`: this device takes nudges, as its browser has subscribed (Push API). */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
  keys: z.object({
    /** An uncompressed point of P-256. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/),
    /** Sixteen bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});
export type PushSubscriptionOf = z.infer<typeof pushSubscription>;

/** Codes, days and ids of what a nudge is about. */
const nudgeSubject = z.string().regex(/^[\w -]{1,200}$/);

/** What a nudge is about; it is sent to devices in this form, and a page lists it so. */
export const nudgeNews = z.object({
  kind: nudgeKind,
  /** Such as a race's code: of a kind and subject there is one. */
  subject: nudgeSubject,
  /** The page that it leads to. */
  path: z.string().max(200),
  /** Whom it is about, as they are called now. */
  name: z.string().optional(),
  /** Games that somebody has played. */
  games: z.array(z.string()).optional(),
  /** When what it is about happens or ends. */
  at: z.iso.datetime().optional(),
  /** What something is called, such as a circle. */
  title: z.string().optional(),
});
export type NudgeNews = z.infer<typeof nudgeNews>;

/** `GET /api/nudges/waiting`: what I was nudged about and have not seen, newest first. */
export const waitingNudges = z.object({ nudges: z.array(nudgeNews) });
export type WaitingNudges = z.infer<typeof waitingNudges>;

/** `POST /api/nudges/seen`: I know; what has not been sent is not any more. */
export const seenNudge = z.object({ kind: nudgeKind, subject: nudgeSubject });
