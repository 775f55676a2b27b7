/** What decides whether a deal is still a secret. */
export interface DealUse {
  readonly kind: string;
  /** When its race settled; null while it has not. */
  readonly raceSettledAt: Date | null;
}

/**
 * The one gate (design: live deals). While a deal is live nobody sees another's table or replay, its
 * salt or its order.
 */
export const isLive = (deal: DealUse): boolean =>
  deal.kind !== 'practice' && deal.raceSettledAt === null;
