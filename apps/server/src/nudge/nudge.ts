/** A nudge from its cause to its end: the words of this room, and the interface that sending needs. */
import type { NudgeKind, NudgeNews, PushSubscriptionOf } from '@same-deal/protocol';

/** What causes nudges: one for each of these people who wants that kind. */
export interface NewNudge {
  readonly kind: NudgeKind;
  /** Such as a race's code: of a kind and subject a person has one nudge, however often it is caused. */
  readonly subject: string;
  readonly to: readonly string[];
  /** Whom it is about; nobody is nudged about somebody they have blocked, or are blocked by. */
  readonly aboutId: string | null;
  /** What its words need besides the name: nothing of a live deal, and nothing of people. */
  readonly data?: { readonly path?: string; readonly title?: string; readonly at?: string };
  readonly now: number;
  /** When it is sent, at the earliest. */
  readonly dueAt: number;
  /** Some of them get it later. */
  readonly later?: { readonly to: readonly string[]; readonly dueAt: number };
  /** From when it is of no use. */
  readonly expiresAt: number;
}

/** A device as a push service knows it. */
export interface PushDevice extends PushSubscriptionOf {
  readonly id: string;
}

/** A nudge that this node has taken, and alone may send. */
export interface Claimed {
  readonly id: string;
  readonly userId: string;
  readonly news: NudgeNews;
  readonly expiresAt: number;
  /** How often it was put off by push services. */
  readonly tries: number;
  readonly devices: readonly PushDevice[];
}

/** What a push service did with a message to one device. */
export type Delivery =
  | { readonly kind: 'taken' }
  /** Certainly not delivered; it says when to ask again, if it does. */
  | { readonly kind: 'later'; readonly afterMs: number | null }
  /** There is no such device any more. */
  | { readonly kind: 'gone' }
  /** Certainly not delivered, now or later. */
  | { readonly kind: 'refused' }
  /** Nobody knows whether it was delivered. */
  | { readonly kind: 'unknown' };

export type Outcome =
  | { readonly kind: 'sent' | 'unknown' | 'page' }
  | { readonly kind: 'later'; readonly at: number };

/** Without a hint: half a minute, then twice as long each time. */
const AGAIN_AFTER_MS = 30_000;
/** A push service that says years means never. */
const AGAIN_AT_MOST_MS = 60 * 60_000;

/**
 * What all deliveries of a nudge come to. It is tried again only if no device can have it yet, so that nobody is nudged
 * twice.
 */
export function outcomeOf(
  deliveries: readonly Delivery[],
  { tries, expiresAt }: Pick<Claimed, 'tries' | 'expiresAt'>,
  now: number,
): Outcome {
  if (deliveries.some(({ kind }) => kind === 'taken')) return { kind: 'sent' };
  if (deliveries.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' };
  const waits = deliveries.flatMap((one) =>
    one.kind === 'later' ? [one.afterMs ?? AGAIN_AFTER_MS * 2 ** Math.min(tries, 7)] : [],
  );
  if (waits.length === 0) return { kind: 'page' };
  const at = now + Math.min(Math.max(1_000, ...waits), AGAIN_AT_MOST_MS);
  return at < expiresAt ? { kind: 'later', at } : { kind: 'page' };
}
