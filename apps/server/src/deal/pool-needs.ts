/** How many certified deals are to be ready, and which one is needed most. */
import { gameList } from '@same-deal/engine';

/** How many certified deals of a game are reserved for the coming days (one a day). */
export const DAYS_AHEAD = 14;
/** How many more are for races. */
const RACES_AHEAD = 50;
/** A variant that is not its game's default has no dailies, and few races. */
const RACES_AHEAD_OF_OTHERS = 10;
/** Today's and tomorrow's. */
const SOONEST = 2;

/**
 * No whole deal of these has ever been won; most are proved lost (docs/winnability.md). So none is searched for: it
 * would take the thread for ever and find nothing.
 */
const NEVER_WON: ReadonlySet<string> = new Set(['british-square/columns']);

export interface Need {
  readonly variant: string;
  /** Whether dailies are played on it. */
  readonly isDefault: boolean;
  /** How many are to be ready. */
  readonly target: number;
}

/** Every variant whose deals a search wins, and how many of them are to be ready. */
export const needs: readonly Need[] = gameList
  .flatMap(({ variants }) =>
    variants.map(({ id }, n) => ({
      variant: id,
      isDefault: n === 0,
      target: n === 0 ? DAYS_AHEAD + RACES_AHEAD : RACES_AHEAD_OF_OTHERS,
    })),
  )
  .filter(({ variant }) => !NEVER_WON.has(variant));

/** How many deals of a variant no race may take. */
export const keptForDailies = (variant: string): number =>
  needs.some((need) => need.variant === variant && need.isDefault) ? DAYS_AHEAD : 0;

/** The share of the time that a variant gets, compared with the others that lack deals. */
function urgency(ready: number, { isDefault }: Need): number {
  if (!isDefault) return 1;
  return ready < SOONEST ? 16 : ready < DAYS_AHEAD ? 4 : 1;
}

/**
 * The variant to look for a deal of next: who lacks today's and tomorrow's gets most of the time, but
 * no game takes all of it, however seldom its deals are won. What has no dailies waits until every
 * game has the soonest two.
 * @param ready how many are ready, by variant
 * @param spentMs how long each has been searched for so far
 * @returns undefined if all are ready
 */
export function nextToCertify(
  ready: ReadonlyMap<string, number>,
  spentMs: ReadonlyMap<string, number>,
): string | undefined {
  const readyOf = ({ variant }: Need) => ready.get(variant) ?? 0;
  const isPressing = needs.some((need) => need.isDefault && readyOf(need) < SOONEST);
  const lacking = needs
    .filter((need) => readyOf(need) < need.target && (need.isDefault || !isPressing))
    .map((need) => {
      const weight = urgency(readyOf(need), need);
      return { ...need, weight, due: (spentMs.get(need.variant) ?? 0) / weight };
    });
  const [next] = lacking.sort((a, b) => a.due - b.due || b.weight - a.weight);
  return next?.variant;
}
