/**
 * What becomes of a nudge that is due: pure. Rows are written for whoever wants that kind; only here it is decided
 * whether one is sent now, later or not at all, by what is so at that moment.
 */
import type { NudgeKind, QuietHours } from '@same-deal/protocol';
import { DAY_MS, dayOf, endsAt } from '../daily/days.ts';
import { streakOf } from '../daily/streak.ts';
import { firstNotQuiet, lastNotQuiet, localTime } from './local-time.ts';

const HOUR_MS = 3_600_000;
/** By one's own clock, besides races one has said yes to. */
const A_DAY = 2;
/** Of nudges about one and the same person, of a kind. */
const ABOUT_ONE_A_DAY = 1;
/** A streak is worth a nudge from so many days on. */
const STREAK_FROM = 2;
/** How long before its end one is nudged about a streak. */
const STREAK_BEFORE_MS = 2 * HOUR_MS;

/** Races one has said yes to: by taking a seat, or by saying that one comes. */
const saidYesTo: ReadonlySet<NudgeKind> = new Set(['race-begins', 'circle-date']);

export interface DueNudge {
  readonly kind: NudgeKind;
  readonly aboutId: string | null;
  readonly expiresAt: number;
  readonly isSeen: boolean;
  /**
   * Whether what it is about still is as it was, such as a lobby that waits. Of a streak: the days that count for it,
   * and the day after which the nudge was planned.
   */
  readonly matters: boolean | { readonly days: readonly number[]; readonly after: number };
}

/** A nudge that was sent, or may have been. */
export interface SentNudge {
  readonly kind: NudgeKind;
  readonly aboutId: string | null;
  readonly at: number;
}

/** Who is nudged. */
export interface Nudged {
  readonly kinds: ReadonlySet<string>;
  readonly quiet: QuietHours | null;
  readonly zone: string;
  /** Of the last two days. */
  readonly sent: readonly SentNudge[];
}

export type Decision =
  | { readonly kind: 'send' }
  /** Asked again then. */
  | { readonly kind: 'wait'; readonly until: number }
  /** Shown on the page alone: the day's limit is reached. */
  | { readonly kind: 'page' }
  | { readonly kind: 'drop' };

const drop = { kind: 'drop' } as const;

export function decide(nudge: DueNudge, to: Nudged, now: number): Decision {
  if (now >= nudge.expiresAt || nudge.isSeen || !to.kinds.has(nudge.kind)) return drop;
  if (nudge.matters === false) return drop;
  if (nudge.matters !== true) {
    const at = streakAt(nudge.matters.days, nudge.matters.after, to, now);
    if (at === null) return drop;
    if (at > now) return { kind: 'wait', until: at };
  }
  const free = firstNotQuiet(now, to.quiet, to.zone);
  if (free === null || free >= nudge.expiresAt) return drop;
  if (free > now) return { kind: 'wait', until: free };
  return hasRoom(nudge, to, now) ? { kind: 'send' } : { kind: 'page' };
}

function hasRoom(nudge: DueNudge, { sent, zone }: Nudged, now: number): boolean {
  if (saidYesTo.has(nudge.kind)) return true;
  const { day } = localTime(now, zone);
  const today = sent.filter(
    (one) => !saidYesTo.has(one.kind) && localTime(one.at, zone).day === day,
  );
  if (today.length >= A_DAY) return false;
  if (nudge.aboutId === null) return true;
  const same = sent.filter(
    ({ kind, aboutId, at }) =>
      kind === nudge.kind && aboutId === nudge.aboutId && now - at < DAY_MS,
  );
  return same.length < ABOUT_ONE_A_DAY;
}

/**
 * When to nudge about a streak that ends at the end of a UTC day: two hours before, or if that is quiet, at the last
 * moment of that day's second half that is not. A day that may be missed ends nothing: then it is asked again at noon
 * of the next one.
 * @returns null if there is nothing to nudge about
 */
function streakAt(
  days: readonly number[],
  after: number,
  { quiet, zone }: Nudged,
  now: number,
): number | null {
  const today = dayOf(now);
  // The try that has been played since has its own row.
  if (days.some((day) => day > after)) return null;
  if (streakOf(days, today).current < STREAK_FROM) return null;
  const tomorrow = today + 1;
  const noon = endsAt(today) - 12 * HOUR_MS;
  if (streakOf(days, tomorrow).current > 0) return noon + DAY_MS;
  const at = lastNotQuiet(endsAt(today) - STREAK_BEFORE_MS, noon, quiet, zone);
  // What was late, as after an outage, goes out while there is time left.
  return at === null ? null : Math.max(at, now);
}
