/**
 * The number the countdown shows: full seconds left, rounded up; 0 once the time has come.
 * @param most where a late or early clock must not show more than the countdown has
 */
export function secondsLeft(startsAt: number | null, now: number, most = 5): number {
  if (startsAt === null) return most;
  return Math.min(most, Math.max(0, Math.ceil((startsAt - now) / 1000)));
}
