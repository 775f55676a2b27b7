/** The one gate: whether a deal is still secret. */
export interface DealUse {
  /** A copy of kind `ghost` is as live as a race's deal, though the original is open: its race is a race like any other. */
  readonly kind: string;
  /** When its race settled; null while it has not. */
  readonly raceSettledAt: Date | null;
  /** When its daily closes; null if it is none's. */
  readonly dailyClosesAt: Date | null;
  /** When its duplicate settled: its window was over, or all had played all; null while it has not. */
  readonly duplicateSettledAt?: Date | null;
}

/** How much later than received an entry may be committed. */
export const COMMIT_GRACE_MS = 2_000;

/**
 * The one gate (P2). While a deal is live nobody gets practice on it, sees another's table or replay, its salt or its
 * order.
 */
export function isLive(
  { kind, raceSettledAt, dailyClosesAt, duplicateSettledAt = null }: DealUse,
  now: number,
): boolean {
  if (kind === 'practice') return false;
  if (kind === 'duplicate') return duplicateSettledAt === null;
  if (dailyClosesAt !== null) return now < dailyClosesAt.getTime() + COMMIT_GRACE_MS;
  return raceSettledAt === null;
}
