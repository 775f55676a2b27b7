/** A duplicate as a value, and when it is over: pure. Times in milliseconds since 1970 by the service's clock. */
import { gameList, gameOf } from '@same-deal/engine';
import type { DuplicatePhase, PlayEnding, RaceSettings } from '@same-deal/protocol';
import { COMMIT_GRACE_MS } from '../deal/is-live.ts';
import type { RaceResult } from '../race/standings.ts';

export interface DuplicateTry {
  readonly playId: string;
  readonly personId: string;
  /** Counted from 1. */
  readonly deal: number;
  readonly closesAt: number;
  /** Null while it runs. */
  readonly result: TryResult | null;
}

export interface TryResult extends RaceResult {
  readonly ending: PlayEnding;
  readonly undos: number;
}

export interface DealOfDuplicate {
  readonly id: string;
  /** Counted from 1. */
  readonly number: number;
  readonly variant: string;
  readonly commitment: Uint8Array;
  readonly proved: boolean;
  readonly difficulty: number | null;
}

export interface SeatOfDuplicate {
  readonly personId: string;
  readonly name: string;
  /** Nobody any more: their results stay, and nobody waits for them. */
  readonly isGone: boolean;
}

export interface Duplicate {
  readonly id: string;
  readonly code: string;
  readonly openedBy: string | null;
  readonly undo: RaceSettings['undo'];
  /** The end of the window. */
  readonly closesAt: number;
  readonly settledAt: number | null;
  /** In their order. */
  readonly deals: readonly DealOfDuplicate[];
  /** In the order in which they joined. */
  readonly seats: readonly SeatOfDuplicate[];
  /** Those that count. */
  readonly tries: readonly DuplicateTry[];
}

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const USUAL_CAP_MINUTES = 30;

/** Whether deals and replays are open. */
export const phaseOf = ({ settledAt }: Pick<Duplicate, 'settledAt'>): DuplicatePhase =>
  settledAt === null ? 'open' : 'closed';

export const windowEnd = (openedAt: number, days: number): number => openedAt + days * DAY_MS;

/** How long a try at a deal may take: the game's usual cap. */
export const capMinutesOf = (variant: string): number =>
  gameList.find(({ id }) => id === gameOf(variant))?.capMinutes ?? USUAL_CAP_MINUTES;

/** When a try that begins now ends at the latest: nothing outlives the window. */
export const tryCloses = (variant: string, startsAt: number, windowEndsAt: number): number =>
  Math.min(startsAt + capMinutesOf(variant) * MINUTE_MS, windowEndsAt);

/** The variants of so many deals, in rotation. */
export const rotation = (variants: readonly string[], deals: number): string[] =>
  Array.from({ length: deals }, (_, n) => variants[n % variants.length]!);

/** The tries that the clock has ended and nobody has noted yet. */
export const dueTries = ({ tries }: Pick<Duplicate, 'tries'>, now: number): string[] =>
  tries
    .filter(({ result, closesAt }) => result === null && now >= closesAt + COMMIT_GRACE_MS)
    .map(({ playId }) => playId);

/**
 * Whether nothing of it can change any more: the window is over, or at least two take part and all have played all.
 * What still runs keeps it open: entries may yet come to it.
 */
export function isOver({ closesAt, deals, seats, tries }: Duplicate, now: number): boolean {
  if (tries.some(({ result }) => result === null)) return false;
  if (now >= closesAt + COMMIT_GRACE_MS) return true;
  const hasPlayedAll = ({ personId, isGone }: SeatOfDuplicate) =>
    isGone || tries.filter((one) => one.personId === personId).length === deals.length;
  return seats.length >= 2 && seats.every(hasPlayedAll);
}
